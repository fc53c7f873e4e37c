"""Whatever a screen, a letter or a view names can be typed, by that reader, at that moment: at tables of every kind."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from html import unescape
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.kernel.sentence import Sentence
from referee.record.store import DataFolder, GameFolder
from referee.service import dates
from referee.service.reader import Reader
from referee.service.table import open_table
from referee.service.views.lookups import legal_moves
from referee.service.views.view import view_table
from referee.session.session import Session, open_session
from tests.cli.games_on_disk import finished, lay
from tests.long_runs import of
from tests.support.dishonest.light import light
from tests.support.rehearse import test_key
from tests.support.rounds import sensible_orders
from tests.support.screens import Screen, Screens, commands_in
from tests.web.in_process_page import page_of

HOST, TITLE, FOLDER = "hanna", "Friday", "friday"
ITALIAN = {
    "NOME": "NAME",
    "POSTO": "SEAT",
    "INDIRIZZO": "ADDRESS",
    "PASSO": "STEP",
    "TESTO": "TEXT",
    "CARTELLA": "FOLDER",
}
PAGES = {"civilization": "cards"}
"""A page of each game that has some."""


@dataclass
class Evening(Screens):
    """A game from its offer on. `way` is how notes go: in files, as mails, or by a shared folder."""

    game: str = "tigris"
    players: tuple[str, ...] = ("anna", "bert")
    host_plays: bool = False
    way: str = "files"
    options: tuple[str, ...] = ()
    days: int = 0
    heard: set[str] = field(default_factory=set)
    _handed: set[Path] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.fillings = self._filled

    @property
    def host(self) -> str:
        return self.players[0] if self.host_plays else HOST

    @property
    def people(self) -> tuple[str, ...]:
        return self.players if self.host_plays else (HOST, *self.players)

    @property
    def box(self) -> Path:
        return self.root / "shared"

    def game_of(self, who: str) -> Path:
        return self.root / who / FOLDER

    def place(self, who: str) -> Path:
        (self.root / who).mkdir(exist_ok=True)
        return self.game_of(who) if self.game_of(who).is_dir() else self.root / who

    def session(self, who: str, side: str = "plays") -> Session:
        return open_session(GameFolder(self.game_of(who)), DataFolder(self.home(who)), side=side)  # type: ignore[arg-type]

    def _filled(self, who: str, words: list[str]) -> list[str] | None:
        """The words of a line with what stands for its placeholders in this game; None where nothing does."""
        if words[:1] in (["move"], ["try"]) and any(word.isupper() and len(word) > 3 for word in words):
            fitting = [one for one in self._choices(who) if words[1] in ("ORDER", "ORDINE", one.partition(" ")[0])]
            return [words[0], *fitting[:1]] if fitting else None
        if words[:2] == ["show", "--page"]:
            return [*words[:2], PAGES[self.game]]
        others = [name for name in self.people if name != who]
        values = {
            "FILE": str(self.letter) if self.letter is not None else "",
            "NAME": others[-1],
            "SEAT": next(name for name in reversed(self.players) if name != who),
            "ADDRESS": "somebody@example.org",
            "STEP": "0",
            "TEXT": "so be it",
            "FOLDER": str(self.box),
        }
        values |= {italian: values[english] for italian, english in ITALIAN.items()}
        if words[:1] == ["receive"] and len(words) > 2:  # into a folder that is made for it comes a whole game
            whole = str(self.root / "friday.zip")
            values["FILE"] = "" if self._typed(others[0], ("archive", "--to", whole), "").code else whole
        filled = [values.get(word, word) for word in words]
        return filled if all(filled) else None

    def _choices(self, who: str) -> list[str]:
        table = open_table(Reader(DataFolder(self.home(who))), self.game_of(who))
        if table.session.eyes.seat is None:
            return []
        found = legal_moves(table)
        return [choice.order for choice in found.choices]

    @property
    def letter(self) -> Path | None:
        """The newest letter of the host."""
        letters = sorted((self.game_of(self.host) / "letters").glob("*.txt"))
        return max(letters, key=lambda path: (path.name[0].isdigit(), path.name), default=None)

    # --- the opening ------------------------------------------------------------------------------

    def opens(self) -> Evening:
        """From an empty home to the deal, with a look of everybody at each stage."""
        self.box.mkdir()
        for who in self.people:
            (self.place(who) / "Downloads").mkdir()
            self.types(who)
            self.types(who, "key", "new", who)
        chosen = [word for option in self.options for word in ("-o", option)]
        plays = ("--play", "--name", self.host.title()) if self.host_plays else ()
        self.types(
            self.host, "offer", self.game, "-n", str(len(self.players)), "--title", TITLE, *chosen, *plays, keys="\n"
        )
        self.look()
        invitation = self.game_of(self.host) / "letters" / "invitation.txt"
        (self.box / invitation.name).write_bytes(invitation.read_bytes())  # as a host does who has a folder for it
        self._gets(self.players[-1], invitation)
        (self.box / invitation.name).unlink()
        for who in self.players:
            if who != self.host:
                self.types(who, "join", invitation, "--name", who.title(), keys="y\n")
                self.look((who,))
        self.hands_on()
        self.look((self.host,))
        self.types(self.host, "charter", keys="y\n")
        self.look((self.host,))
        self.hands_on()
        for who in self.players:
            if who != self.host:
                self.types(who, "accept", keys="y\n")
                self.look((who,))
        for _ in range(len(self.players) + 2):
            self.hands_on()
            if self.session(self.host, "hosts").history.position is not None:
                break
        self.hands_on()
        self.look()
        for who in self.people:
            self.hears(who)
        return self

    def hears(self, who: str) -> None:
        """Somebody compares the four words with all, once there are any."""
        if who not in self.heard and self.session(who).history.position is not None:
            self.heard.add(who)
            words = json.loads(self.types(who, "words", "--json").text)["words"]
            self.types(who, "words", *words, "--from", "all")

    def look(self, people: Sequence[str] = (), more: Sequence[Sequence[str]] = ()) -> None:
        """Everybody looks: at the game, at all games, and into whatever else is named."""
        for who in people or self.people:
            for words in ((), *((("games",), ("mail",)) if more or self.everything else ()), *more):
                self.types(who, *words, fails=True)
            self.views(who)

    # --- from one to the other --------------------------------------------------------------------

    def _typed(self, who: str, *more: Any, **named: Any) -> Screen:
        """As it is typed so many days later; what has come by it has come then."""
        ahead = timedelta(days=self.days)

        class Clock(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:
                return datetime.now(tz) + ahead

        with patch.object(dates, "datetime", Clock):
            return super()._typed(who, *more, **named)

    def hands_on(self, people: Sequence[str] = ()) -> None:
        """What was written goes to whoever should have it, of those who are there."""
        if self.way == "folder":
            there = people or self.people
            for who in (*there, *(one for one in (self.host,) if one in there), *there):
                self.types(who, "watch", self.box, "--once", "--yes")
            return
        for who in self.people:
            if who != self.host:
                for path in self._new(who, ("outbox",)):
                    self.types(self.host, "receive", path, "--yes", fails=True)
        for who in self.people:
            if who != self.host:
                for path in self._new(self.host, ("letters",), keep=True):
                    if path.name != "invitation.txt" and (path.suffix == ".txt" or who in path.name):
                        self._gets(who, path)
        self._handed.update(self._new(self.host, ("letters",)))

    def _new(self, who: str, folders: Sequence[str], *, keep: bool = False) -> list[Path]:
        if self.way == "mail":
            return self._mails(who)
        found = [path for name in folders for path in sorted((self.game_of(who) / name).glob("*.[nmt]*"))]
        new = [path for path in found if path not in self._handed]
        if not keep:
            self._handed.update(new)
        return new

    def _mails(self, who: str) -> list[Path]:
        screen = self.types(who, "mail", "--json", fails=True)
        found = json.loads(screen.text).get("mails", ()) if screen.code == 0 else ()
        return [self.game_of(who) / mail["file"] for mail in found]

    def _gets(self, who: str, letter: Path) -> None:
        """Somebody saves a letter, takes it in, and does what it says."""
        place = self.place(who)
        for folder in (place, self.root / who / "Downloads"):
            (folder / f"{letter.stem.partition('-')[0]}.txt").write_bytes(letter.read_bytes())
        lang, text = self.langs.get(who, "en"), letter.read_text("utf-8")
        lines = [*commands_in(text.partition("-----BEGIN")[0])]
        opens = [line for line in lines if line.split()[:1] in (["receive"], ["join"], ["sync"])]
        for line in opens:
            self.tries(Screen(who, place, lang, (letter.suffix, "new"), 0, text), line)
        if letter.name == "invitation.txt":
            return
        self.types(who, "receive", f"{letter.stem.partition('-')[0]}.txt", keys="y\n", fails=True)
        self.hears(who)
        if who in self.all_asked():
            for line in lines:
                if line not in opens:
                    self.tries(Screen(who, self.place(who), lang, (letter.suffix, "taken in"), 0, text), line)

    # --- moves ------------------------------------------------------------------------------------

    def all_asked(self) -> list[str]:
        """Who is asked now."""
        position = self.session(self.host, "hosts").history.position
        return [] if position is None else [position.table.names[request.seat] for request in position.asked]

    def steps(self, count: int) -> None:
        """So many turns, each looked at by all."""
        for _ in range(count):
            position = self.session(self.host, "hosts").position
            for request in position.asked:
                who = position.table.names[request.seat]
                self.talks(who)
                self.types(who, "move", *_joined(sensible_orders(self.session(who), str(position.step))), "--yes")
            self.hands_on()
            self.look()

    def talks(self, who: str) -> None:
        """The prompt of `move`: its examples, one behind the other, and its own words."""
        keys = ""
        for _ in range(3):
            screen = self._typed(who, ("move", "--game", str(self.game_of(who))), f"{keys}?\n")
            begins = Sentence("prompt-example", order="").told(screen.lang)
            found = [line.removeprefix(begins) for line in screen.text.splitlines() if line.startswith(begins)]
            if not found:
                break
            keys += f"{found[-1]}\n"
            self.named += 1
            self.typed += 1
            tried = self._typed(who, ("move",), keys)
            if "referee: " in "".join(tried.text.splitlines(keepends=True)[:-1]):
                self.faults.append(f"{who}, in the prompt: {keys!r} -> {tried.text}")

    def rooms(self, who: str) -> None:
        """What the rooms of the page of somebody name."""
        lang = self.langs.get(who, "en")
        with page_of(self.home(who), self.place(who), lang) as page:
            first = page.ask("/")
            links = dict.fromkeys(re.findall(r'href="(/[^"#]*)"', first.text))
            for path in ("/", *list(links)[: of(8, 99)]):
                said = page.ask(path)
                if said.headers.get("content-type", "").startswith("text/html"):
                    marked = re.sub(r"</?code[^>]*>", "`", said.text)
                    text = unescape(re.sub(r"<[^>]*>", "\n", marked))
                    self.reads(Screen(who, self.place(who), lang, (path.split("/")[1],), 0, text))

    def views(self, who: str) -> None:
        """What the view of somebody offers."""
        if not self.game_of(who).is_dir():
            return
        lang = self.langs.get(who, "en")
        view = view_table(open_table(Reader(DataFolder(self.home(who)), lang), self.game_of(who)))
        lines = [task.command for task in view.tasks if task.command]
        lines += [f"try {quoted(choice.id)}" for choice in view.choices[:: max(1, len(view.choices) // of(3, 40))]]
        lines += [f"moves {verb}" for verb in view.verbs]
        screen = Screen(who, self.place(who), lang, ("the view",), 0, "\n".join(one.sentence for one in view.tasks))
        self.reads(screen)
        for line in lines:
            self.tries(screen, line.removeprefix("referee "))


def quoted(order: str) -> str:
    """An order as a shell takes it: what looks like an option stands in quotes."""
    return shlex.quote(order) if " -" in order else order


def _joined(orders: Sequence[str]) -> list[str]:
    return [", ".join(orders)]


def _is_clean(evening: Screens) -> None:
    print(f"{evening.named} named, {evening.typed} typed")
    assert not evening.faults, "\n".join(evening.faults)


THREE = ("anna", "bert", "carl")
KINDS: dict[str, dict[str, Any]] = {
    "open": {},
    "host plays": {"host_plays": True},
    "mail": {"way": "mail"},
    "masked": {"way": "folder", "options": ("deal=masked",), "host_plays": True},
    "cards": {"game": "cards", "way": "folder"},
    "ur": {"game": "ur", "way": "folder", "host_plays": True, "players": THREE},
    "civilization": {"game": "civilization", "way": "folder"},
    "italian": {"langs": dict.fromkeys(("anna", "bert", HOST), "it")},
}
MORE = (
    ("hand",),
    ("moves",),
    ("log",),
    ("letter",),
    ("standing",),
    ("remind",),
    ("absent",),
    ("consent",),
    ("back", "1"),
    ("consent", "back"),
    ("practice", "--back", "1"),
    ("mail",),
    ("words", "acid", "acid", "acid", "acid", "--from", "all"),
    ("rekey", "host", "--name", "Somebody", "--why", "a new host"),
    ("move", "pass", "--yes"),
)


KIND_MARKS = {"open": pytest.mark.long, "masked": pytest.mark.always, "mail": pytest.mark.always}


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=KIND_MARKS.get(kind, ())) for kind in KINDS])
def test_what_is_printed_from_the_offer_to_some_steps_can_be_typed(tmp_path: Path, kind: str) -> None:
    with light():
        evening = Evening(tmp_path, of(False, True), **KINDS[kind]).opens()
        evening.steps(of(1, 6))
        evening.look(more=MORE)
        for who in evening.people[:2] if kind in of(("masked", "italian"), tuple(KINDS)) else ():
            evening.rooms(who)
    _is_clean(evening)


def test_what_is_printed_at_the_end_can_be_typed(tmp_path: Path) -> None:
    evening = Evening(tmp_path, of(False, True), game="ur", way="folder", players=THREE)
    for who in evening.people:
        evening.place(who)
        lay(evening.game_of(who), finished().files)
        key, name = test_key("host" if who == HOST else who), who
        DataFolder(evening.home(who)).write_key(name, format_private(key, name), format_public(key.public, name))
    evening.box.mkdir()
    evening.hands_on()
    evening.look(more=MORE)
    for who in evening.players[: of(1, 3)]:
        evening.types(who, "ack", keys="y\n")
        evening.hands_on()
        evening.look((who, HOST), (("archive",), ("audit",), ("comment", "1", "well played", "--yes")))
    _is_clean(evening)


@pytest.mark.parametrize("deal", [pytest.param("open", marks=pytest.mark.long), "masked"])
def test_what_is_printed_while_somebody_is_away_can_be_typed(tmp_path: Path, deal: str) -> None:
    options = (f"deal={deal}", "deadline=7", "grace=3", *(("escrow=yes",) if deal == "masked" else ()))
    with light():
        evening = Evening(tmp_path, of(False, True), players=THREE, way="folder", options=options).opens()
        while (who := evening.all_asked()[0]) != "carl":
            evening.types(who, "move", "pass", "--yes")
            evening.hands_on()
        for days in (8, 11):
            evening.days = days
            evening.hands_on(("anna", "bert", HOST))
            evening.look(("anna", "bert", HOST), MORE if days > 10 else ())
        evening.types(HOST, "absent", "carl", keys="y\n", fails=True)
        evening.hands_on(("anna", "bert", HOST))
        evening.look(("anna", "bert", HOST))
        evening.hands_on()
        evening.look(("carl",))
    _is_clean(evening)


@pytest.mark.parametrize("deal", ["open", pytest.param("masked", marks=pytest.mark.long)])
def test_what_is_printed_to_somebody_who_has_lost_the_key_can_be_typed(tmp_path: Path, deal: str) -> None:
    options = (f"deal={deal}", *(("escrow=yes",) if deal == "masked" else ()))
    with light():
        evening = Evening(tmp_path, of(False, True), players=THREE, way="folder", options=options).opens()
        evening.types("anna", "archive", "--to", "friday.zip")
        packed = (evening.game_of("anna") / "friday.zip").read_bytes()
        shutil.rmtree(evening.root / "carl")
        evening.place("carl")
        evening.types("carl")
        (evening.root / "carl" / "friday.zip").write_bytes(packed)
        evening.types("carl", "receive", "friday.zip", "--folder", FOLDER)
        evening.look(("carl",))
        evening.types("carl", "rekey", "carl", "--why", "my computer broke", keys="y\n")
        evening.look(("carl",))
        evening.hands_on(("carl", "anna", "bert", HOST))
        evening.look(more=MORE)
        for who in ("anna", "bert", HOST):
            evening.types(who, "consent", "carl", keys="y\n" * 3, fails=True)
            evening.hands_on()
            evening.look()
    _is_clean(evening)


def test_what_is_printed_in_a_dispute_can_be_typed(tmp_path: Path) -> None:
    evening = Evening(tmp_path, of(False, True), way="folder").opens()
    evening.steps(1)
    who, other = evening.players
    evening.types(who, "claim", "--say", "my move was passed over", "--yes")
    claim = str(next((evening.game_of(who) / "outbox").glob("claim-*")))
    for one in (other, HOST):
        evening.types(one, "receive", claim)
        evening.types(one, "judge")
        evening.types(one, "answer", claim, "--say", "it was not", "--yes")
    evening.types(who, "receive", *sorted(evening.game_of(HOST).glob("outbox/answer-*")))
    evening.types(who, "back", "1", "--why", "I meant another", keys="y\n")
    evening.look(more=(("judge",), ("claim",), ("consent",), ("log",), ("audit",)))
    evening.hands_on()
    evening.look(more=(("judge",), ("claim",), ("consent",), ("log",), ("audit",)))
    _is_clean(evening)


@pytest.mark.parametrize("game", ["tigris", "cards", "ur", "civilization"])
def test_what_is_printed_in_a_practice_game_can_be_typed(tmp_path: Path, game: str) -> None:
    evening = Evening(tmp_path, of(False, True), game=game, players=("anna", "nina"), host_plays=True)
    evening.types("anna", "practice", game, "--seed", "11", "--folder", FOLDER)
    for _ in range(of(1, 4)):
        evening.look(("anna",), MORE)
        evening.talks("anna")
        evening.types("anna", "move", *_joined(sensible_orders(evening.session("anna"), "p")), "--yes")
    evening.types("anna", "practice", "--back", "1", "--yes")
    evening.look(("anna",), (("words",), ("send",), ("audit",), ("ack",), ("archive",)))
    _is_clean(evening)
