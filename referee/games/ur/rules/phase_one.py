"""Chapter 3: every order that phase 1 of a turn offers, in the order of their canonical spellings.

The listing of legal orders is made from it, and so is the answer to whether anything is left to do.

Source: UR 3.1, UR 5.1 to 5.4, UR 6.1, UR 8.1; ruling G-22.
"""

from __future__ import annotations

from referee.games.ur import moves
from referee.games.ur.board import NEIGHBOURS, cells_of
from referee.games.ur.data import TILE_LIMIT
from referee.games.ur.rules.actions import after_famine, growth, targets
from referee.games.ur.rules.phases import can_act, open_actions
from referee.games.ur.rules.substitutes import adding_tiles, can_enter, can_found
from referee.games.ur.rules.ziggurats import building_tiles, is_acting
from referee.games.ur.state import State
from referee.kernel.requests import Seat

Orders = list[moves.UrOrder]


def phase_one(state: State, seat: Seat) -> Orders:
    """Every order of phase 1 but `pass`, for a seat whose phase 1 is not over."""
    return [*before_pass(state, seat), *shifts(state, seat), *after_swap(state, seat)]


def before_pass(state: State, seat: Seat) -> Orders:
    """Orders from `add` to `found`."""
    work, hand, supply = state.work, state.hands[seat], state.board.supply[seat]
    orders: Orders = []
    if supply and open_actions(work):
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


def shifts(state: State, seat: Seat) -> Orders:
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


def after_swap(state: State, seat: Seat) -> Orders:
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
