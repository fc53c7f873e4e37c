"""From empty homes to the end of a game without a terminal, by what the rooms ask their program, in two languages.

Four people and a host: an invitation dropped as a mail, words, turns, a conflict, a step back, a lost key, an absence,
a draw, the signature under the end, the audit; or three, a host who is gone, and somebody whom all let host in that
place. What one sends the others drop. The same game is typed as well, by homes with the same keys: the records are the
same bytes.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.cli.terminal import inside
from tests.web.fixed_chance import drawn_by
from tests.web.game_forms import offer_of
from tests.web.in_process_page import Page, page_of

pytestmark = pytest.mark.needs("starlette")

PEOPLE = {
    "host": ("Hugo", "en"),
    "anna": ("Anna", "it"),
    "bert": ("Bert", "en"),
    "carl": ("Carl", "it"),
    "dora": ("Dora", "en"),
}
"""What people are called, and in which language they play."""
SEATS = ("anna", "bert", "carl", "dora")
FEW = ("anna", "bert", "dora")
"""Who plays in a short game."""
NEW = "dora-again"
"""Who sits at a new computer without the old key."""
HEIR = "gina"
"""Who hosts once the host is gone: all players together have handed over what opens the game."""


class Person:
    """Somebody at a page of their own: what came for them by mail waits to be dropped."""

    def __init__(self, folder: Path, who: str) -> None:
        self.home, self.folder = folder / f"home-{who}", folder / who
        self.lang = PEOPLE.get(who, PEOPLE["dora"])[1]
        self.folder.mkdir()
        self.waiting: list[bytes] = []

    @contextmanager
    def page(self) -> Iterator[Page]:
        with page_of(self.home, self.folder, self.lang) as page:
            yield page

    @property
    def table(self) -> str:
        """The only game of this home."""
        return offer_of(self.home)

    def asks(self, what: str, body: Any) -> Any:
        """What the room of the table answers to JSON."""
        with self.page() as page:
            said = page.post(f"/data/table/{self.table}/{what}", body)
        assert said.status == 200, said.text
        return json.loads(said.text)

    def drops(self, **fields: str) -> list[Any]:
        """Drop all that has come; what waits for a yes is asked once more with it."""
        came, self.waiting = self.waiting, []
        with self.page() as page:
            taken = page.take_in(*came, **fields)["taken"]
            if agreed := " ".join(one["ask"]["digest"] for one in taken if one["ask"] is not None):
                taken = page.take_in(*came, agreed=agreed)["taken"]
        assert all(one["refused"] is None for one in taken), taken
        return list(taken)

    def audits(self) -> str:
        """What an audit of the whole game says."""
        audit = self.asks("audit", {})
        return " ".join((audit["verdict"], *audit["checked"]))

    def agrees(self, does: str, **values: str) -> Any:
        """What is filled in at the table, read, and then signed there."""
        ask = self.asks("agree", {"does": does, "values": values})["ask"]
        return self.asks("agree", {"does": does, "values": values, "digest": ask["digest"]})

    def keeps(self) -> bytes:
        """The game in one file, as it comes out of the page."""
        with self.page() as page:
            return page.ask(f"/data/table/{self.table}/game.zip").data

    def acts(self, does: str) -> Any:
        """What is read in the room and then signed there."""
        ask = self.asks("act", {"does": does})["ask"]
        return self.asks("act", {"does": does, "digest": ask["digest"]})

    def plays(self, *orders: str) -> None:
        """A turn: each order is among the answers offered, and what is signed is what was shown."""
        with self.page() as page:
            view = page.start(f"/table/{self.table}")["view"]
        done: list[str] = []
        for order in orders:
            offered = {one["id"] + end for one in view["choices"] for end in one.get("ends") or ("",)}
            assert order in offered, (order, sorted(offered))
            done.append(order)
            view = self.asks("try", {"stamp": view["stamp"], "orders": done})
        signed = {"stamp": view["stamp"], "orders": done, "digest": view["ask"]["digest"]}
        assert self.asks("sign", signed)["signed"]["again"] is False

    def sends(self) -> bytes:
        """A mail that is due, as it comes out of the page, which is told that it went."""
        at = f"/data/table/{self.table}"
        with self.page() as page:
            found = json.loads(page.ask(f"{at}/post").text)["items"]
            due = [one["id"] for one in found if one["state"] != "sent"]
            data = page.ask(f"{at}/mail.eml?item={quote(due[0])}").text.encode()
            page.post(f"{at}/post", {"items": due, "does": "sent"})
        return data


class Table:
    """All who play, each at their page; `turns` are the lines that were clicked together."""

    def __init__(self, folder: Path, seats: tuple[str, ...]) -> None:
        self.folder, self.seats = folder, seats
        self.people = {who: Person(folder, who) for who in ("host", *seats)}
        self.turns = list[str]()

    def __getitem__(self, who: str) -> Person:
        return self.people[who]

    def sits(self, who: str) -> Person:
        self.people[who] = Person(self.folder, who)
        return self.people[who]

    def sends(self, who: str, *to: str) -> None:
        """What is due from somebody reaches these, or all."""
        data = self[who].sends()
        for other in to or self.people:
            if other != who:
                self[other].waiting.append(data)

    def enters(self) -> None:
        """The host takes in what has come, and sends the letter of the step to all."""
        self["host"].drops()
        self.sends("host")

    def step(self, who: str, *orders: str) -> None:
        """A turn of somebody, and the step it makes."""
        if self[who].waiting:
            self[who].drops()
        self[who].plays(*orders)
        self.turns.append("; ".join(orders))
        self.sends(who, "host")
        self.enters()


def opened(table: Table) -> None:
    """From the offer to the deal, and the words that all have heard."""
    host, options = table["host"], {"escrow": "yes", "quorum": "majority"}
    terms = {"game": "tigris", "seats": len(table.seats), "title": "Friday", "name": "Hugo", "options": options}
    with host.page() as page:
        ask = json.loads(page.post("/data/new", {"terms": terms}).text)["ask"]
        assert page.post("/data/new", {"terms": terms, "digest": ask["digest"]}).status == 200
    offer = host.sends()
    for who in table.seats:
        with table[who].page() as page:
            given, files = {"name": PEOPLE[who][0]}, {"files": ("offer.eml", offer)}
            question = json.loads(page.send("/data/join", given, files).text)
            joined = page.send("/data/join", given | {"digest": question["ask"]["digest"]}, files)
        assert joined.status == 200
        table.sends(who, "host")
    host.drops()
    host.acts("begin")
    table.sends("host")
    for who in table.seats:
        table[who].drops()
        table[who].acts("accept")
        table.sends(who, "host")
    table.enters()
    said = set()
    for person in table.people.values():
        if person.waiting:
            person.drops()
        words = person.asks("words", {})
        said.add(tuple(words["words"]["words"]))
        assert person.asks("words", {"same": list(words["names"])})["names"] == {}
    assert len(said) == 1


def back(table: Table) -> None:
    """Carl regrets his turn; with the others most are enough."""
    table["carl"].drops()
    table["carl"].agrees("back", step="5", why="a slip")
    table.sends("carl")
    for who in ("anna", "bert"):
        table[who].drops()
        table[who].agrees("back")
        table.sends(who, "host")
    table.enters()


def sits_anew(table: Table, who: str, **asked: str) -> str:
    """Somebody without a key of the table gets the game from Anna and asks for a seat; the six words of that."""
    new = table.sits(who)
    new.waiting.append(table["anna"].keeps())
    new.drops()
    done = new.agrees("rekey", **asked)
    assert len(done["words"]) == 6
    for other in table.seats if asked["seat"] == "host" else table.people:
        if other != who and other in table.people:
            table[other].waiting.append(done["text"].encode())
    return " ".join(done["words"])


def lost(table: Table) -> None:
    """Dora sits at another computer; a friend has kept the game, and all hear six words."""
    table["anna"].drops()
    del table.people["dora"]
    six = sits_anew(table, NEW, seat="dora", why="my computer broke")
    for who in ("anna", "carl", "host"):
        table[who].drops()
        done = table[who].agrees("key", seat="dora", words=six)
        if who != "host":
            table["host"].waiting.append(done["text"].encode())
    table.sends("host")


def gone(table: Table) -> None:
    """The host writes no more. Somebody who does not play gets the game from Anna, and all let her host it."""
    six = sits_anew(table, HEIR, seat="host", name="Gina", why="no word from Hugo")
    for who in table.seats:
        table[who].drops()
        table[HEIR].waiting.append(table[who].agrees("key", words=six)["text"].encode())
    table[HEIR].drops()
    table.sends(HEIR, *table.seats)
    for who in table.seats:
        table[who].drops()


def begun(table: Table) -> None:
    """From the offer to the second step."""
    opened(table)
    tile = "place market B5" if table.seats == SEATS else "place farm A4"  # such tiles are in the hand
    table.step("anna", "leader priest I6", tile)
    table.step("bert", "leader priest I8", "commit 2")


def ended(table: Table) -> None:
    """The rest of the game."""
    table.step("anna", "commit 0")
    table.step("bert", "place settlement B3")
    table.step("carl", "pass", "pass")
    back(table)
    table.step("carl", "place farm A4", "place market B6")
    lost(table)
    table["host"].agrees("absent", seat="dora", timeless="1")
    table.sends("host")
    players = [who for who in table.people if who != "host"]
    for who in players:
        table[who].drops()
        table[who].agrees("draw")
        table.sends(who, "host")
    table.enters()
    for who in players:
        table[who].drops()
        table[who].acts("acknowledge")
        table.sends(who)
    for person in table.people.values():
        if person.waiting:
            person.drops()
        assert re.search(r"5 (of|di) 5", person.audits())


GAMES = {False: "few 0", True: "whole 25"}
"""Words whose chance deals what is played here: Anna begins, and all have the tiles that they lay."""


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_game_without_a_terminal(whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_bytes", drawn_by(GAMES[whole]))
    # the minute stands in the steps, and one game takes longer
    for module in ("service.incoming.intake", "service.home.key_consents"):
        monkeypatch.setattr(f"referee.{module}.now_utc", lambda: "2026-11-28T20:15Z")
    table = Table(tmp_path, SEATS if whole else FEW)
    begun(table)
    if whole:
        ended(table)
    else:
        for who in FEW:
            table[who].drops()
        gone(table)

    typed = typed_twin(tmp_path / "typed", table.turns, whole=whole)
    folders = [tmp_path / who / "friday" for who in (("anna", "bert", "carl", "host") if whole else FEW)]
    others = [tmp_path / (NEW if whole else HEIR)]
    records = [record(folder) for folder in (*folders, *others)]

    assert records == [typed] * len(records)


def record(game: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (game / "record").iterdir()}


def typed_twin(folder: Path, turns: list[str], *, whole: bool) -> dict[str, bytes]:
    """The record of the same game, typed by homes with the same keys."""
    folder.mkdir()
    seats = SEATS if whole else FEW
    waiting: dict[str, list[str]] = {who: [] for who in ("host", *seats, NEW if whole else HEIR)}

    def types(who: str, *words: str, into: str = "friday") -> str:
        lang = PEOPLE.get(who, PEOPLE["dora"])[1]
        code, out, errors = inside([*words, "--lang", lang], folder / f"home-{who}", folder / who / into)
        assert code == 0, (who, words, errors)
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
        types(who, "key", "new", PEOPLE[who][0].lower(), into=".")
    options = ("--option=escrow=yes", "--option=quorum=majority")
    types("host", "offer", "tigris", f"--seats={len(seats)}", "--title=Friday", "--name=Hugo", *options, into=".")
    sends("host", *seats, sort="letters")
    for who in seats:
        types(who, "join", waiting[who].pop(), f"--name={PEOPLE[who][0]}", into=".")
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
