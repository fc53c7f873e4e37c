"""The picture of a position: thirty-six tiles with their backs, cubes and ziggurats, and the players."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing.assembly import assembled
from referee.drawing.elements import Point, use
from referee.drawing.frame import TOP, WIDTH, coordinates, heading, last_orders, paper, ribbon, rings
from referee.drawing.spots import by_key, spot_on
from referee.games.ur import moves as m
from referee.games.ur.board import NAMES, Cell
from referee.games.ur.data import SIDE
from referee.games.ur.faces import rows
from referee.games.ur.faces.pieces import PITCH, SYMBOLS, TILE, tile
from referee.games.ur.faces.words import done_so_far, last_round, say
from referee.games.ur.faces.words import heading as headline
from referee.games.ur.rules.ending import outcome
from referee.games.ur.state import State
from referee.kernel.drawing import Drawing, Element, Shape, Spot
from referee.kernel.game import View

_LEFT, _UPPER = 38, TOP + 18
_SIZE = PITCH * (SIDE - 1) + TILE
_BELOW = _UPPER + _SIZE + 20
BOARD = (0, TOP - 8, WIDTH, _SIZE + 34)


def draw(state: State, view: View) -> Drawing:
    """The board, who is asked, a row for each player, the spare tile and the ziggurats."""
    facts = _BELOW + rows.ROW * state.seats + 8
    height = facts + 84
    shapes = [
        paper(WIDTH, height),
        _coordinates(),
        *(_tile(state, cell, view) for cell in range(len(NAMES))),
        *(_standing(state, cell, view) for cell in range(len(NAMES)) if state.board.owner(cell) is not None),
        *rings(_played(view), view.lang),
        *_head(state, view),
        *rows.seats(state, view, _BELOW),
        *rows.facts(state, view, facts),
    ]
    return assembled((WIDTH, height), f"Ur: {headline(state, view)}", shapes, BOARD, SYMBOLS)


def _head(state: State, view: View) -> Iterator[Shape]:
    ended = outcome(state)
    if ended is not None:
        yield from ribbon(ended, [f"seat{seat + 1}" for seat in range(state.seats)], view, weakest=False)
    else:
        said = (last_round(state, view), done_so_far(state, view), last_orders(view))
        yield from heading(headline(state, view), said)


def _corner(cell: Cell) -> Point:
    return _LEFT + cell // SIDE * PITCH, _UPPER + cell % SIDE * PITCH


def _coordinates() -> Shape:
    columns = [("abcdef"[n], _LEFT + PITCH * n + TILE // 2) for n in range(SIDE)]
    rows_ = [(str(n + 1), _UPPER + PITCH * n + TILE // 2) for n in range(SIDE)]
    return coordinates(columns, rows_, (_UPPER - 8,), (18,))


def _tile(state: State, cell: Cell, view: View) -> Shape:
    """A tile with both its faces; what stands on it is a shape of its own."""
    face, back = state.board.faces[cell], state.board.backs[cell]
    title = say("tile at", view, place=NAMES[cell], tile=f"{face}/{back.lower()}")
    return Shape(f"tile {NAMES[cell]}", "tiles", (use(tile(face, back), _corner(cell), (TILE, TILE)),), title)


def _standing(state: State, cell: Cell, view: View) -> Shape:
    """The cubes of one seat in a row, or a ziggurat and one cube, on the lower half of the tile."""
    board, (x, y) = state.board, _corner(cell)
    owner = board.owner(cell)
    assert owner is not None
    count = board.cubes[cell]
    values = {"place": NAMES[cell], "tile": f"{board.faces[cell]}/{board.backs[cell].lower()}", "count": count}
    drawn: tuple[Element, ...]
    if board.is_ziggurat(cell):
        drawn = (use("tower", (x + 14, y + 58), (60, 60)), use(f"cube-{owner + 1}", (x + 80, y + 84), (32, 32)))
    else:
        drawn = tuple(use(f"cube-{owner + 1}", (x + 5 + 22 * n, y + 84), (23, 23)) for n in range(count))
    title = say("marked" if board.is_ziggurat(cell) else "held", view, seat=view.names[owner], **values)
    return Shape(f"standing {NAMES[cell]}", "leaders", drawn, title)


def _played(view: View) -> Iterator[tuple[int, str, Point, Point]]:
    """The tiles that the orders of the last step name, for the rings round them."""
    for number, (_, order) in enumerate(view.orders, 1):
        for cell in _named(m.ORDERS.parse(order)):
            x, y = _corner(cell)
            yield number, NAMES[cell], (x - 3, y - 3), (TILE + 6, TILE + 6)


def _named(order: m.Order) -> tuple[Cell, ...]:
    match order:
        case m.Attack(_, target, _):
            return (target,)
        case m.Shift(giver, taker, _):
            return giver, taker
        case m.Exchange(cell) | m.Swap(cell):
            return (cell,) if cell != m.SPARE else ()
        case m.Place(cell) | m.Put(cell) | m.Add(cell) | m.Found(cell) | m.Build(cell) | m.Enter(cell):
            return (cell,)
    return ()


def spots(state: State, view: View, drawing: Drawing) -> tuple[Spot, ...]:
    """What of a drawing of this state orders can name."""
    shapes = by_key(drawing)
    return tuple(spot_on(shapes[f"tile {name}"], name) for name in NAMES)
