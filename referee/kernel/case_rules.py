"""What one game says about its cases; how cases are run is in `kernel/cases.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

import msgspec

G = TypeVar("G")
T = TypeVar("T")
P = TypeVar("P")

Difference = tuple[str, Any, Any]
"""(where, expected, found), the latter two to be read as text."""


class Unsayable(Exception):
    """What a case lets somebody try, and what no order can say: it counts as refused, under no rule."""


class CaseRules(msgspec.Struct, Generic[G, T, P], frozen=True, kw_only=True):
    """What one game says about its cases.

    given        the type of `given`
    then         the type of `then`
    position_of  the position of a case, with whatever the comparison needs of it
    play         one order, and whether the case wants it refused. Raises IllegalMove, and Unsayable
    compare      what differs from `then`; whatever is not mentioned there must be as it was
    former       a case of an earlier format in this one, or None if it is in no format of this game
    """

    given: type[G]
    then: type[T]
    position_of: Callable[[G], P]
    play: Callable[[P, str, bool], P]
    compare: Callable[[P, T], Iterable[Difference]]
    former: Callable[[dict[str, Any]], dict[str, Any] | None] = lambda case: None
