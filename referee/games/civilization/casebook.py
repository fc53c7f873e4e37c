"""The language of the cases: a position over the shipped pack in a few words, and what is different afterwards.

Players are called A, B, C .. clockwise. Units are `gan:i1` (place, letter, era); places, technologies and cards have
the codes of the pack. Whatever `given` does not name is not there: no credits, no pieces, no markers.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from referee.kernel.cases import about

PLAYERS = "ABCDEF"


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A set-up by chance that is all zeros; `technologies` and `open` (faces by place) replace what chance gave."""

    seats: int = 3
    options: dict[str, str] = {}
    technologies: tuple[str, ...] = ()
    open: dict[str, str] = {}
    covered: Annotated[dict[str, str], about("faces that turn up; without it nothing")] = {}
    first: str = "A"


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position in the turn of `active`, who has laid `card` open, at a stage of the turn; or a set-up, or a count."""

    seats: int = 3
    options: dict[str, str] = {}
    era: int = 1
    active: str = "A"
    turn: int = 12
    stage: Annotated[str, about("start, card, top, bottom, resource, end, pick or back")] = "top"
    card: str = ""
    pool: tuple[str, ...] = ("c101", "c103")
    hands: dict[str, str] = {}
    credits: dict[str, int] = {}
    points: dict[str, int] = {}
    plagues: dict[str, int] = {}
    technologies: dict[str, tuple[str, ...]] = {}
    wonders: dict[str, tuple[str, ...]] = {}
    structures: dict[str, tuple[str, ...]] = {}
    waiting: Annotated[dict[str, tuple[str, ...]], about("units on wonder cards, `c1`")] = {}
    units: dict[str, tuple[str, ...]] = {}
    towns: dict[str, dict[str, int]] = {}
    colonists: dict[str, dict[str, int]] = {}
    markers: Annotated[dict[str, str], about("open faces by place")] = {}
    covered: Annotated[dict[str, str], about("faces under covered markers")] = {}
    wishes: Annotated[dict[str, tuple[str, ...]], about("standing wishes, as orders")] = {}
    setup: Setup | None = None
    count: Annotated[tuple[tuple[int, ...], ...], about("numbers of all players in some fields, to count")] = ()


class Then(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is different. `{}` or "" for a place: nothing is there any more. Of a count only `scores` is asked."""

    era: int | UnsetType = UNSET
    credits: dict[str, int] = {}
    points: dict[str, int] = {}
    plagues: dict[str, int] = {}
    technologies: dict[str, tuple[str, ...]] = {}
    wonders: dict[str, tuple[str, ...]] = {}
    structures: dict[str, tuple[str, ...]] = {}
    waiting: dict[str, tuple[str, ...]] = {}
    hands: dict[str, str] = {}
    units: Annotated[dict[str, str], about("by place: `A i1 c1`, the oldest first")] = {}
    towns: Annotated[dict[str, str], about("by place: `A 2`")] = {}
    colonists: Annotated[dict[str, str], about("by place: `A 2`")] = {}
    markers: dict[str, str] = {}
    pool: tuple[str, ...] | UnsetType = UNSET
    asks: Annotated[str | UnsetType, about("who is asked what: `B turn`; empty when the game is over")] = UNSET
    events: Annotated[tuple[str, ...] | UnsetType, about("some of what happened, in this order")] = UNSET
    prices: Annotated[dict[str, dict[str, int]], about("what technologies cost a player, 0: not on offer")] = {}
    values: Annotated[dict[str, int], about("the defence of places against the active player")] = {}
    scores: Annotated[tuple[int, ...] | UnsetType, about("points of the count, by player")] = UNSET
    ending: str | UnsetType = UNSET
    ranks: tuple[int, ...] | UnsetType = UNSET
    open: Annotated[int | UnsetType, about("markers that lie open")] = UNSET
    covered: Annotated[int | UnsetType, about("markers that lie covered")] = UNSET
