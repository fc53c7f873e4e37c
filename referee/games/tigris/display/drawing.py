"""The picture of a position: the board between its rivers, what happens, the players, the player's hand."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing import player_rows
from referee.drawing.assembly import assemble, own_spots
from referee.drawing.board_frame import MARGIN, TOP, WIDTH, head_shapes, paper_shape, turn_marker
from referee.drawing.svg_document import Number, use, words
from referee.games.tigris.board import LABEL
from referee.games.tigris.data import COLOURS, DYNASTIES, KINDS, ROLES
from referee.games.tigris.display.board_shapes import BOARD, HIGH, borders, corner, ground, leader_name, marks, pieces
from referee.games.tigris.display.pieces import CELL, SYMBOLS, leader
from referee.games.tigris.display.status import headline, is_open, may_see_points, open_question, say
from referee.games.tigris.rules.order import requests
from referee.games.tigris.rules.scoring import outcome
from referee.games.tigris.state import State
from referee.kernel.game import Viewer
from referee.kernel.requests import Seat
from referee.kernel.shapes import Drawing, Shape, Spot

_BELOW = TOP + HIGH + 50
_ROW, _SECOND = 52, 44
"""A row, and the second line of one that has both points and leaders at home."""


def draw(state: State, view: Viewer) -> Drawing:
    """The board, what is going on, the players, what is left, and the reader's own hand if the view has it."""
    after = _BELOW + _row_height(state) * state.seat_count + 18
    told = _left_text(state, view)
    height = after + 34 * len(told)
    shapes = [*ground(state.river), *pieces(state, view), *marks(state, view)]
    shapes += head_shapes(outcome(state), DYNASTIES, view, headline(state, view), (open_question(state, view),))
    if view.strengths:
        shapes += borders(state, view)
    shapes += _seat_rows(state, view, _BELOW)
    shapes += player_rows.fact_lines(told, after)
    if view.own is not None:
        shapes += _hand(view, height - 12)
        height += 60
    if view.seat is not None and not is_open(state):
        shapes.append(Shape("own points", "facts", (words((MARGIN, height + 26), say("own points", view.lang), "b"),)))
        shapes += _point_chips(state, view, view.seat, "own", 212, height + 18)
        height += 58
    title = f"Tigris & Euphrates: {headline(state, view)}"
    return assemble((WIDTH, height), title, [paper_shape(WIDTH, height), *shapes], BOARD, SYMBOLS)


def _left_text(state: State, view: Viewer) -> tuple[str, ...]:
    """What is left; a line is short enough for a phone."""
    lang = view.lang
    left = f"{say('bag', lang, count=state.bag)} \N{MIDDLE DOT} {say('left', lang, count=state.treasures.bit_count())}"
    return (left,) if is_open(state) else (left, say("closed", lang))


def _row_height(state: State) -> int:
    """How high the row of a player is: where everybody's points are open, leaders at home have a line of their own."""
    return _ROW + _SECOND if state.setting.open_scores and not state.ended else _ROW


def _seat_rows(state: State, view: Viewer, top: int) -> Iterator[Shape]:
    """A row for each player; points where all may see them, otherwise the leaders at home in their place."""
    wanted = {request.seat for request in requests(state)}
    for seat in range(state.seat_count):
        y = top + _row_height(state) * seat + 18
        if seat in wanted:
            yield turn_marker(seat, y, view.lang)
        yield from _seat_row(state, view, seat, y)


def _seat_row(state: State, view: Viewer, seat: Seat, y: int) -> Iterator[Shape]:
    lang, held, left = view.lang, state.hands[seat], state.catastrophes_left[seat]
    sign = DYNASTIES[seat]
    yield player_rows.seat_sign(seat, view.names[seat], sign, say(sign, lang), y, lang)
    yield player_rows.count_shape(f"seat {seat} hand", "covered", 232, y, held, say("in hand", lang, count=held))
    title = say("catastrophes of", lang, count=left)
    yield player_rows.count_shape(f"seat {seat} catastrophes", "catastrophe", 304, y, left, title)
    shown = is_open(state)
    if shown:
        yield from _point_chips(state, view, seat, f"seat {seat}", player_rows.LEFT, y)
    if not state.ended:
        yield from _leaders_off_board(state, view, seat, y + _SECOND if shown else y)


def _point_chips(state: State, view: Viewer, seat: Seat, key: str, left: int, y: Number) -> Iterator[Shape]:
    """The points of a seat: a chip for each colour, the weakest framed, and the treasures."""
    assert may_see_points(state, view, seat)
    chips = [
        ((COLOURS[colour], f"p{colour}", KINDS[colour], count), f"{say(COLOURS[colour], view.lang)} {count}")
        for colour, count in enumerate(state.points[seat])
    ]
    yield from player_rows.point_chips(key, chips, left, y)
    won = state.treasures_won[seat]
    yield player_rows.treasure_chips(f"{key} treasures", won, f"{say('treasures', view.lang)} {won}", left, y)


def _leaders_off_board(state: State, view: Viewer, seat: Seat, y: Number) -> tuple[Shape, ...]:
    home = [role for role in range(len(ROLES)) if not state.leaders[len(ROLES) * seat + role]]
    word = say("at home" if home else "all on the board", view.lang)
    return player_rows.leaders_at_home(
        seat, word, tuple((leader(seat, role), leader_name(view, seat, role)) for role in home), y
    )


def _hand(view: Viewer, top: int) -> Iterator[Shape]:
    """The reader's own tiles, in the order of the box."""
    if view.own is None:
        return
    yield Shape("hand", "facts", (words((MARGIN, top + 32), say("hand", view.lang), "n"),))
    for number, kind in enumerate(sorted(view.own.hand, key=KINDS.index)):
        drawn = (use(f"tile-{kind}", (200 + (CELL + 4) * number, top), (CELL, CELL)),)
        yield Shape(f"hand {number}", "facts", drawn, say(kind, view.lang))


def spots(state: State, view: Viewer, drawing: Drawing) -> tuple[Spot, ...]:
    """What of a drawing of this state orders can name."""
    return (*_spaces(state, view), *own_spots(view, drawing, ROLES, leader, KINDS))


def _spaces(state: State, view: Viewer) -> Iterator[Spot]:
    first = len(ROLES) * view.seat if view.seat is not None else 0
    own = state.leaders[first : first + len(ROLES)] if view.seat is not None else ()
    for space, label in LABEL.items():
        roles = tuple(role for role, at in zip(ROLES, own, strict=False) if at == space)
        yield Spot((label, *roles), label, (*corner(space), CELL, CELL))
