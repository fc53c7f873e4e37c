"""Chapter 8: coming back without a cube on the board.

Source: UR 8.1, UR 8.2, UR 8.3; rulings G-14, G-18, G-22.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.board import NAMES, with_counts
from referee.games.ur.data import ENTRY_CUBES
from referee.games.ur.events import Entered
from referee.games.ur.moves import Enter
from referee.games.ur.rules.phases import check_phase_one
from referee.games.ur.state import FRESH, State
from referee.kernel.errors import illegal
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def can_enter(state: State, seat: Seat) -> bool:
    """Whether `seat` begins its turn without any cube on the board; the mark on a ziggurat is one.

    Source: UR 8.1; ruling G-14.
    """
    return state.work == FRESH and not state.board.held[seat] and not state.board.marked[seat]


def enter(state: State, seat: Seat, move: Enter) -> Transition[State]:
    """Put three cubes on a free tile; only the swap is left then.

    Source: UR 8.1, UR 8.2, UR 8.3; rulings G-14, G-22.
    """
    check_phase_one(state)
    name = NAMES[move.cell]
    if not can_enter(state, seat):
        raise illegal("UR 8.1", "ur/no-coming-back", at=name)
    if not state.board.free >> move.cell & 1:
        raise illegal("UR 8.2", "ur/coming-back-needs-free", at=name, tile=name)
    board = with_counts(state.board, seat, ((move.cell, ENTRY_CUBES),))
    return Transition(replace(state, board=board, work=replace(state.work, entered=True)), (Entered(seat, name),))
