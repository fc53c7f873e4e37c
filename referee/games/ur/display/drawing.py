"""The picture of a position: thirty-six tiles with their backs, cubes and ziggurats, and the symbols they are.

What is on a tile stands on its lower half and covers no sign. Below the board each player's sign, hand tile, cubes,
ziggurats and points; then the spare tile and what is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from referee.drawing.assembly import assemble, shapes_by_key, spot_on
from referee.drawing.board_frame import (
    MARGIN,
    TOP,
    WIDTH,
    coordinates,
    fit_text,
    head_shapes,
    last_move_rings,
    paper_shape,
    turn_marker,
)
from referee.drawing.stylesheet import SEATS
from referee.drawing.svg_document import Number, Point, element, path, plate, rectangle, symbol_of, use, words
from referee.drawing.symbols import with_signs
from referee.games.ur import moves as m
from referee.games.ur.board import NAMES, Cell
from referee.games.ur.data import ACTIONS, LETTERS, SIDE, ZIGGURATS
from referee.games.ur.display.status import done_so_far, last_round, letters_of, pair_text, say
from referee.games.ur.display.status import heading as headline
from referee.games.ur.rules.ending import outcome
from referee.games.ur.rules.scoring import score
from referee.games.ur.state import State
from referee.kernel.game import Holding, OrderPicks, Viewer
from referee.kernel.requests import Seat
from referee.kernel.shapes import Drawing, Element, Shape, Spot, Symbol

TILE, PITCH = 120, 128

SIGN = {"A": "farm", "T": "market", "W": "war", "C": "culture", "P": "politics"}
"""The sign of each type; its letter is next to it, because letters are what players type."""


def tile(face: str, back: str) -> str:
    """The symbol of a tile on the board by both its faces."""
    return f"tile-{face}{back}"


def _tile_symbol(face: str, back: str, lang: str) -> Symbol:
    """A tile; its dog-ear shows the back: turn me over."""
    front = "M10 1H76L119 44V110q0 9-9 9H10q-9 0-9-9V10q0-9 9-9z"
    ear = "M76 1H112q7 0 7 7V44z"
    return symbol_of(
        tile(face, back),
        "0 0 120 120",
        *(
            element("path", class_=f"{ACTIONS[letter]} edge", stroke_width=2, stroke_linejoin="round", d=drawn)
            for letter, drawn in ((face, front), (back, ear))
        ),
        words((104, 24), letters_of(back, lang), "ear m"),
        use(SIGN[face], (9, 11), (46, 46), "inksign"),
        words((57, 46), letters_of(face, lang), "ter"),
    )


def _cube(seat: int) -> Symbol:
    ground = plate((1, 1), (30, 30), 6, f"q{seat} rim", 2)
    return symbol_of(f"cube-{seat}", "0 0 32 32", ground, use(f"seat{seat}", (6, 6), (20, 20), f"e{seat}"))


_TOWER = symbol_of("tower", "0 0 32 32", element("use", href="#ziggurat", width=32, height=32, class_="stonesign gap"))


@cache
def symbols_with_letters(lang: str) -> Mapping[str, Symbol]:
    """Every symbol that a picture of Ur may use, by id, with the letters of a language."""
    tiles = (_tile_symbol(face, back, lang) for face in LETTERS for back in LETTERS if face != back)
    return with_signs((*tiles, *map(_cube, range(1, len(SEATS) + 1)), _TOWER))


_LEFT, _UPPER = 38, TOP + 18
_ROW, _PAIR = 84, (150, 70)
_SIZE = PITCH * (SIDE - 1) + TILE
_BELOW = _UPPER + _SIZE + 20
BOARD = (0, TOP - 8, WIDTH, _SIZE + 34)


def draw(state: State, view: Viewer) -> Drawing:
    """The board, who is asked, a row for each player, the spare tile and the ziggurats."""
    facts = _BELOW + _ROW * state.seats + 8
    signs = [f"seat{seat + 1}" for seat in range(state.seats)]
    told = (last_round(state, view), done_so_far(state, view))
    height = facts + 84
    shapes = [
        paper_shape(WIDTH, height),
        _coordinates(),
        *(_tile(state, cell, view) for cell in range(len(NAMES))),
        *(_cubes_on_tile(state, cell, view) for cell in range(len(NAMES)) if state.board.owner(cell) is not None),
        *last_move_rings(_tiles_of_orders(view), view.lang),
        *head_shapes(outcome(state), signs, view, headline(state, view), told, weakest=False),
        *_seat_rows(state, view, _BELOW),
        *_left_shapes(state, view, facts),
    ]
    return assemble((WIDTH, height), f"Ur: {headline(state, view)}", shapes, BOARD, symbols_with_letters(view.lang))


def _corner(cell: Cell) -> Point:
    return _LEFT + cell // SIDE * PITCH, _UPPER + cell % SIDE * PITCH


def _coordinates() -> Shape:
    columns = [("abcdef"[n], _LEFT + PITCH * n + TILE // 2) for n in range(SIDE)]
    rows_ = [(str(n + 1), _UPPER + PITCH * n + TILE // 2) for n in range(SIDE)]
    return coordinates(columns, rows_, (_UPPER - 6,), (18,))


def _tile(state: State, cell: Cell, view: Viewer) -> Shape:
    """A tile with both its faces; what is on it is a shape of its own."""
    face, back = state.board.faces[cell], state.board.backs[cell]
    title = say("tile at", view, place=NAMES[cell], tile=letters_of(f"{face}/{back.lower()}", view.lang))
    return Shape(f"tile {NAMES[cell]}", "tiles", (use(tile(face, back), _corner(cell), (TILE, TILE)),), title)


def _cubes_on_tile(state: State, cell: Cell, view: Viewer) -> Shape:
    """The cubes of one seat in a row, or a ziggurat and one cube, on the lower half of the tile."""
    board, (x, y) = state.board, _corner(cell)
    owner = board.owner(cell)
    assert owner is not None
    count = board.cubes[cell]
    values = {
        "place": NAMES[cell],
        "tile": letters_of(f"{board.faces[cell]}/{board.backs[cell].lower()}", view.lang),
        "count": count,
    }
    drawn: tuple[Element, ...]
    if board.is_ziggurat(cell):
        drawn = (use("tower", (x + 14, y + 58), (60, 60)), use(f"cube-{owner + 1}", (x + 80, y + 84), (32, 32)))
    else:
        drawn = tuple(use(f"cube-{owner + 1}", (x + 5 + 22 * n, y + 84), (23, 23)) for n in range(count))
    title = say("marked" if board.is_ziggurat(cell) else "held", view, seat=view.names[owner], **values)
    return Shape(f"standing {NAMES[cell]}", "leaders", drawn, title)


def _tiles_of_orders(view: Viewer) -> Iterator[tuple[int, str, Point, Point]]:
    """The tiles that the orders of the last step name, for the rings round them."""
    for number, (_, order) in enumerate(view.orders, 1):
        for cell in _named_cells(m.ORDERS.parse(order)):
            x, y = _corner(cell)
            yield number, NAMES[cell], (x - 3, y - 3), (TILE + 6, TILE + 6)


def _named_cells(order: m.UrOrder) -> tuple[Cell, ...]:
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


def tiles_of_order(state: State, seat: Seat, order: m.UrOrder, lang: str) -> OrderPicks:
    """The tiles of an order, in the order in which they are picked; cubes go from the first to the second."""
    match order:
        case m.Attack(start, target, _) | m.Shift(start, target, _):
            return OrderPicks(places=(NAMES[start], NAMES[target]), directed=True)
    return OrderPicks(places=tuple(NAMES[cell] for cell in _named_cells(order)))


def spots(state: State, view: Viewer, drawing: Drawing) -> tuple[Spot, ...]:
    """What of a drawing of this state orders can name."""
    shapes = shapes_by_key(drawing)
    return tuple(spot_on(shapes[f"tile {name}"], name) for name in NAMES)


def _seat_rows(state: State, view: Viewer, top: int) -> Iterator[Shape]:
    """A row for each player, in seat order."""
    for seat in range(state.seats):
        y = top + _ROW * seat + _ROW // 2
        if seat == state.seat and not state.ending:
            yield turn_marker(seat, y, view.lang)
        yield from _player_row(state, seat, view, y)


def _player_row(state: State, seat: Seat, view: Viewer, y: int) -> Iterator[Shape]:
    name, hand, number = view.names[seat], state.hands[seat], seat + 1
    drawn = (use(f"cube-{number}", (MARGIN + 2, y - 21), (42, 42)), words((80, y + 8), fit_text(name, 166, "n"), "n"))
    yield Shape(f"seat {seat} name", "seats", drawn, name)
    if seat == state.first:
        yield Shape(f"seat {seat} first", "seats", (words((80, y + 31), say("starts", view), "sm dim"),))
    yield Shape(
        f"seat {seat} hand",
        "seats",
        tuple(_pair(hand, (252, y - 35), view.lang)),
        f"{say('hand', view)} {pair_text(hand, view.lang)}",
    )
    cubes = state.board.supply[seat]
    left = (use(f"cube-{number}", (424, y - 13), (26, 26)), words((458, y + 8), str(cubes), "n"))
    yield Shape(f"seat {seat} cubes", "seats", left, f"{say('supply', view)} {cubes}")
    built = state.board.marked[seat].bit_count()
    towers = (use("tower", (524, y - 18), (34, 34)), words((566, y + 8), str(built), "n"))
    yield Shape(f"seat {seat} ziggurats", "seats", towers, f"{say('ziggurats', view)} {built}")
    points = say("points now", view, count=score(state.board, seat, hand).points)
    yield Shape(f"seat {seat} points", "seats", (words((794, y + 8), points, "b e"),))


def holdings(state: State, view: Viewer) -> tuple[Holding, ...]:
    """The reader's tile, cubes in the supply, the ziggurats that are left, and the spare tile."""
    seat = view.seat
    assert seat is not None
    left, hand, spare = ZIGGURATS - state.board.ziggurat_count, state.hands[seat], state.spare
    found = [
        Holding(say("own tile", view), tile(*hand), "", (_pair_in_words(hand, view),)),
        Holding(say("own cubes", view), f"cube-{seat + 1}", str(state.board.supply[seat])),
        Holding(say("ziggurats left", view), "tower", say("count of five", view, count=left)),
    ]
    if spare:
        found.append(Holding(say("spare tile", view), tile(*spare), "", (_pair_in_words(spare, view),)))
    return tuple(found)


