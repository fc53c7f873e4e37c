"""Chapter 14: Culture.

Source: UR 14.1; rulings G-10, G-12.
"""

from __future__ import annotations

from referee.games.ur.board import NEIGHBOURS, Board, cells_of
from referee.games.ur.data import ACTIONS
from referee.games.ur.events import Acted
from referee.games.ur.moves import Culture
from referee.games.ur.rules.phases import acted, check_action
from referee.games.ur.rules.shares import hand_out, room
from referee.games.ur.state import Owed, State
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def radiance(board: Board, seat: Seat) -> Owed:
    """What occupied tiles get from the own Culture tiles next to them: a cube from each, as they fit.

    Source: UR 14.1, UR 4.1; ruling G-10.
    """
    sources = board.own(seat, "C")
    occupied = board.held[seat] | board.opponents(seat)
    shares = ((cell, room(board, cell, (NEIGHBOURS[cell] & sources).bit_count())) for cell in cells_of(occupied))
    return tuple((cell, count) for cell, count in shares if count)


def culture(state: State, seat: Seat, move: Culture) -> Transition[State]:
    """Carry out Culture: the own tiles and those of opponents grow in the colour of whoever holds them.

    Source: UR 14.1; rulings G-10, G-12.
    """
    check_action(state, seat, "C")
    events = [Acted(seat, ACTIONS["C"])]
    return hand_out(state, state.board, acted(state.work, "C"), radiance(state.board, seat), [*events])
