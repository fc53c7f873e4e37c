"""From empty homes to the end of a game without a terminal: by mouse, by keyboard and by touch, in two languages.

Four people and a host: an invitation dropped as a mail, words, turns, a conflict, a step back, a lost key, an absence,
a draw, the signature under the end, the audit; or three, a host who is gone, and somebody whom all let host in that
place.
Whatever one saves the others drop. The same game is typed as well, by homes with the same keys: the records are the
same bytes.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from tests.cli.terminal import inside
from tests.web.chromium import TOOLS
from tests.web.fixed_chance import drawn_by
from tests.web.page_users import House, Person, Way, clicks, keys, taps

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)


class Seat(NamedTuple):
    """Who somebody is, in which language, how they press, and in what window."""

    name: str
    lang: str
    way: Way
    window: Mapping[str, Any] = MappingProxyType({})


PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
PEOPLE = {
    "host": Seat("Hugo", "en", clicks, {"reduced_motion": "reduce"}),
    "anna": Seat("Anna", "it", keys),
    "bert": Seat("Bert", "en", taps, PHONE),
    "carl": Seat("Carl", "it", clicks, {"color_scheme": "dark"}),
    "dora": Seat("Dora", "en", clicks, {"color_scheme": "dark"}),
}
SEATS = ("anna", "bert", "carl", "dora")
FEW = ("anna", "bert", "dora")
"""Who plays in a short game: in each language; by keyboard, by touch and by mouse."""
NEW = "dora-again"
"""Who sits at a new computer without the old key."""
HEIR = "gina"
"""Who hosts once the host is gone: all players together have handed over what opens the game."""

Sits = Callable[[str], Person]


class Table:
    """All who play, each at their page. What one sends the others drop when they look next; `turns` are the lines that
    were clicked together, `presses` are all who have ever sat here.
    """

    def __init__(self, sits: Sits, seats: tuple[str, ...]) -> None:
        self.people, self.seats = {who: sits(who) for who in ("host", *seats)}, seats
        self.presses = dict(self.people)
        self.sits, self.turns = sits, list[str]()

    def __getitem__(self, who: str) -> Person:
        return self.people[who]

    def sends(self, who: str, *to: str) -> None:
        """The file that was just written, to these or to all."""
        path = self[who].saves()
        for other in to or self.people:
            if other != who:
                self[other].waiting.append(path)

    def enters(self, *yes: str) -> None:
        """The host takes in what has come, and sends the letter of the step to all."""
        host = self["host"]
        host.drops(leads_to="page-are-you-agreed" if yes else "page-done")
        for said in yes:
            host.press(host.said(said))
        self.sends("host")

    def step(self, who: str, *orders: str) -> None:
        """A turn of somebody, and the step it makes."""
        if self[who].waiting:
            self[who].drops()
        self.turns.append(self[who].plays(*orders))
        self.sends(who, "host")
        self.enters()

    def signs(self, who: str, command: str, *to: str) -> None:
        """Somebody presses the button of a command, reads, signs, and sends what that made."""
        self[who].press(self[who].does(command), "page-read-first")
        self[who].signs()
        self.sends(who, *to)


def opened(table: Table) -> None:
    """From the offer to the deal, and the words that all have heard."""
    host = table["host"]
    host.touch(host.tab.get_by_role("link", name=host.said("page-offer")))
    host.sees(host.does("offer"))
    host.fill(seats=str(len(table.seats)), title="Friday", name="Hugo", option__escrow="yes", option__quorum="yes")
    host.press(host.does("offer"))
    table.sends("host")
    for who in table.seats:
        table[who].drops(leads_to="page-invited")
        table[who].fill(name=PEOPLE[who].name)
        table[who].press(table[who].does("join"))
        table.sends(who, "host")
    host.drops()
    host.press(host.does("charter"))
    table.sends("host")
    for who in table.seats:
        table[who].drops()
        table.signs(who, "accept", "host")
    table.enters()
    said = set()
    for person in table.people.values():
        if person.waiting:
            person.drops()
        person.press(person.does("words"), person.does("words"))
        said.add(tuple(person.tab.locator(".words span").all_inner_texts()))
        person.fill(**{f"heard__{at}": word for at, word in enumerate(min(said), 1)}, who="all")
        person.press(person.does("words"))
    assert len(said) == 1


def back(table: Table) -> None:
    """Carl regrets his turn; with the others most are enough."""
    table["carl"].drops()
    table["carl"].form("back", step="5", why="a slip")
    table.signs("carl", "back")
    for who in ("anna", "bert"):
        table[who].drops()
        table.signs(who, "consent", "host")
    table.enters()


def lost(table: Table) -> None:
    """Dora sits at another computer; a friend has kept the game, and all hear six words."""
    table["anna"].drops()
    table["anna"].form("archive")
    table["anna"].press(table["anna"].does("archive"))
    kept = table["anna"].saves()
    table.people.pop("dora").tab.context.close()
    table.people[NEW] = table.presses[NEW] = dora = table.sits(NEW)
    dora.drops(kept)
    dora.form("rekey", seat="dora", why="my computer broke")
    dora.press(dora.does("rekey"), "page-read-first")
    dora.signs()
    six = re.search(r"(?m)^ *([a-z]{5}(?: [a-z]{5}){5})$", dora.told())
    assert six is not None
    table.sends(NEW)
    for who in ("anna", "carl", "host"):
        table[who].drops()
        table[who].press(table[who].said("/label/key-consent-asked"), table[who].does("consent"))
        table[who].fill(words=six[1])
        table.signs(who, "consent", *(["host"] if who != "host" else []))


def gone(table: Table) -> None:
    """The host writes no more. Somebody who does not play gets the game from Anna, and all let her host it."""
    table["anna"].form("archive")
    table["anna"].press(table["anna"].does("archive"))
    kept = table["anna"].saves()
    table.people[HEIR] = table.presses[HEIR] = heir = table.sits(HEIR)
    heir.drops(kept)
    heir.form("rekey", seat="host", name="Gina", why="no word from Hugo")
    heir.press(heir.does("rekey"), "page-read-first")
    heir.signs()
    six = re.search(r"(?m)^ *([a-z]{5}(?: [a-z]{5}){5})$", heir.told())
    assert six is not None
    table.sends(HEIR, *table.seats)
    for who in table.seats:
        table[who].drops()
        table[who].press(table[who].said("/label/host-consent-asked"), table[who].does("consent"))
        table[who].fill(words=six[1])
        table.signs(who, "consent", HEIR)
    heir.drops()
    table.sends(HEIR, *table.seats)
    for who in table.seats:
        table[who].drops()


def begun(table: Table) -> None:
    """From the offer to the second step, by keyboard and by touch."""
    opened(table)
    tile = "mercato/B5" if table.seats == SEATS else "fattoria/A4"  # such tiles are in the hand
    table.step("anna", "leader/sacerdote/I6", f"piazza/{tile}")
    table.step("bert", "@priest/@I8", "2")


def ended(table: Table) -> None:
    """The rest of the game."""
    table.step("anna", "0")
    table.step("bert", "@settlement/@B3")
    table.step("carl", "passa", "passa")
    back(table)
    table.step("carl", "@fattoria/@A4", "@mercato/@B6")
    lost(table)
    table["host"].form("absent", seat="dora", timeless="1")
    table.signs("host", "absent")
    players = [who for who in table.people if who != "host"]
    for who in players:
        table[who].drops()
        table[who].form("consent", what="draw")
        table.signs(who, "consent", "host")
    table.enters("page-do-it")
    for who in players:
        table[who].drops()
        table.signs(who, "ack")
    for person in table.people.values():
        if person.waiting:
            person.drops()
        person.press(person.does("audit"), "page-all-right")
        assert re.search(r"5 (of|di) 5", person.tab.text_content("main"))


GAMES = {False: "few 0", True: "whole 25"}
"""Words whose chance deals what is played here: Anna begins, and all have the tiles that they lay."""

SHORT = {"host": (14, 9), "anna": (31, 12), "bert": (26, 12), "dora": (17, 10), "gina": (8, 3)}
WHOLE = {"host": (39, 20), "anna": (52, 21), "bert": (43, 18), "carl": (49, 20), "dora": (10, 6), "dora-again": (17, 7)}
"""How often each has pressed something, in a short game and a whole one, and how many lines would have done the same.
The files that are saved are counted, and the ways to each room; no mail program is.
"""


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_game_without_a_terminal(whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chromium: Any) -> None:
    monkeypatch.setattr(secrets, "token_bytes", drawn_by(GAMES[whole]))
    # the minute stands in the steps, and one game takes longer
    for module in ("service.incoming.intake", "cli.prompts.new_keys"):
        monkeypatch.setattr(f"referee.{module}.now_utc", lambda: "2026-11-28T20:15Z")
    with house() as pages, ExitStack() as contexts:

        def sits(who: str) -> Person:
            (tmp_path / who).mkdir()
            seat = PEOPLE.get(who, PEOPLE["dora"])
            context = contexts.enter_context(chromium.new_context(accept_downloads=True, **seat.window))
            context.set_default_timeout(120_000)
            address = pages.opens(tmp_path / f"home-{who}", tmp_path / who, seat.lang)
            return Person(context.new_page(), address, seat.lang, tmp_path / f"mails-{who}", seat.way)

        table = Table(sits, SEATS if whole else FEW)
        begun(table)
        if whole:
            ended(table)
        else:
            for who in FEW:
                table[who].drops()
            gone(table)

    lines: dict[str, int] = {}
    typed = typed_twin(tmp_path / "typed", table.turns, lines, whole=whole)
    folders = [tmp_path / who / "friday" for who in (("anna", "bert", "carl", "host") if whole else FEW)]
    others = [tmp_path / (NEW if whole else HEIR)]
    records = [record(folder) for folder in (*folders, *others)]

    assert records == [typed] * len(records)
    assert {who: (table.presses[who].presses, lines[who]) for who in table.presses} == (WHOLE if whole else SHORT)


@contextmanager
def house() -> Iterator[House]:
    found = House()
    try:
        yield found
    finally:
        found.close()


def record(game: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (game / "record").iterdir()}


def typed_twin(folder: Path, turns: list[str], lines: dict[str, int], *, whole: bool) -> dict[str, bytes]:
    """The record of the same game, typed by homes with the same keys; `lines` is told how many each has typed."""
    folder.mkdir()
    seats = SEATS if whole else FEW
    lines.update(dict.fromkeys(("host", *seats, NEW if whole else HEIR), 0))
    waiting: dict[str, list[str]] = {who: [] for who in lines}

    def types(who: str, *words: str, into: str = "friday") -> str:
        lang = PEOPLE.get(who, PEOPLE["dora"]).lang
        code, out, errors = inside([*words, "--lang", lang], folder / f"home-{who}", folder / who / into)
        assert code == 0, (who, words, errors)
        lines[who] += 1
        return out

    def sends(who: str, *to: str, sort: str = "outbox") -> None:
        path = str(max((folder / who / "friday" / sort).iterdir(), key=lambda path: path.stat().st_mtime_ns))
        for other in to or waiting:
            if other != who:
                waiting[other].append(path)

    def takes(who: str, *more: str, into: str = "friday") -> None:
        types(who, "receive", *more, *waiting.pop(who), into=into)
        waiting[who] = []

    def enters(*more: str) -> None:
        takes("host", *more)
        sends("host", sort="letters")

    def step(who: str) -> None:
        if waiting[who]:
            takes(who)
        types(who, "move", "--yes", turns.pop(0))
        sends(who, "host")
        enters()

    def handed_over() -> dict[str, bytes]:
        """Gina hosts with what all players have handed over."""
        kept = types("anna", "archive").split()[0]
        (folder / HEIR / "friday").mkdir(parents=True)
        waiting[HEIR] = [str(folder / "anna" / "friday" / kept)]
        takes(HEIR)
        asked = ("rekey", "host", "--name=Gina", "--why=no word from Hugo", "--yes")
        six = re.search(r"(?m)^ *([a-z]{5}(?: [a-z]{5}){5})$", types(HEIR, *asked))
        assert six is not None
        sends(HEIR, *seats)
        for who in seats:
            takes(who)
            types(who, "consent", "host", f"--words={six[1]}", "--yes")
            sends(who, HEIR)
        takes(HEIR)
        sends(HEIR, *seats, sort="letters")
        for who in seats:
            takes(who)
        return record(folder / HEIR / "friday")

    for who in ("host", *seats):
        (folder / who).mkdir()
        types(who, "key", "new", PEOPLE[who].name.lower(), into=".")
    options = ("--option=escrow=yes", "--option=quorum=majority")
    types("host", "offer", "tigris", f"--seats={len(seats)}", "--title=Friday", "--name=Hugo", *options, into=".")
    sends("host", *seats, sort="letters")
    for who in seats:
        types(who, "join", waiting[who].pop(), f"--name={PEOPLE[who].name}", into=".")
        sends(who, "host")
    takes("host")
    types("host", "charter")
    sends("host", *seats, sort="letters")
    for who in seats:
        takes(who)
        types(who, "accept", "--yes")
        sends(who, "host")
    enters()
    own = re.search(r"your words: ([a-z ]+)", types("host", "words"))
    assert own is not None
    for who in ("host", *seats):
        if waiting[who]:
            takes(who)
        types(who, "words", own[1].strip(), "--from=all")
    for who in ("anna", "bert"):
        step(who)
    if not whole:
        for who in seats:
            takes(who)
        return handed_over()
    for who in ("anna", "bert", "carl"):
        step(who)
    takes("carl")
    types("carl", "back", "5", "--why=a slip", "--yes")
    sends("carl")
    for who in ("anna", "bert"):
        takes(who)
        types(who, "consent", "back", "--yes")
        sends(who, "host")
    enters()
    step("carl")
    takes("anna")
    kept = types("anna", "archive").split()[0]
    (folder / NEW / "friday").mkdir(parents=True)
    waiting[NEW] = [str(folder / "anna" / "friday" / kept)]
    takes(NEW)
    six = re.search(
        r"(?m)^ *([a-z]{5}(?: [a-z]{5}){5})$", types(NEW, "rekey", "dora", "--why=my computer broke", "--yes")
    )
    assert six is not None
    sends(NEW)
    for who in ("anna", "carl", "host"):
        takes(who)
        types(who, "consent", "dora", f"--words={six[1]}", "--yes")
        sends(who, *(["host"] if who != "host" else []), sort="outbox" if who != "host" else "letters")
    types("host", "absent", "dora", "--no-time", "--yes")
    sends("host", sort="letters")
    players = (*SEATS[:-1], NEW)
    for who in players:
        takes(who)
        types(who, "consent", "draw", "--yes")
        sends(who, "host")
    enters("--yes")
    for who in players:
        takes(who)
        types(who, "ack", "--yes")
        sends(who)
    for who in ("host", *players):
        if waiting[who]:
            takes(who)
        types(who, "audit")
    return record(folder / "host" / "friday")
