"""The order that does nothing, for games that ask many things: what a seat does for which nobody decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from referee.kernel.goods import Own
from referee.kernel.requests import Seat

S = TypeVar("S")
M = TypeVar("M")


def least_of(
    legal_orders: Callable[[S, Seat, Own | None], Iterator[M]], nothing: Sequence[M]
) -> Callable[[S, Seat], M]:
    """The neutral order of a game: the first of `nothing` that is legal, else the first legal order of all. `nothing`
    are orders that do nothing and need nothing of the hand, and for whatever else is asked neither do legal orders.
    """

    def neutral(state: S, seat: Seat) -> M:
        possible = tuple(legal_orders(state, seat, None))
        return next((move for move in nothing if move in possible), possible[0])

    return neutral
