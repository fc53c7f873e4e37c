"""The grid of 36 tiles and what is on it.

A cell is a number 0 .. 35, column by column: a1 is 0, a6 is 5, b1 is 6. Ascending cells are therefore in the order of
their names, which is the order of legal moves. `READING` is the order in which people read: a1, b1 .. f6.
Sets of cells are masks: bit n stands for cell n.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.games.ur.data import BOARD_TILES, SIDE, pair_of
from referee.kernel.requests import Seat

Cell = int
Mask = int

NAMES: tuple[str, ...] = tuple(f"{column}{row}" for column in "abcdef" for row in range(1, SIDE + 1))
CELLS: dict[str, Cell] = {name: cell for cell, name in enumerate(NAMES)}
READING: tuple[Cell, ...] = tuple(column * SIDE + row for row in range(SIDE) for column in range(SIDE))
WHOLE: Mask = (1 << BOARD_TILES) - 1
_TOP: Mask = sum(1 << column * SIDE for column in range(SIDE))
_BOTTOM: Mask = _TOP << SIDE - 1


def spread(cells: Mask) -> Mask:
    """Every cell that shares an edge with one of `cells`."""
    return ((cells << 1 & ~_TOP) | (cells >> 1 & ~_BOTTOM) | cells << SIDE | cells >> SIDE) & WHOLE


NEIGHBOURS: tuple[Mask, ...] = tuple(spread(1 << cell) for cell in range(BOARD_TILES))
OUTER_SIDES: tuple[int, ...] = tuple(4 - mask.bit_count() for mask in NEIGHBOURS)
"""How many sides of each tile lie on the edge of the board."""


_COLUMN = (1 << SIDE) - 1
_IN_COLUMN: tuple[tuple[tuple[Cell, ...], ...], ...] = tuple(
    tuple(tuple(column * SIDE + row for row in range(SIDE) if bits >> row & 1) for bits in range(1 << SIDE))
    for column in range(SIDE)
)
_A, _B, _C, _D, _E, _F = _IN_COLUMN


def cells_of(mask: Mask) -> tuple[Cell, ...]:
    """The cells of a mask, ascending; looked up column by column, because this is asked more than anything else."""
    return (
        _A[mask & _COLUMN]
        + _B[mask >> 6 & _COLUMN]
        + _C[mask >> 12 & _COLUMN]
        + _D[mask >> 18 & _COLUMN]
        + _E[mask >> 24 & _COLUMN]
        + _F[mask >> 30]
    )


class TileBoard(msgspec.Struct, frozen=True, gc=False):
    """The tiles and what is on them. Per cell: `faces`, `backs` (letters) and `cubes`; per seat the rest.

    `held[seat]` are the seat's own tiles: those with its cubes and no ziggurat. `marked[seat]` are its ziggurat tiles,
    each with one cube. `supply[seat]` are the cubes not on the board.
    """

    faces: str
    backs: str
    cubes: tuple[int, ...]
    held: tuple[Mask, ...]
    marked: tuple[Mask, ...]
    supply: tuple[int, ...]

    @property
    def free(self) -> Mask:
        """The tiles without any cube."""
        taken = 0
        for mask in self.held:
            taken |= mask
        for mask in self.marked:
            taken |= mask
        return WHOLE & ~taken

    @property
    def ziggurat_count(self) -> int:
        """How many ziggurats stand on the board."""
        return sum(mask.bit_count() for mask in self.marked)

    def owner(self, cell: Cell) -> Seat | None:
        """Whose cubes or ziggurat stand on `cell`."""
        bit = 1 << cell
        for seat, (held, marked) in enumerate(zip(self.held, self.marked, strict=True)):
            if (held | marked) & bit:
                return seat
        return None

    def is_ziggurat(self, cell: Cell) -> bool:
        """Whether a ziggurat stands on `cell`."""
        return any(mask >> cell & 1 for mask in self.marked)

    def pair(self, cell: Cell) -> str:
        """The pair of types of the tile on `cell`."""
        return pair_of(self.faces[cell], self.backs[cell])

    def own(self, seat: Seat, letter: str) -> Mask:
        """The tiles of `seat` that show `letter`."""
        return sum(1 << cell for cell in cells_of(self.held[seat]) if self.faces[cell] == letter)

    def opponents(self, seat: Seat) -> Mask:
        """The tiles held by others than `seat`; ziggurats are nobody's tiles any more."""
        taken = 0
        for mask in self.held:
            taken |= mask
        return taken & ~self.held[seat]


def with_counts(board: TileBoard, seat: Seat, counts: Iterable[tuple[Cell, int]]) -> TileBoard:
    """The board once each (cell, count) holds `count` cubes of `seat`; the difference comes from or goes to its supply.

    The cells are free or held by `seat`.
    """
    cubes = list(board.cubes)
    held, supply = board.held[seat], board.supply[seat]
    for cell, count in counts:
        supply += cubes[cell] - count
        cubes[cell] = count
        held = held | 1 << cell if count else held & ~(1 << cell)
    return TileBoard(
        board.faces,
        board.backs,
        tuple(cubes),
        (*board.held[:seat], held, *board.held[seat + 1 :]),
        board.marked,
        (*board.supply[:seat], supply, *board.supply[seat + 1 :]),
    )


def with_ziggurat(board: TileBoard, seat: Seat, cell: Cell) -> TileBoard:
    """The board once the five cubes of `seat` on `cell` have become a ziggurat with one cube as its mark."""
    emptied = with_counts(board, seat, ((cell, 1),))
    bit = 1 << cell
    held = tuple(mask & ~bit for mask in emptied.held)
    marked = (*board.marked[:seat], board.marked[seat] | bit, *board.marked[seat + 1 :])
    return msgspec.structs.replace(emptied, held=held, marked=marked)


def with_tile(board: TileBoard, cell: Cell, face: str, back: str) -> TileBoard:
    """The board once the tile on `cell` is another one, with `face` up."""
    return TileBoard(
        board.faces[:cell] + face + board.faces[cell + 1 :],
        board.backs[:cell] + back + board.backs[cell + 1 :],
        board.cubes,
        board.held,
        board.marked,
        board.supply,
    )
