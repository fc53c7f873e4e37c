"""The board in plain text, with style names for those who see colour. Everything can be read without them.

A tile takes two lines: the type that lies up and the one on the back (`A/t`), then whose cubes stand on it and how
many (`anna 3`), or `anna #` for a ziggurat. The seat whose turn it is has `>`, the starting player `*`.
"""

from __future__ import annotations

from referee.drawing.styles import seat_style
from referee.drawing.text import Line, Span, columns, line
from referee.games.ur.board import Cell
from referee.games.ur.data import SIDE
from referee.games.ur.faces.words import done_so_far, open_question, pair_text, say
from referee.games.ur.rules.scoring import score
from referee.games.ur.state import State
from referee.kernel.game import View

_WIDTH = 7
_RULE = line("   +" + ("-" * _WIDTH + "+") * SIDE, "dim")
_BLANK = line("")


def text(state: State, view: View) -> tuple[Line, ...]:
    """The board, the players, and what is asked, as lines of (text, style) spans."""
    labels = short_names(view.names)
    lines = [line("   " + "".join(f"{column:^{_WIDTH + 1}}" for column in "abcdef"), "dim")]
    for row in range(SIDE):
        cells = [column * SIDE + row for column in range(SIDE)]
        lines += [
            _RULE,
            _row(f" {row + 1} ", [_tile(state, cell) for cell in cells]),
            _row("   ", [_holder(state, cell, labels) for cell in cells]),
        ]
    lines += [_RULE, line(say("legend", view), "dim"), _BLANK, *_players(state, view), _BLANK]
    lines.append(line(open_question(state, view), "title"))
    done = done_so_far(state, view)
    return (*lines, line(done)) if done else tuple(lines)


def short_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Four signs or fewer for each name, all different: the beginning, or with a number where two begin alike."""
    short = tuple(name[:4] for name in names)
    if len(set(short)) == len(short):
        return short
    return tuple(f"{name[:3]}{index}" for index, name in enumerate(names, 1))


def _row(head: str, spans: list[Span]) -> Line:
    drawn: list[Span] = [(head, "bold"), ("|", "dim")]
    for content, style in spans:
        drawn += [(f" {content:<{_WIDTH - 1}}", style), ("|", "dim")]
    return tuple(drawn)


def _tile(state: State, cell: Cell) -> Span:
    board = state.board
    return f"{board.faces[cell]}/{board.backs[cell].lower()}", "dim" if board.is_ziggurat(cell) else "bold"


def _holder(state: State, cell: Cell, labels: tuple[str, ...]) -> Span:
    seat = state.board.owner(cell)
    if seat is None:
        return "", ""
    count = "#" if state.board.is_ziggurat(cell) else str(state.board.cubes[cell])
    return f"{labels[seat]} {count}", seat_style(seat)


def _players(state: State, view: View) -> list[Line]:
    """A row for each player: who starts and is on turn, hand tile, supply, ziggurats, points if it ended now."""
    heads = ["", *(say(word, view) for word in ("seat", "hand", "supply", "ziggurats", "points"))]
    rows: list[list[Span]] = [[(head, "dim") for head in heads]]
    for seat, name in enumerate(view.names):
        hand = state.hands[seat]
        on_turn = ">" if seat == state.seat and not state.ending else " "
        values = (
            pair_text(hand),
            str(state.board.supply[seat]),
            str(state.board.marked[seat].bit_count()),
            str(score(state.board, seat, hand).points),
        )
        mark = on_turn + ("*" if seat == state.first else " ")
        rows.append([(mark, "bold"), (name, seat_style(seat)), *((value, "") for value in values)])
    lines = list(columns(rows))
    if state.spare:
        lines.append(line("    " + say("spare", view, tile=pair_text(state.spare))))
    lines.append(line("    " + say("of five", view, count=state.board.ziggurat_count)))
    return lines
