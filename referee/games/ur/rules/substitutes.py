"""Chapters 5 and 8: cubes instead of actions, and coming back without a cube on the board.

Source: UR 5.3, UR 5.4, UR 8.1, UR 8.2, UR 8.3; rulings G-4, G-5, G-14, G-18, G-22.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.board import NAMES, Cell, Mask, cells_of, with_counts
from referee.games.ur.data import ENTRY_CUBES, TILE_LIMIT
from referee.games.ur.events import Added, Entered, Founded
from referee.games.ur.moves import Add, Enter, Found
from referee.games.ur.rules.phases import check_no_ziggurat, check_not_building, check_phase_one, open_actions
from referee.games.ur.state import FRESH, State, Work
from referee.kernel.errors import illegal
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def can_found(work: Work) -> bool:
    """Whether nothing has been done yet, so that a cube on a free tile may stand for both actions.

    Source: UR 5.4.
    """
    return not (work.actions or work.adds or work.founded or work.built)


def adding_tiles(state: State, seat: Seat) -> Mask:
    """The player's tiles with room for a substitute cube.

    Source: UR 5.3, UR 4.1.
    """
    cubes = state.board.cubes
    return sum(1 << cell for cell in cells_of(state.board.held[seat]) if cubes[cell] < TILE_LIMIT)


def check_supply(state: State, seat: Seat, cell: Cell) -> None:
    """Refuse a cube that the supply does not have.

    Source: UR 4.2.
    """
    if not state.board.supply[seat]:
        raise illegal("UR 4.2", "ur/supply-empty", at=NAMES[cell])


def add(state: State, seat: Seat, move: Add) -> Transition[State]:
    """Put a substitute cube on a tile of one's own.

    Source: UR 5.3, UR 5.4, UR 4.1, UR 4.2, UR 6.5.
    """
    check_phase_one(state)
    check_not_building(state.work)
    name, board = NAMES[move.cell], state.board
    if state.work.founded:
        raise illegal("UR 5.4", "ur/no-action-left")
    if not open_actions(state.work):
        raise illegal("UR 5.3", "ur/no-action-to-substitute", at=name)
    check_no_ziggurat(board, move.cell)
    if not board.held[seat] >> move.cell & 1:
        raise illegal("UR 5.3", "ur/substitute-off-tile", at=name, tile=name)
    if board.cubes[move.cell] >= TILE_LIMIT:
        raise illegal("UR 4.1", "ur/tile-full", at=name, tile=name, count=6)
    check_supply(state, seat, move.cell)
    after = with_counts(board, seat, ((move.cell, board.cubes[move.cell] + 1),))
    work = replace(state.work, adds=state.work.adds + 1, running="", gave=0, took=0)
    return Transition(replace(state, board=after, work=work), (Added(seat, name),))


def occupy_free_tile(state: State, seat: Seat, move: Found) -> Transition[State]:
    """Put a cube on a free tile anywhere, instead of both actions.

    Source: UR 5.4, UR 4.2.
    """
    check_phase_one(state)
    check_not_building(state.work)
    name = NAMES[move.cell]
    if not can_found(state.work):
        raise illegal("UR 5.4", "ur/action-done-already", at=name)
    if not state.board.free >> move.cell & 1:
        raise illegal("UR 5.4", "ur/cube-needs-free-tile", at=name, tile=name)
    check_supply(state, seat, move.cell)
    board = with_counts(state.board, seat, ((move.cell, 1),))
    return Transition(replace(state, board=board, work=replace(state.work, founded=True)), (Founded(seat, name),))


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
