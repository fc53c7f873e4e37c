"""Below the board: a row for each player in seat order, and the reader's own hand."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing import rows
from referee.drawing.elements import Number, use, words
from referee.drawing.frame import MARGIN, asked
from referee.games.tigris.data import COLOURS, DYNASTIES, KINDS, ROLES
from referee.games.tigris.faces.board_shapes import leader_name
from referee.games.tigris.faces.pieces import CELL, leader
from referee.games.tigris.faces.status import may_see_points
from referee.games.tigris.faces.words import say
from referee.games.tigris.rules.order import requests
from referee.games.tigris.state import State
from referee.kernel.drawing import Shape
from referee.kernel.game import View
from referee.kernel.requests import Seat

_ROW, _SECOND = 52, 44
"""A row, and the second line of one that has both points and leaders at home."""


def row_height(state: State) -> int:
    """How high the row of a player is: where everybody's points are open, leaders at home have a line of their own."""
    return _ROW + _SECOND if state.setting.open_scores and not state.ended else _ROW


def seats(state: State, view: View, top: int) -> Iterator[Shape]:
    """A row for each player; points where all may see them, else the leaders at home in their place."""
    wanted = {request.seat for request in requests(state)}
    for seat in range(state.seat_count):
        y = top + row_height(state) * seat + 18
        if seat in wanted:
            yield asked(seat, y, view.lang)
        yield from _row(state, view, seat, y)


def _row(state: State, view: View, seat: Seat, y: int) -> Iterator[Shape]:
    lang, held, left = view.lang, state.hands[seat], state.catastrophes_left[seat]
    sign = DYNASTIES[seat]
    yield rows.dynasty(seat, view.names[seat], sign, say(sign, lang), y, lang)
    yield rows.count(f"seat {seat} hand", "covered", 232, y, held, say("in hand", lang, count=held))
    title = say("catastrophes of", lang, count=left)
    yield rows.count(f"seat {seat} catastrophes", "catastrophe", 304, y, left, title)
    shown = state.setting.open_scores or bool(state.ended)
    if shown:
        yield from points(state, view, seat, rows.LEFT, y)
    if not state.ended:
        yield from _at_home(state, view, seat, y + _SECOND if shown else y)


def points(state: State, view: View, seat: Seat, left: int, y: Number) -> Iterator[Shape]:
    """The points of a seat: a chip for each colour, the weakest framed, and the treasures."""
    assert may_see_points(state, view, seat)
    chips = [
        ((COLOURS[colour], f"p{colour}", KINDS[colour], count), f"{say(COLOURS[colour], view.lang)} {count}")
        for colour, count in enumerate(state.points[seat])
    ]
    yield from rows.chips(f"seat {seat}", chips, left, y)
    won = state.treasures_won[seat]
    yield rows.gems(f"seat {seat} treasures", won, f"{say('treasures', view.lang)} {won}", left, y)


def _at_home(state: State, view: View, seat: Seat, y: Number) -> Iterator[Shape]:
    home = [role for role in range(len(ROLES)) if not state.leaders[len(ROLES) * seat + role]]
    word = say("at home" if home else "all on the board", view.lang)
    return rows.at_home(seat, word, ((leader(seat, role), leader_name(view, seat, role)) for role in home), y)


def hand(view: View, top: int) -> Iterator[Shape]:
    """The reader's own tiles, in the order of the box."""
    if view.own is None:
        return
    yield Shape("hand", "facts", (words((MARGIN, top + 32), say("hand", view.lang), "n"),))
    for number, kind in enumerate(sorted(view.own.hand, key=KINDS.index)):
        drawn = (use(f"tile-{kind}", (200 + (CELL + 4) * number, top), (CELL, CELL)),)
        yield Shape(f"hand {number}", "facts", drawn, say(kind, view.lang))
