"""Chapter 11: Agriculture.

Source: UR 11.1, UR 11.2; rulings G-6, G-7.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.board import NAMES, Board, Mask, cells_of, spread, with_counts
from referee.games.ur.data import ACTIONS, GROWTH
from referee.games.ur.events import Acted, Starved
from referee.games.ur.moves import ORDERS, Agriculture
from referee.games.ur.rules.phases import acted, check_action
from referee.games.ur.rules.shares import hand_out, room
from referee.games.ur.state import Owed, State
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Transition
from referee.kernel.grammar.spelling import said
from referee.kernel.requests import Seat


def starving(state: State, seat: Seat) -> Mask:
    """The own tiles that lose a cube: those not next to an own Agriculture tile.

    Own Agriculture tiles are exempt, unless the game is played with `agriculture literal`.

    Source: UR 11.1; ruling G-6.
    """
    fields = state.board.own(seat, "A")
    fed = spread(fields) if state.literal_agriculture else spread(fields) | fields
    return state.board.held[seat] & ~fed


def after_famine(state: State, seat: Seat) -> Board:
    """The board once every starving tile has lost a cube.

    Source: UR 11.1.
    """
    cubes = state.board.cubes
    return with_counts(state.board, seat, ((cell, cubes[cell] - 1) for cell in cells_of(starving(state, seat))))


def growth(board: Board, seat: Seat) -> Owed:
    """What the own Agriculture tiles may get: two cubes, as far as they fit.

    Source: UR 11.2, UR 4.1.
    """
    shares = ((cell, room(board, cell, GROWTH)) for cell in cells_of(board.own(seat, "A")))
    return tuple((cell, count) for cell, count in shares if count)


def agriculture(state: State, seat: Seat, move: Agriculture) -> Transition[State]:
    """Carry out Agriculture: one cube off every starving tile, then up to two on every own Agriculture tile.

    The cubes taken off are back in the supply before the others are added.

    Source: UR 11.1, UR 11.2; rulings G-6, G-7, G-12.
    """
    check_action(state, seat, "A")
    board = after_famine(state, seat)
    owed = growth(board, seat)
    if move.sparing and not (owed and board.supply[seat]):
        raise illegal("UR 11.2", "ur/nothing-to-spare", hint=said(ORDERS.grammar, "agriculture"))
    events: list[Event] = [Acted(seat, ACTIONS["A"])]
    events += [Starved(seat, NAMES[cell]) for cell in cells_of(starving(state, seat))]
    work = replace(acted(state.work, "A"), sparing=move.sparing)
    return hand_out(state, board, work, owed, events)
