"""The board as text, 51 columns wide, with the players beside it: lines of (text, style) spans, readable without any
colour. Where there is no room beside it they stand below. What the signs mean: `signs.py`.
"""

from __future__ import annotations

from referee.drawing.signs import told_apart
from referee.drawing.styles import seat_style
from referee.drawing.text import Line, Picture, Span, beside, columns, line, padded, shortened, wrapped
from referee.games.tigris.board import COLUMNS, ROW_COUNT, SPACE
from referee.games.tigris.data import COLOURS, MONUMENTS
from referee.games.tigris.faces.signs import CELL, cell_sign, leader_sign, monument_sign
from referee.games.tigris.faces.status import may_see_points, open_question, remains
from referee.games.tigris.faces.words import say, sign
from referee.games.tigris.rules.order import requests
from referee.games.tigris.state import State
from referee.kernel.game import View
from referee.kernel.requests import Seat

BOARD = 3 + 16 * CELL
_SIDE = 27
_GAP = 2
_NAME = 11


def draw(state: State, view: View) -> Picture:
    """The board, beside or below it the players, and last what is open: a conflict, a monument.

    Points are shown as far as the reader may see them: all when they are open or the game is over, else the own.
    """
    board, side = _board(state, view), _side(state, view)
    parts = [*beside(board, ((), *side), _GAP)] if view.columns >= BOARD + _GAP + _SIDE else [*board, (), *side]
    asked = open_question(state, view)
    if asked:
        parts += [(), *(line(text, "title") for text in wrapped(asked, view.columns))]
    return tuple(parts)


def _board(state: State, view: View) -> list[Line]:
    rows = [line("   " + "".join(column.ljust(CELL) for column in COLUMNS).rstrip(), "bold")]
    for row in range(1, ROW_COUNT + 1):
        cells = [cell_sign(state, SPACE[f"{column}{row}"], view) for column in COLUMNS]
        spans: list[Span] = [(f"{row:>2} ", "bold")]
        for (text, style), (_, following) in zip(cells, (*cells[1:], ("", "")), strict=True):
            bare = text.removesuffix("<")
            spans += [(bare, style), ("<", "new")] if bare != text else [(text, style)]
            # The blanks between two spaces of the river are water too.
            spans.append((" " * (CELL - len(text)), "river" if style == following == "river" else ""))
        rows.append(padded(tuple(span for span in spans if span[0]), BOARD))
    return rows


def _side(state: State, view: View) -> list[Line]:
    """What stands beside the board: players, what is left, monuments, points; each line at most `_SIDE` columns."""
    lines: list[Line] = [] if state.ended else [*_players(state, view), ()]
    if state.setting.open_scores or state.ended:
        lines += [*_points(state, view), ()]
    facts = [*remains(state, view), *_monuments(state, view)]
    if view.seat is not None and not state.setting.open_scores and not state.ended:
        facts.append(_own_points(state, view, view.seat))
    width = _SIDE - 2 if view.columns >= BOARD + _GAP + _SIDE else view.columns - 2
    lines += [line("  " + part) for fact in facts for part in wrapped(fact, width)]
    return lines


def _players(state: State, view: View) -> Picture:
    heads = [f"  {say('player', view.lang)}", *(say(word, view.lang) for word in ("held", "catastrophes", "at home"))]
    rows: list[list[Span]] = [[(head, "dim") for head in heads]]
    asked = {request.seat for request in requests(state)}
    for seat, name in enumerate(told_apart(view.names)):
        home = "".join(leader_sign(view, n)[-1] for n in range(4 * seat, 4 * seat + 4) if not state.leaders[n])
        mark = ">" if seat == state.active else "?" if seat in asked else " "
        row = [(f"{mark} {shortened(name, _NAME)}", seat_style(seat))]
        row += [(str(state.hands[seat]), ""), (str(state.catastrophes_left[seat]), ""), (home or "-", "")]
        rows.append(row)
    return columns(rows, gap=1, right=(1, 2))


def _points(state: State, view: View) -> Picture:
    heads = ["", *(sign(colour, view.lang) for colour in COLOURS), "*"]
    rows: list[list[Span]] = [[(head, "dim") for head in heads]]
    for seat, name in enumerate(told_apart(view.names)):
        row = [(f"  {shortened(name, 8)}", seat_style(seat))]
        row += [(str(count), colour) for count, colour in zip(state.points[seat], COLOURS, strict=True)]
        rows.append([*row, (str(state.treasures_won[seat]), "")])
    return columns(rows, gap=1, right=(1, 2, 3, 4, 5))


def _own_points(state: State, view: View, seat: Seat) -> str:
    assert may_see_points(state, view, seat)
    points = zip(COLOURS, state.points[seat], strict=True)
    told = [f"{say(colour, view.lang)} {count}" for colour, count in points]
    told.append(f"{say('treasures', view.lang)} {state.treasures_won[seat]}")
    return say("your points", view.lang, points=", ".join(told))


def _monuments(state: State, view: View) -> list[str]:
    built = [
        f"{monument_sign(name, view.lang)} {say(name, view.lang)}"
        for name, space in zip(MONUMENTS, state.monuments, strict=True)
        if space
    ]
    return [say("standing", view.lang, names=", ".join(built), count=len(built))] if built else []