def _pair_in_words(pair: str, view: Viewer) -> str:
    names = ", ".join(say(ACTIONS[letter], view) for letter in pair)
    return f"{pair_text(pair, view.lang)}: {names}"


def _pair(tile: str, at: Point, lang: str) -> Iterator[Element]:
    """A tile off the board, split on the slant: both faces weigh the same."""
    (x, y), high = at, _PAIR[1]
    first, second = tile[0], tile[1]
    slant = f"M{x + 93:g} {y}h49q8 0 8 8v{high - 16}q0 8-8 8h-87z"
    yield rectangle(at, _PAIR, f"{ACTIONS[first]} edge", radius=8, line=2)
    yield path(slant, f"{ACTIONS[second]} edge", line=2)
    yield from _face(first, (x + 6, y + 14), 40, lang)
    yield from _face(second, (x + 84, y + 24), 36, lang)


def _face(letter: str, at: Point, size: Number, lang: str) -> Iterator[Element]:
    x, y = at
    yield use(SIGN[letter], at, (size - 6, size - 6), "inksign")
    yield words((x + size - 3, y + size - 10), letters_of(letter, lang), "n")


def _left_shapes(state: State, view: Viewer, top: int) -> Iterator[Shape]:
    """The spare tile, and the ziggurats that are built and left."""
    if state.spare:
        said = say("spare", view, tile=pair_text(state.spare, view.lang))
        yield Shape("spare name", "facts", (words((MARGIN, top + 42), said, "b dim"),))
        yield Shape("spare", "facts", tuple(_pair(state.spare, (252, top), view.lang)), said)
    built = state.board.ziggurat_count
    towers = tuple(
        use("ziggurat", (424 + 40 * n, top + 18), (34, 34), "stonesign gap" if n < built else "faintsign gap")
        for n in range(ZIGGURATS)
    )
    yield Shape("ziggurats", "facts", towers, say("of five", view, count=built))
