"""Every order the seat on turn may give, sorted by canonical spelling.

The verbs follow one another alphabetically and cells ascend by name, so nothing has to be sorted here.
Ur hides nothing: what a seat knows alone is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.ur import moves
from referee.games.ur.board import NEIGHBOURS, cells_of
from referee.games.ur.data import TILE_LIMIT
from referee.games.ur.rules.agriculture import after_famine, growth
from referee.games.ur.rules.phases import can_act
from referee.games.ur.rules.reentry import can_enter
from referee.games.ur.rules.setup import exchange_tiles, placing_tiles
from referee.games.ur.rules.substitutes import adding_tiles, can_add, can_found
from referee.games.ur.rules.swap import swap_tiles
from referee.games.ur.rules.war import targets
from referee.games.ur.rules.ziggurats import building_tiles, is_acting
from referee.games.ur.state import EXCHANGE, PLACE, SHARE, State
from referee.kernel.goods import Own
from referee.kernel.requests import Seat

Orders = list[moves.Order]


def legal_orders(state: State, seat: Seat, own: Own | None) -> Iterator[moves.Order]:
    """Every legal order of `seat`; none if it is not its turn."""
    if state.ending or seat != state.seat:
        return iter(())
    phase = state.phase
    if phase == PLACE:
        return iter([moves.Place(cell) for cell in cells_of(placing_tiles(state))])
    if phase == EXCHANGE:
        return iter(_exchanges(state, seat))
    return iter(_shares(state) if phase == SHARE else _turn(state, seat))


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


def _turn(state: State, seat: Seat) -> Orders:
    if state.work.entered or state.work.passed:
        return _swaps(state, seat)
    return [
        *_before_pass(state, seat),
        moves.Pass(),
        *_shifts(state, seat),
        *_swaps(state, seat),
        *_after_swap(state, seat),
    ]


def phase_one(state: State, seat: Seat) -> Orders:
    """Every order of phase 1 but `pass`, for a seat whose phase 1 is not over."""
    return [*_before_pass(state, seat), *_shifts(state, seat), *_after_swap(state, seat)]


def _before_pass(state: State, seat: Seat) -> Orders:
    """Orders from `add` to `found`."""
    work, hand, supply = state.work, state.hands[seat], state.board.supply[seat]
    orders: Orders = []
    if supply and can_add(work):
        orders += [moves.Add(cell) for cell in cells_of(adding_tiles(state, seat))]
    if can_act(work, hand, "A"):
        orders.append(moves.Agriculture())
        board = after_famine(state, seat)
        if board.supply[seat] and growth(board, seat):
            orders.append(moves.Agriculture(sparing=True))
    if can_act(work, hand, "C"):
        orders.append(moves.Culture())
    if can_enter(state, seat):
        orders += [moves.Enter(cell) for cell in cells_of(state.board.free)]
    if supply and can_found(work):
        orders += [moves.Found(cell) for cell in cells_of(state.board.free)]
    return orders


def _shifts(state: State, seat: Seat) -> Orders:
    work, board = state.work, state.board
    if not (work.running == "P" or can_act(work, state.hands[seat], "P")):
        return []
    held, cubes = board.held[seat], board.cubes
    gave, took = (work.gave, work.took) if work.running == "P" else (0, 0)
    orders: Orders = []
    for giver in cells_of(held & ~took):
        for taker in cells_of(held & ~gave & ~(1 << giver)):
            orders += moves.shifts(giver, taker)[: min(cubes[giver], TILE_LIMIT - cubes[taker])]
    return orders


def _swaps(state: State, seat: Seat) -> Orders:
    hand = state.hands[seat]
    orders: Orders = []
    for cell in swap_tiles(state.board, hand):
        orders += moves.swaps(cell, hand)
    if state.spare and state.spare != hand:
        orders.append(moves.Swap(moves.SPARE))
    return orders


def _after_swap(state: State, seat: Seat) -> Orders:
    """Orders from `trade` to `ziggurat`."""
    work, hand = state.work, state.hands[seat]
    orders: Orders = []
    if can_act(work, hand, "T"):
        orders.append(moves.Trade())
    if work.running == "W" or can_act(work, hand, "W"):
        orders += _attacks(state, seat)
    if not is_acting(work):
        orders += [moves.Build(cell) for cell in cells_of(building_tiles(state, seat))]
    return orders


def _attacks(state: State, seat: Seat) -> Orders:
    """Every attack that can be completed; must agree with `war.losses`, which the contract suite compares."""
    board, reach = state.board, targets(state, seat)
    faces, cubes = board.faces, board.cubes
    everywhere = cells_of(reach)
    orders: Orders = []
    for start in cells_of(board.held[seat]):
        held, face = cubes[start], faces[start]
        goals = cells_of(reach & NEIGHBOURS[start]) if state.adjacent_war else everywhere
        for target in goals:
            left = held - cubes[target] - (face != "W" and face != faces[target])
            if left > 0:
                orders += moves.attacks(start, target)[:left]
    return orders
