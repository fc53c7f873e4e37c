"""Chapter 12: Trade.

Source: UR 12.1; rulings G-13, G-25.
"""

from __future__ import annotations

from referee.games.ur.board import NEIGHBOURS, OUTER_SIDES, Board, cells_of
from referee.games.ur.data import ACTIONS
from referee.games.ur.events import Acted
from referee.games.ur.moves import Trade
from referee.games.ur.rules.phases import acted, check_action
from referee.games.ur.rules.shares import hand_out, room
from referee.games.ur.state import Owed, State
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def profit(board: Board, seat: Seat) -> Owed:
    """What the own Trade tiles get: a cube for each side at an opponent's tile or at the outer edge, as they fit.

    Source: UR 12.1, UR 4.1; ruling G-13 (a ziggurat is no opponent's tile).
    """
    partners = board.opponents(seat)
    shares = (
        (cell, room(board, cell, OUTER_SIDES[cell] + (NEIGHBOURS[cell] & partners).bit_count()))
        for cell in cells_of(board.own(seat, "T"))
    )
    return tuple((cell, count) for cell, count in shares if count)


def trade(state: State, seat: Seat, move: Trade) -> Transition[State]:
    """Carry out Trade.

    Source: UR 12.1; rulings G-12, G-13, G-25.
    """
    check_action(state, seat, "T")
    events = [Acted(seat, ACTIONS["T"])]
    return hand_out(state, state.board, acted(state.work, "T"), profit(state.board, seat), [*events])
