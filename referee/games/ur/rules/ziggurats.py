"""Chapter 6: building ziggurats.

Source: UR 6.1 to 6.5; rulings G-13, G-20.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.board import NAMES, Mask, cells_of, with_ziggurat
from referee.games.ur.data import TILE_LIMIT, ZIGGURATS, ZIGGURATS_A_TURN
from referee.games.ur.events import Built, LastRound
from referee.games.ur.moves import Build
from referee.games.ur.rules.phases import check_phase_one
from referee.games.ur.state import State, Work
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def is_acting(work: Work) -> bool:
    """Whether this turn has actions or substitutes.

    Source: UR 6.3.
    """
    return bool(work.actions or work.adds or work.founded)


def building_tiles(state: State, seat: Seat) -> Mask:
    """The player's tiles with five cubes; none if no ziggurat may be built any more.

    Source: UR 6.1, UR 6.2, UR 6.4.
    """
    board = state.board
    if state.work.built >= ZIGGURATS_A_TURN or board.ziggurat_count >= ZIGGURATS:
        return 0
    return sum(1 << cell for cell in cells_of(board.held[seat]) if board.cubes[cell] == TILE_LIMIT)


def build(state: State, seat: Seat, move: Build) -> Transition[State]:
    """Put a ziggurat in place of five own cubes. Events: `Built`, and `LastRound` for the fifth.

    Source: UR 6.1 to 6.4; ruling G-20.
    """
    check_phase_one(state)
    name, board = NAMES[move.cell], state.board
    if is_acting(state.work):
        raise illegal("UR 6.3", "ur/actions-exclude-ziggurats", at=name)
    if state.work.built >= ZIGGURATS_A_TURN:
        raise illegal("UR 6.2", "ur/two-ziggurats-a-turn", at=name)
    if board.ziggurat_count >= ZIGGURATS:
        raise illegal("UR 6.4", "ur/no-ziggurat-left", at=name)
    if not building_tiles(state, seat) >> move.cell & 1:
        raise illegal("UR 6.1", "ur/ziggurat-needs-cubes", at=name, tile=name)
    after = with_ziggurat(board, seat, move.cell)
    events: list[Event] = [Built(seat, name, after.ziggurat_count)]
    if after.ziggurat_count == ZIGGURATS:
        events.append(LastRound((state.first - 1) % state.seats))
    work = replace(state.work, built=state.work.built + 1)
    return Transition(replace(state, board=after, work=work), tuple(events))
