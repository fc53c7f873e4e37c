"""The board as shapes: the land between the rivers, what is on it, kingdoms, and where the last step was played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.drawing.board_frame import MARGIN, TOP, coordinates, departure_ring, last_move_rings
from referee.drawing.outline import Cell, outline
from referee.drawing.svg_document import Point, path, rectangle, use, words
from referee.games.tigris import moves as m
from referee.games.tigris.board import COLUMNS, LABEL, ROW_COUNT, SPACE, Spaces, singles
from referee.games.tigris.data import COLOURS, DYNASTIES, KINDS, MONUMENTS, ROLES
from referee.games.tigris.display.listing import Kingdom, kingdoms_of
from referee.games.tigris.display.pieces import CELL, leader
from referee.games.tigris.display.status import joining, say
from referee.games.tigris.state import State
from referee.kernel.game import Viewer
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Element, Shape

WIDE, HIGH = CELL * len(COLUMNS), CELL * ROW_COUNT
BOARD = (0, TOP - 27, 2 * MARGIN + WIDE, HIGH + 55)
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


@lru_cache(maxsize=16)
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


def _river(river: Spaces) -> Element:
    """The water with its banks, cut off where it leaves the board, and the lines of its current."""
    cells = frozenset(cells_of(river))
    water = cells | _river_mouths(cells)
    course = outline(water, CELL, (0, 0), 0, 15)
    flow = "".join(_current(cell, water) for cell in sorted(cells))
    drawn = (path(course, "river bank", line=3), path(flow, "flow none", line=2))
    size = (("x", MARGIN), ("y", TOP), ("width", WIDE), ("height", HIGH), ("viewBox", f"0 0 {WIDE} {HIGH}"))
    return Element("svg", size, "", drawn)


def _river_mouths(cells: frozenset[Cell]) -> frozenset[Cell]:
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


def _current(cell: Cell, water: frozenset[Cell]) -> str:
    """Two lines of current through a square that has water on just two sides: a wave or a bend."""
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


def pieces(state: State, view: Viewer) -> Iterator[Shape]:
    """Every piece on the board, layer by layer."""
    yield from _tiles(state, view.lang)
    yield from _monuments(state, view.lang)
    yield from _leaders(state, view)
    yield from _treasures(state, view.lang)


def leader_name(view: Viewer, seat: int, role: int) -> str:
    """`anna's priest, lion`: in words what its outline and its sign say."""
    return _leader_name(view.names[seat], seat, role, view.lang)


@lru_cache(maxsize=256)
def _leader_name(name: str, seat: int, role: int, lang: str) -> str:
    told = say("leader of", lang, name=name, role=ROLES[role])
    return say("with sign", lang, leader=told, sign=say(DYNASTIES[seat], lang))


@lru_cache(maxsize=1024)
def _alike(layer: str, name: str, spaces: Spaces, lang: str, symbol: str) -> tuple[Shape, ...]:
    """A piece on each of these spaces; a step changes few of the sets of which a board is made."""
    return tuple(_piece(layer, name, space, lang, symbol) for space in singles(spaces))


@lru_cache(maxsize=4096)
def _piece(layer: str, name: str, space: Spaces, lang: str, symbol: str, cells: int = 1) -> Shape:
    return _labelled_shape(layer, name, space, lang, use(symbol, corner(space), (CELL * cells, CELL * cells)))


def _labelled_shape(layer: str, name: str, space: Spaces, lang: str, drawn: Element) -> Shape:
    label = LABEL[space]
    return Shape(f"{layer} {label}", layer, (drawn,), at(name, label, lang))


def at(name: str, label: str, lang: str) -> str:
    """`temple at B10`."""
    return say("at", lang, what=name, cell=label)


def _tiles(state: State, lang: str) -> Iterator[Shape]:
    built = {space: colour for colour, space in enumerate(state.buildings) if space}
    for colour, tiles in enumerate(state.tiles):
        yield from _alike("tiles", say(KINDS[colour], lang), tiles, lang, f"tile-{KINDS[colour]}")
    yield from _alike("tiles", say("face down", lang), state.face_down, lang, "tile-down")
    yield from _alike("tiles", say("destroyed", lang), state.catastrophes, lang, "void")
    for space, colour in built.items():
        name = f"{say('building', lang)} ({say(COLOURS[colour], lang)})"
        yield _piece("monuments", name, space, lang, f"building-{COLOURS[colour]}")


def _monuments(state: State, lang: str) -> Iterator[Shape]:
    for name, space in zip(MONUMENTS, state.monuments, strict=True):
        if space:
            called = say("standing", lang, count=1, names=say(name, lang))
            yield _piece("monuments", called, space, lang, f"monument-{name}", 2)
    if state.ziggurat:
        yield _piece("monuments", say("the ziggurat", lang), state.ziggurat, lang, "tower")


def _leaders(state: State, view: Viewer) -> Iterator[Shape]:
    for number, space in enumerate(state.leaders):
        if space:
            seat, role = divmod(number, len(ROLES))
            name = leader_name(view, seat, role)
            yield _piece("leaders", name, space, view.lang, leader(seat, role))


def _treasures(state: State, lang: str) -> Iterator[Shape]:
    for space in singles(state.treasures):
        yield _treasure(space, bool(space & state.priority), lang)


@lru_cache(maxsize=256)
def _treasure(space: Spaces, first: bool, lang: str) -> Shape:
    x, y = corner(space)
    if first:
        drawn, name = use("treasure-first", (x + 22, y), (24, 24), "gold"), say("treasure first", lang)
    else:
        drawn, name = use("treasure", (x + 25, y + 1), (20, 20), "gold"), say("treasure", lang)
    return _labelled_shape("treasures", name, space, lang, drawn)


_ORIGIN = corner(SPACE["A1"])


def strength(state: State, kingdom: Kingdom, number: int) -> int:
    """The tiles of the leader's colour in its kingdom: what a war would count on the board."""
    return (state.tiles[number % len(ROLES)] & kingdom.spaces).bit_count()


