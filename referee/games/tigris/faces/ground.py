"""The land between the rivers: one body of water with banks, and the names of the spaces round it."""

from __future__ import annotations

from functools import lru_cache

from referee.drawing.elements import Point, path, rectangle
from referee.drawing.frame import MARGIN, TOP, coordinates
from referee.drawing.outline import Cell, outline
from referee.games.tigris.board import COLUMNS, LABEL, ROW_COUNT, Spaces, singles
from referee.games.tigris.faces.pieces import CELL
from referee.kernel.drawing import Element, Shape

WIDE, HIGH = CELL * len(COLUMNS), CELL * ROW_COUNT
BOARD = (0, TOP - 26, 2 * MARGIN + WIDE, HIGH + 54)
"""The board with its coordinates."""

_CELL_OF = {space: (COLUMNS.index(label[0]), int(label[1:]) - 1) for space, label in LABEL.items()}
_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def cell_of(space: Spaces) -> Cell:
    """Column and row of a space, from 0."""
    return _CELL_OF[space]


def cells_of(spaces: Spaces) -> tuple[Cell, ...]:
    """Column and row of each space of a set, in reading order."""
    return tuple(map(cell_of, singles(spaces)))


def corner(space: Spaces) -> Point:
    """The upper left corner of a space in the picture."""
    column, row = cell_of(space)
    return MARGIN + CELL * column, TOP + CELL * row


def ground(river: Spaces) -> tuple[Shape, ...]:
    """Land, river, grid and coordinates."""
    columns = [(name, MARGIN + CELL * n + CELL // 2) for n, name in enumerate(COLUMNS)]
    rows = [(str(n + 1), TOP + CELL * n + CELL // 2) for n in range(ROW_COUNT)]
    return (
        Shape("land", "ground", (rectangle((MARGIN, TOP), (WIDE, HIGH), "land", radius=8),)),
        Shape("river", "ground", (_river(river),), unspoken=True),
        Shape("grid", "ground", (path(_grid(), "line none", line=1),), unspoken=True),
        coordinates(columns, rows, (TOP - 7, TOP + HIGH + 20), (13, MARGIN + WIDE + 13)),
    )


@lru_cache(maxsize=16)
def _river(river: Spaces) -> Element:
    """The water with its banks, cut off where it leaves the board, and the lines of its current."""
    cells = frozenset(cells_of(river))
    water = cells | _beyond(cells)
    course = outline(water, CELL, (0, 0), 0, 15)
    drawn = (path(course, "river bank", line=3), path(_flow(cells, water), "flow none", line=2))
    size = (("x", MARGIN), ("y", TOP), ("width", WIDE), ("height", HIGH), ("viewBox", f"0 0 {WIDE} {HIGH}"))
    return Element("svg", size, "", drawn)


def _beyond(cells: frozenset[Cell]) -> frozenset[Cell]:
    """The squares outside the board into which the river flows on."""
    return frozenset((x + dx, y + dy) for x, y in cells for dx, dy in _SIDES if _leaves((x, y), (dx, dy), cells))


def _leaves(cell: Cell, side: Cell, cells: frozenset[Cell]) -> bool:
    """Whether the river flows over this edge of the board: it comes straight towards it, with all its width."""
    (x, y), (dx, dy) = cell, side
    if _inside((x + dx, y + dy)) or (x - dx, y - dy) not in cells:
        return False
    beside = [(x + dy, y + dx), (x - dy, y - dx)]
    return all((bx - dx, by - dy) in cells for bx, by in beside if (bx, by) in cells)


def _inside(cell: Cell) -> bool:
    return 0 <= cell[0] < len(COLUMNS) and 0 <= cell[1] < ROW_COUNT


def _flow(cells: frozenset[Cell], water: frozenset[Cell]) -> str:
    """Two lines of current through each square that has water on just two sides: a wave or a bend."""
    return "".join(_current(cell, water) for cell in sorted(cells))


def _current(cell: Cell, water: frozenset[Cell]) -> str:
    x, y = cell
    wet = [(dx, dy) for dx, dy in _SIDES if (x + dx, y + dy) in water]
    if len(wet) != 2:
        return ""
    left, top, half = x * CELL, y * CELL, CELL // 2
    (ax, ay), (bx, by) = wet
    if (ax, ay) == (-bx, -by):
        if ax:
            return "".join(f"M{left} {top + half + d}q12 5 24 0t24 0" for d in (-6, 6))
        return "".join(f"M{left + half + d} {top}q-5 12 0 24t0 24" for d in (-6, 6))
    return "".join(_bend((left + half, top + half), (ax + bx, ay + by), d) for d in (-6, 6))


def _bend(middle: Point, turned: Cell, off: int) -> str:
    """An arc from the upright side to the level one of a square, `off` from its middle line."""
    (x, y), (dx, dy), half = middle, turned, CELL // 2
    bent = (x + off * dx, y + off * dy)
    return f"M{x + dx * half} {bent[1]}Q{bent[0]} {bent[1]} {bent[0]} {y + dy * half}"


def _grid() -> str:
    upright = "".join(f"M{MARGIN + CELL * n} {TOP}v{HIGH}" for n in range(1, len(COLUMNS)))
    level = "".join(f"M{MARGIN} {TOP + CELL * n}h{WIDE}" for n in range(1, ROW_COUNT))
    return upright + level
