"""Every order the seat to move may give, sorted by canonical spelling.

The verbs follow one another alphabetically and cells ascend by name, so nothing has to be sorted here.
Ur hides nothing: what a seat knows alone is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.ur import moves
from referee.games.ur.board import cells_of
from referee.games.ur.rules.phase_one import Orders, after_swap, before_pass, shifts
from referee.games.ur.rules.setup import exchange_tiles, placing_tiles
from referee.games.ur.rules.swap import swap_tiles
from referee.games.ur.state import EXCHANGE, PLACE, SHARE, State
from referee.kernel.goods import OwnGoods
from referee.kernel.requests import Seat


def legal_orders(state: State, seat: Seat, own: OwnGoods | None) -> Iterator[moves.UrOrder]:
    """Every legal order of `seat`; none if it is not its turn."""
    if state.ending or seat != state.seat:
        return iter(())
    phase = state.phase
    if phase == PLACE:
        return iter([moves.Place(cell) for cell in cells_of(placing_tiles(state))])
    if phase == EXCHANGE:
        return iter(_exchanges(state, seat))
    return iter(_shares(state) if phase == SHARE else _turn_orders(state, seat))


def _exchanges(state: State, seat: Seat) -> Orders:
    faces = sorted(state.hands[seat])
    orders: Orders = [moves.Exchange(cell, face) for cell in cells_of(exchange_tiles(state)) for face in faces]
    if state.spare:
        orders.append(moves.Exchange(moves.SPARE))
    orders.append(moves.Keep())
    return orders


def _shares(state: State) -> Orders:
    work = state.work
    orders: Orders = [moves.Enough()] if work.sparing else []
    return orders + [moves.Put(cell, count) for cell, owed in work.owed for count in range(1, owed + 1)]


def _turn_orders(state: State, seat: Seat) -> Orders:
    if state.work.entered or state.work.passed:
        return _swaps(state, seat)
    return [
        *before_pass(state, seat),
        moves.Pass(),
        *shifts(state, seat),
        *_swaps(state, seat),
        *after_swap(state, seat),
    ]


def _swaps(state: State, seat: Seat) -> Orders:
    hand = state.hands[seat]
    orders: Orders = []
    for cell in swap_tiles(state.board, hand):
        orders += moves.swaps(cell, hand)
    if state.spare and state.spare != hand:
        orders.append(moves.Swap(moves.SPARE))
    return orders