def borders(state: State, view: Viewer) -> Iterator[Shape]:
    """Each kingdom with its name and, at each leader, what a war would count."""
    ringed = {space for _, order in view.orders for space, _ in _named_spaces(state, m.ORDERS.parse(order))}
    for kingdom in kingdoms_of(state):
        yield from _border(kingdom.name, kingdom.spaces, kingdom.spaces & -kingdom.spaces in ringed)
        for number in kingdom.leaders:
            yield _badge(state, view, kingdom, number)


@lru_cache(maxsize=1024)
def _border(name: str, spaces: Spaces, ringed: bool) -> tuple[Shape, Shape]:
    """The border of a kingdom and its name; most of them are the same as a step before."""
    drawn = path(outline(cells_of(spaces), CELL, _ORIGIN, 2, 9), "kingdom none", line=3)
    x, y = corner(spaces & -spaces)
    y += CELL - 8 if ringed else 0  # the number of a ring has the upper corner
    tag = (
        rectangle((x - 9, y - 6), (36, 19), "kpaper kingdom wide", radius=9, line=2),
        rectangle((x - 14, y - 9), (48, 27), "kpaper kingdom narrow", radius=13, line=2),
        words((x + 9, y + 9), name, "tag m"),
    )
    return (
        Shape(f"kingdom {name}", "outlines", (drawn,), unspoken=True),
        Shape(f"tag {name}", "tags", tag, unspoken=True),
    )


def _badge(state: State, view: Viewer, kingdom: Kingdom, number: int) -> Shape:
    """What a war would count, at the lower right of a leader."""
    leader = leader_name(view, *divmod(number, len(ROLES)))
    return _badge_shape(number, leader, state.leaders[number], strength(state, kingdom, number), view.lang)


@lru_cache(maxsize=1024)
def _badge_shape(number: int, name: str, space: Spaces, count: int, lang: str) -> Shape:
    x, y = corner(space)
    wide = 18 if count < 10 else 24
    drawn = (
        rectangle((x + 47 - wide, y + 31), (wide, 17), "kfill halo wide", radius=8, line=1.5),
        words((x + 47 - wide / 2, y + 44), str(count), "tag m onmark wide"),
    )
    title = Sentence("picture-badge", leader=at(name, LABEL[space], lang), count=count).told(lang)
    return Shape(f"strength {number}", "tags", drawn, title)


def marks(state: State, view: Viewer) -> Iterator[Shape]:
    """Rings round the last move, numbered in the order of play, and the tile that joins two kingdoms."""
    space = joining(state)
    if space:
        x, y = corner(space)
        edge = rectangle((x + 1, y + 1), (CELL - 2, CELL - 2), "mark none", radius=6, line=3)
        dashed = Element(edge.name, (*edge.attributes, ("stroke-dasharray", "4 4")))
        yield Shape(
            "joining", "marks", (dashed,), say("at", view.lang, what=say("joining", view.lang), cell=LABEL[space])
        )
    moves = [(number, seat, m.ORDERS.parse(order)) for number, (seat, order) in enumerate(view.orders, 1)]
    played = [
        (n, LABEL[at], corner(at), (size, size)) for n, _, move in moves for at, size in _named_spaces(state, move)
    ]
    yield from last_move_rings(played, view.lang)
    for number, seat, move in moves:
        if isinstance(move, m.Leader | m.Withdraw):
            yield from _left_space(state, view, number, 4 * seat + ROLES.index(move.role))


def _named_spaces(state: State, move: m.Move) -> Iterator[tuple[Spaces, int]]:
    """The spaces that an order names, each with the size of what it puts there."""
    match move:
        case m.Place(_, cell) | m.Leader(_, cell) | m.Catastrophe(cell) | m.Building(cell) | m.Ziggurat(cell):
            yield SPACE[cell], CELL
        case m.Monument(name):
            space = state.monuments[MONUMENTS.index(name)]
            if space:
                yield space, 2 * CELL
        case m.Treasure(cells):
            yield from ((SPACE[cell], CELL) for cell in cells)


def _left_space(state: State, view: Viewer, number: int, leader: int) -> Iterator[Shape]:
    """The space that a leader has left, if it is empty now."""
    space = view.before.leaders[leader] if view.before is not None else 0
    if space and not space & state.pieces:
        yield departure_ring(number, LABEL[space], corner(space), (CELL, CELL), view.lang)
