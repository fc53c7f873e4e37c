"""What happened: public facts only.

A game's events derive from `Event`; their class name in lower case and their fields in order are the words
of a turn note (`scored anna red 1`). The events below move hidden goods: `referee.kernel.goods` reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, get_origin, get_type_hints

import msgspec

SeatField = Annotated[int, "seat"]
"""A field that holds a seat number and is written as the seat's name."""

SeatsField = Annotated[tuple[int, ...], "seat"]
"""A field that holds seat numbers and is written as their names."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """One public fact. Fields are seats (`SeatField`), ints, text, enums with text values, or tuples of these."""


class SeatEvent(Event, frozen=True, gc=False):
    """What one seat has done, or what has befallen it; its name is the first word."""

    seat: SeatField


class GoodsEvent(Event, frozen=True, gc=False):
    """A fact that moves hidden goods; the knowledge beside the state must follow it."""


class Drew(GoodsEvent, frozen=True, gc=False):
    """`seat` takes the next `count` goods of a pile into the hand. `pile` is empty when the game has one pile."""

    seat: SeatField
    count: int
    pile: str = ""


class Spent(GoodsEvent, frozen=True, gc=False):
    """`count` goods of `kind` leave the hand of `seat`, seen by all."""

    seat: SeatField
    kind: str
    count: int = 1


class Discarded(GoodsEvent, frozen=True, gc=False):
    """`count` goods leave the hand of `seat` unseen; which ones is the secret part of its order."""

    seat: SeatField
    count: int


class Laid(GoodsEvent, frozen=True, gc=False):
    """`seat` lays one good from the hand face down on `place`; which one is the secret part of its order."""

    seat: SeatField
    place: str


class Revealed(GoodsEvent, frozen=True, gc=False):
    """What was face down on `place` is turned up."""

    place: str
    kind: str


class Hidden(GoodsEvent, frozen=True, gc=False):
    """The next good of a pile lies face down on `place`, unseen by all. `pile` is empty when the game has one pile.

    `Revealed` turns it up, which everybody checks against the deal at once.
    """

    place: str
    pile: str = ""


class Peeked(GoodsEvent, frozen=True, gc=False):
    """`seat` alone learns what a `Hidden` event has put on `place`."""

    seat: SeatField
    place: str


class ConflictWon(Event, frozen=True, gc=False):
    """Base of every event that ends a conflict: sealed orders under `win` and `lose` look at these two fields."""

    winner: SeatField
    loser: SeatField


def event_words(event: Event, names: Sequence[str]) -> str:
    """The event as it is written in a turn note: `scored anna red 1`. Empty text is left out."""
    words = [type(event).__name__.lower()]
    for field, is_seat in fields_of(type(event)):
        value = getattr(event, field)
        for item in value if isinstance(value, tuple) else (value,):
            word = names[item] if is_seat else str(getattr(item, "value", item))
            if word:
                words.append(word)
    return " ".join(words)


@cache
def fields_of(kind: type[Event]) -> tuple[tuple[str, bool], ...]:
    """(field, whether it holds seats) in order, for anybody who writes an event in other words."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (field, get_origin(hints[field]) is Annotated and "seat" in hints[field].__metadata__)
        for field in kind.__struct_fields__
    )
