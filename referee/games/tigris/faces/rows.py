"""Below the board: a row for each player in seat order, what the kingdoms count, what is left, and the own hand."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing.elements import Number, rectangle, use, words
from referee.drawing.frame import MARGIN, asked, fitted
from referee.games.tigris.data import COLOURS, DYNASTIES, KINDS, ROLES
from referee.games.tigris.faces.board_shapes import leader_name
from referee.games.tigris.faces.pieces import CELL, leader
from referee.games.tigris.faces.status import may_see_points
from referee.games.tigris.faces.words import say
from referee.games.tigris.rules.order import requests
from referee.games.tigris.state import State
from referee.kernel.drawing import Element, Shape
from referee.kernel.game import View
from referee.kernel.sentence import Sentence

ROW = 52
_SECOND = 36
"""The second line of a row that has points and leaders at home."""

_CHIPS = 386


def row_height(state: State) -> int:
    """How high the row of a player is: where everybody's points are open, leaders at home have a line of their own."""
    return ROW + _SECOND if state.setting.open_scores else ROW


def seats(state: State, view: View, top: int) -> Iterator[Shape]:
    """A row for each player; points where all may see them, else the leaders at home in their place."""
    wanted = {request.seat for request in requests(state)}
    for seat, name in enumerate(view.names[: state.seat_count]):
        y = top + row_height(state) * seat + 18
        sign = say(DYNASTIES[seat], view.lang)
        if seat in wanted:
            yield asked(seat, y, view.lang)
        drawn = (
            use(DYNASTIES[seat], (MARGIN, y - 18), (36, 36), "inksign"),
            words((72, y + 8), fitted(name, 152, "n"), "n"),
        )
        yield Shape(f"seat {seat} name", "seats", drawn, Sentence("picture-seat", name=name, sign=sign).told(view.lang))
        yield _count(
            f"seat {seat} hand",
            "covered",
            232,
            y,
            state.hands[seat],
            say("in hand", view.lang, count=state.hands[seat]),
        )
        left = state.catastrophes_left[seat]
        yield _count(
            f"seat {seat} catastrophes", "catastrophe", 304, y, left, say("catastrophes of", view.lang, count=left)
        )
        shown = state.setting.open_scores or bool(state.ended)
        if shown:
            yield from points(state, view, seat, _CHIPS, y)
        if not state.ended:
            yield from _at_home(state, view, seat, y + _SECOND + 8 if shown else y)


def _count(key: str, symbol: str, x: Number, y: Number, count: int, title: str) -> Shape:
    drawn = (use(symbol, (x, y - 12), (24, 24), "dimsign"), words((x + 30, y + 7), str(count), "b"))
    return Shape(key, "seats", drawn, title)


def points(state: State, view: View, seat: int, left: int, y: Number) -> Iterator[Shape]:
    """The points of a seat: a chip for each colour, the weakest framed, and the treasures."""
    assert may_see_points(state, view, seat)
    lang, weakest = view.lang, min(state.points[seat])
    for colour, count in enumerate(state.points[seat]):
        x = left + 82 * colour
        frame = [rectangle((x - 4, y - 24), (84, 48), "inkline none", radius=9, line=2)] if count == weakest else []
        drawn = (
            *frame,
            rectangle((x, y - 20), (76, 40), f"p{colour} rim", radius=6, line=1.5),
            use(KINDS[colour], (x + 6, y - 14), (28, 28), "ivorysign"),
            words((x + 54, y + 8), str(count), "n m ivory"),
        )
        yield Shape(f"seat {seat} {COLOURS[colour]}", "seats", drawn, f"{say(COLOURS[colour], lang)} {count}")
    won = state.treasures_won[seat]
    gem = (use("treasure", (left + 336, y - 14), (28, 28), "gold"), words((left + 370, y + 8), str(won), "n"))
    yield Shape(f"seat {seat} treasures", "seats", gem, f"{say('treasures', lang)} {won}")


def _at_home(state: State, view: View, seat: int, y: Number) -> Iterator[Shape]:
    """The leaders that wait beside the board, dim beside their word."""
    home = [role for role in range(len(ROLES)) if not state.leaders[len(ROLES) * seat + role]]
    told = say("home" if home else "all on the board", view.lang)
    yield Shape(f"seat {seat} home", "seats", (words((_CHIPS, y + 7), told, "b dim"),))
    for number, role in enumerate(home):
        drawn = (use(leader(seat, role), (600 + 46 * number, y - 20), (40, 40)),)
        yield Shape(f"seat {seat} {ROLES[role]}", "seats", drawn, leader_name(view, seat, role))


def facts(texts: tuple[str, ...], top: int) -> Iterator[Shape]:
    """What is left, one line each."""
    for number, text in enumerate(texts):
        yield Shape(f"fact {number}", "facts", (words((MARGIN, top + 32 * number), text, "b dim"),))


def hand(view: View, top: int) -> Iterator[Shape]:
    """The reader's own tiles, in the order of the box."""
    if view.own is None:
        return
    yield Shape("hand", "facts", (words((MARGIN, top + 32), say("hand", view.lang), "n"),))
    for number, kind in enumerate(sorted(view.own.hand, key=KINDS.index)):
        drawn: tuple[Element, ...] = (use(f"tile-{kind}", (190 + (CELL + 4) * number, top), (CELL, CELL)),)
        yield Shape(f"hand {number}", "facts", drawn, say(kind, view.lang))
