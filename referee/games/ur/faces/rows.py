"""Below the board: each player's sign, hand tile, cubes, ziggurats and points; then the spare tile and what is left."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing.elements import Number, Point, path, rectangle, use, words
from referee.drawing.frame import MARGIN, asked, fitted
from referee.games.ur.data import ACTIONS, ZIGGURATS
from referee.games.ur.faces.pieces import SIGN
from referee.games.ur.faces.words import pair_text, say
from referee.games.ur.rules.scoring import score
from referee.games.ur.state import State
from referee.kernel.drawing import Element, Shape
from referee.kernel.game import View
from referee.kernel.requests import Seat

ROW = 84
_PAIR = (150, 70)


def seats(state: State, view: View, top: int) -> Iterator[Shape]:
    """A row for each player, in seat order."""
    for seat in range(state.seats):
        y = top + ROW * seat + ROW // 2
        if seat == state.seat and not state.ending:
            yield asked(seat, y, view.lang)
        yield from _row(state, seat, view, y)


def _row(state: State, seat: Seat, view: View, y: int) -> Iterator[Shape]:
    name, hand, number = view.names[seat], state.hands[seat], seat + 1
    drawn = (use(f"cube-{number}", (MARGIN + 2, y - 21), (42, 42)), words((80, y + 8), fitted(name, 166, "n"), "n"))
    yield Shape(f"seat {seat} name", "seats", drawn, name)
    if seat == state.first:
        yield Shape(f"seat {seat} first", "seats", (words((80, y + 31), say("starts", view), "sm dim"),))
    yield Shape(
        f"seat {seat} hand", "seats", tuple(pair(hand, (252, y - 35))), f"{say('hand', view)} {pair_text(hand)}"
    )
    cubes = state.board.supply[seat]
    left = (use(f"cube-{number}", (424, y - 13), (26, 26)), words((458, y + 8), str(cubes), "n"))
    yield Shape(f"seat {seat} cubes", "seats", left, f"{say('supply', view)} {cubes}")
    built = state.board.marked[seat].bit_count()
    towers = (use("tower", (524, y - 18), (34, 34)), words((566, y + 8), str(built), "n"))
    yield Shape(f"seat {seat} ziggurats", "seats", towers, f"{say('ziggurats', view)} {built}")
    points = say("points now", view, count=score(state.board, seat, hand).points)
    yield Shape(f"seat {seat} points", "seats", (words((794, y + 8), points, "b e"),))


def pair(tile: str, at: Point) -> Iterator[Element]:
    """A tile off the board, split on the slant: both faces weigh the same."""
    (x, y), high = at, _PAIR[1]
    first, second = tile[0], tile[1]
    slant = f"M{x + 93:g} {y}h49q8 0 8 8v{high - 16}q0 8-8 8h-87z"
    yield rectangle(at, _PAIR, f"{ACTIONS[first]} edge", radius=8, line=2)
    yield path(slant, f"{ACTIONS[second]} edge", line=2)
    yield from _face(first, (x + 6, y + 14), 40)
    yield from _face(second, (x + 84, y + 24), 36)


def _face(letter: str, at: Point, size: Number) -> Iterator[Element]:
    x, y = at
    yield use(SIGN[letter], at, (size - 6, size - 6), "inksign")
    yield words((x + size - 3, y + size - 10), letter, "n")


def facts(state: State, view: View, top: int) -> Iterator[Shape]:
    """The spare tile, and the ziggurats that are built and left."""
    if state.spare:
        said = say("spare", view, tile=pair_text(state.spare))
        yield Shape("spare name", "facts", (words((MARGIN, top + 42), said, "b dim"),))
        yield Shape("spare", "facts", tuple(pair(state.spare, (252, top))), said)
    built = state.board.ziggurat_count
    towers = tuple(
        use("ziggurat", (424 + 40 * n, top + 18), (34, 34), "stonesign gap" if n < built else "faintsign gap")
        for n in range(ZIGGURATS)
    )
    yield Shape("ziggurats", "facts", towers, say("of five", view, count=built))
