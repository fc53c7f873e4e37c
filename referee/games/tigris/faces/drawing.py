"""The picture of a position: the board between its rivers, what happens, and the players."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing.assembly import assembled
from referee.drawing.elements import words
from referee.drawing.frame import MARGIN, TOP, WIDTH, heading, last_orders, paper, ribbon
from referee.drawing.rows import facts
from referee.drawing.spots import own_spots
from referee.games.tigris.board import LABEL
from referee.games.tigris.data import DYNASTIES, KINDS, ROLES
from referee.games.tigris.faces import marks, rows
from referee.games.tigris.faces.board_shapes import pieces
from referee.games.tigris.faces.ground import BOARD, HIGH, corner, ground
from referee.games.tigris.faces.pieces import CELL, SYMBOLS, leader
from referee.games.tigris.faces.status import headline, may_see_points, open_question
from referee.games.tigris.faces.words import say
from referee.games.tigris.rules.scoring import outcome
from referee.games.tigris.state import State
from referee.kernel.drawing import Drawing, Shape, Spot
from referee.kernel.game import View

_BELOW = TOP + HIGH + 50


def draw(state: State, view: View) -> Drawing:
    """The board, what is going on, the players, what is left, and the reader's own hand if the view has it."""
    after = _BELOW + rows.row_height(state) * state.seat_count + 18
    told = _facts(state, view)
    height = after + 34 * len(told)
    shapes = [*ground(state.river), *pieces(state, view), *marks.marks(state, view), *_head(state, view)]
    if view.strengths:
        shapes += marks.borders(state, view)
    shapes += rows.seats(state, view, _BELOW)
    shapes += facts(told, after)
    if view.own is not None:
        shapes += rows.hand(view, height - 12)
        height += 60
    if view.seat is not None and _shows_own_points(state, view):
        shapes.append(Shape("points", "facts", (words((MARGIN, height + 26), say("own points", view.lang), "b"),)))
        shapes += rows.points(state, view, view.seat, 212, height + 18)
        height += 58
    title = f"Tigris & Euphrates: {headline(state, view)}"
    return assembled((WIDTH, height), title, [paper(WIDTH, height), *shapes], BOARD, SYMBOLS)


def _shows_own_points(state: State, view: View) -> bool:
    """Points that the reader alone may see, beside the own hand."""
    open_to_all = state.setting.open_scores or bool(state.ended)
    return view.seat is not None and not open_to_all and may_see_points(state, view, view.seat)


def _head(state: State, view: View) -> Iterator[Shape]:
    ended = outcome(state)
    if ended is not None:
        yield from ribbon(ended, DYNASTIES, view)
    else:
        yield from heading(headline(state, view), (open_question(state, view), last_orders(view)))


def _facts(state: State, view: View) -> tuple[str, ...]:
    """What is left; a line is short enough for a phone."""
    lang = view.lang
    left = f"{say('bag', lang, count=state.bag)} \N{MIDDLE DOT} {say('left', lang, count=state.treasures.bit_count())}"
    return (left,) if state.setting.open_scores or state.ended else (left, say("closed", lang))


def spots(state: State, view: View, drawing: Drawing) -> tuple[Spot, ...]:
    """What of a drawing of this state orders can name."""
    return (*_spaces(state, view), *own_spots(view, drawing, _leaders(view), KINDS))


def _spaces(state: State, view: View) -> Iterator[Spot]:
    first = len(ROLES) * view.seat if view.seat is not None else 0
    own = state.leaders[first : first + len(ROLES)] if view.seat is not None else ()
    for space, label in LABEL.items():
        roles = tuple(role for role, at in zip(ROLES, own, strict=False) if at == space)
        yield Spot((label, *roles), label, (*corner(space), CELL, CELL))


def _leaders(view: View) -> dict[str, str]:
    """The symbols of the own leaders, by role."""
    return {role: leader(view.seat, number) for number, role in enumerate(ROLES)} if view.seat is not None else {}
