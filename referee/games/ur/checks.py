"""What is true of every position; anything else is our bug.

Source: UR 1.1, UR 1.2, UR 4.1, UR 4.2, UR 4.3, UR 6.5.
"""

from __future__ import annotations

from referee.games.ur.board import NAMES, WHOLE, Board, cells_of
from referee.games.ur.data import BOARD_TILES, COPIES, CUBES, PAIRS, TILE_LIMIT, ZIGGURATS
from referee.games.ur.state import State
from referee.kernel.errors import BrokenState


def check(state: State) -> None:
    """Raise `BrokenState` unless tiles and cubes are all there and stand as they may.

    Source: UR 1.1, UR 1.2, UR 4.1, UR 4.2, UR 4.3, UR 6.5.
    """
    board = state.board
    pairs = [*(board.pair(cell) for cell in range(BOARD_TILES)), *state.hands]
    pairs += [state.spare] if state.spare else []
    for pair in PAIRS:
        if (found := pairs.count(pair)) != COPIES:
            raise BrokenState("ur/four-tiles-found", pair=pair, found=found)
    if bool(state.spare) != (state.seats == 3):
        raise BrokenState("ur/spare-of-three-only")
    if board.ziggurat_count > ZIGGURATS:
        raise BrokenState("ur/five-ziggurats-stand", found=board.ziggurat_count)
    check_cubes(board)
    for cell, count in state.work.owed:
        owner = board.owner(cell)
        if owner is None or count < 1 or count > min(TILE_LIMIT - board.cubes[cell], board.supply[owner]):
            raise BrokenState("ur/bad-cubes-owed", count=count, tile=NAMES[cell])


def check_cubes(board: Board) -> None:
    seen = 0
    for seat, (held, marked) in enumerate(zip(board.held, board.marked, strict=True)):
        if seen & (held | marked) or held & marked or (held | marked) & ~WHOLE:
            raise BrokenState("ur/tile-one-owner")
        seen |= held | marked
        on_board = sum(board.cubes[cell] for cell in cells_of(held | marked))
        if on_board + board.supply[seat] != CUBES or board.supply[seat] < 0:
            raise BrokenState("ur/cube-count", found=on_board + board.supply[seat])
        for cell in cells_of(held | marked):
            limit = 1 if marked >> cell & 1 else TILE_LIMIT
            if not 1 <= board.cubes[cell] <= limit:
                raise BrokenState("ur/cannot-hold-cubes", tile=NAMES[cell], count=board.cubes[cell])
    if any(board.cubes[cell] for cell in cells_of(WHOLE & ~seen)):
        raise BrokenState("ur/free-tile-holds-cubes")
