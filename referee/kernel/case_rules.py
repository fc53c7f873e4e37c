"""What one game says about its cases; how cases are run is in `kernel/cases.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from referee.kernel.game import Options

G = TypeVar("G")
T = TypeVar("T")
P = TypeVar("P")

Difference = tuple[str, Any, Any]
"""(where, expected, found), the latter two to be read as text."""

Facts = dict[str, str]
"""What a case can be about, as short text by name: `{"on b3": "X 2"}`. Empty text and no such name are the same."""


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """Where a case begins.

    state    the state in which the first order is given
    options  those it is played with
    before   the state that `then` is read against, where something has happened by itself since; None: `state`
    told     what has happened since, in the words of the notes
    hands    kinds in hand by seat, None for a hand that has enough of everything; without it all have
    covered  kinds that lie face down, by place
    """

    state: Any
    options: Options
    before: Any = None
    told: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...] | None, ...] = ()
    covered: dict[str, str] = {}


def nothing_more(state: Any) -> Facts:
    """Every fact is compared in every case."""
    return {}


class CaseRules(msgspec.Struct, Generic[G], frozen=True, kw_only=True):
    """What one game says about its cases.

    given        the type of `given`: a position in the game's own short words
    position_of  the position of a case; or, where nothing is played, the facts that are found. Raises RefereeError, and
                 LookupError or ValueError for a place or a piece that there is not
    facts        everything that must be as it was unless `then` names it
    more         what follows from that, and is compared only where `then` names it
    seats        what a case calls the seats, clockwise
    """

    given: type[G]
    position_of: Callable[[G], Position | Facts]
    facts: Callable[[Any], Facts]
    more: Callable[[Any], Facts] = nothing_more
    seats: tuple[str, ...] = tuple(map(str, range(10)))


class Unsayable(Exception):
    """What a case lets somebody try, and what no order can say: it counts as refused, under no rule."""


class OwnRules(msgspec.Struct, Generic[G, T, P], frozen=True, kw_only=True):
    """The rules of a game whose `then` is still its own."""

    given: type[G]
    then: type[T]
    position_of: Callable[[G], P]
    play: Callable[[P, str, bool], P]
    compare: Callable[[P, T], Iterable[Difference]]
