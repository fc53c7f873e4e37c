"""Tables at which small stories begin: `table("tigris", seats=3).plays("leader king C8; pass")` instead of an evening.

A page of tests/stories says `table GAME seats=3 steps=5`, and everybody has a folder and a home as if all had come by
mail: the notes so far, and the words heard from all. Chance is in the label alone, so a story is the same each time.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from referee.crypto.keys import SigningKey, format_private
from referee.crypto.openssh import format_public
from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.support.policies import sensible_order
from tests.support.rehearse import SEATS, Match, open_match, play_out, test_key
from tests.table.masked_matches import MaskedMatch, copy_of, dealt

HOST = "host"
LABEL = "story"
DAY = datetime(2026, 11, 20, 20, tzinfo=UTC).timestamp()
"""When the notes of a table have come, all of them; a story begins an hour later."""


@dataclass(frozen=True)
class Table:
    """A table: its game, seats, what the charter says, and what is played by then, orders first, then `steps` more."""

    game: str
    seats: int = 2
    deck: str = "open"
    options: tuple[tuple[str, str], ...] = ()
    orders: tuple[str, ...] = ()
    steps: int = 0
    label: str = LABEL

    def plays(self, *orders: str) -> Table:
        """The same table after these moves, each of whoever is asked then; `;` stands between the orders of a move."""
        return replace(self, orders=(*self.orders, *orders))

    def goes_on(self, steps: int) -> Table:
        """The same table after so many steps more, which players with a little sense have chosen."""
        return replace(self, steps=self.steps + steps)

    def to_the_end(self) -> Table:
        """The same table, played to the end of the game and acknowledged by all."""
        return replace(self, steps=-1)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats, in the order of the charter."""
        return SEATS[: self.seats]

    def key(self, name: str) -> SigningKey:
        """The key of a seat or of `host`. Those of the examples, of which everybody is warned, have masked tables."""
        return test_key(name if self.deck == "masked" else f"{LABEL} {name}")

    def match(self) -> Match | MaskedMatch:
        """The game as it stands. Raises IllegalMove if an order is none."""
        return _played(self)

    def asked(self) -> str:
        """The seat that is asked now, "" if the game is over."""
        match = self.match()
        return "" if match.host.over else str(match.asked())

    def lay(self, folder: Path) -> None:
        """Write `folder/NAME` for everybody, a game folder, and `folder/homes/NAME`, a home with the test key."""
        for name in (*self.names, HOST):
            key, home = self.key(name), DataFolder(folder / "homes" / name)
            home.write_key(name, format_private(key, name), format_public(key.public, name))
            record = folder / name / "record"
            record.mkdir(parents=True)
            for file, data in self.match().files.items():
                (record / file).write_bytes(data)
                os.utime(record / file, (DAY, DAY))
            session = open_session(GameFolder(folder / name), home)
            others = ("referee", *self.names)
            session.keep_comparison([other for other in others if other not in (name, _role(name))], "equal")


def table(game: str, seats: int = 2, deck: str = "open", label: str = LABEL, **options: str) -> Table:
    """A table of a game that is dealt, under these options of its charter. A masked deck is one of Tigris, without
    others.
    """
    if deck == "masked":
        assert (game, options) == ("tigris", {}), "a table with a masked deck is one of Tigris, without options"
    return Table(game, seats, deck, tuple(options.items()), label=label)


def table_named(words: str) -> Table:
    """The table of a line of a page, such as `tigris seats=3 steps=5 deadline=7`; `steps=end` plays to the end."""
    game, *pairs = words.split()
    named = dict(pair.split("=", 1) for pair in pairs)
    seats, steps = int(named.pop("seats", "2")), named.pop("steps", "0")
    found = table(game, seats, named.pop("deck", "open"), named.pop("label", LABEL), **named)
    return found.to_the_end() if steps == "end" else found.goes_on(int(steps))


def _role(name: str) -> str:
    return "referee" if name == HOST else name


@cache
def _played(at: Table) -> Match | MaskedMatch:
    return _masked(at) if at.deck == "masked" else _open(at)


def _open(at: Table) -> Match:
    keys = {name: at.key(name) for name in (*at.names, HOST)}
    match = open_match(at.game, at.seats, at.label, at.options, keys=keys)
    for order in at.orders:
        seat = match.asked()
        assert seat is not None, "the game is over"
        match.enter(match.write(seat, [part.strip() for part in order.split(";")]))
    play_out(match, at.label, steps=None if at.steps < 0 else at.steps, policy=sensible_order)
    if match.host.over:
        match.acknowledge()
    return match


def _masked(at: Table) -> MaskedMatch:
    assert at.steps == 0, "what is played with a masked deck stands in the orders"
    match = copy_of(dealt(at.seats))
    for order in at.orders:
        if match.host.step:
            match.unlock()
        match.enter(*(part.strip() for part in order.split(";")))
    return match
