"""The board in plain text, with style names for those who see colour. Everything can be read without them. And the
board in sentences, whose tiles lie where: it can be heard, and no font breaks it.

A tile is one cell: the type that lies up and the one on the back (`A/t`), then whose cubes stand on it and how many
(`a3`: three of Anna), or `aZ` for a ziggurat. The seat whose turn it is has `>`, the starting player `*`.
"""

from __future__ import annotations

from referee.drawing.text_picture import (
    Line,
    Span,
    columns,
    numbered_names,
    pack_entries,
    pad_line,
    seat_signs,
    seat_style,
    shorten,
    side_by_side,
    text_line,
    wrap_lines,
)
from referee.games.ur.board import NAMES, Cell, Mask, cells_of
from referee.games.ur.data import ACTIONS, SIDE
from referee.games.ur.display.status import done_so_far, last_round, letters_of, open_question, pair_text, say
from referee.games.ur.rules.scoring import score
from referee.games.ur.state import SHARE, State
from referee.kernel.game import Viewer
from referee.kernel.requests import Seat

_CELL = 8
BOARD = 2 + SIDE * _CELL
_SIDE = 27
_GAP = 2


def text(state: State, view: Viewer) -> tuple[Line, ...]:
    """The board with the players beside it, or below it where there is no room, and what is open."""
    board, side = _board_lines(state, view), _side(state, view)
    lines = [*side_by_side(board, side, _GAP)] if view.columns >= BOARD + _GAP + _SIDE else [*board, (), *side]
    if state.phase == SHARE and not state.ending:
        lines += [text_line(part, "title") for part in wrap_lines(open_question(state, view), view.columns, "", "  ")]
    done = done_so_far(state, view)
    return (*lines, *(text_line(part) for part in wrap_lines(done, view.columns, "", "  "))) if done else tuple(lines)


def legend(state: State, view: Viewer) -> tuple[Line, ...]:
    """What the signs of the board mean."""
    seat = view.seat or 0
    sign, name = seat_signs(view.names)[seat], view.names[seat]
    entries = [f"{letters_of(letter, view.lang)} {say(word, view)}" for letter, word in ACTIONS.items()]
    entries += [say("legend face", view), say("legend cubes", view, sign=sign, name=name)]
    entries += [say("legend ziggurat", view, sign=sign), say("legend turn", view)]
    entries += [f"< {say('new', view)}"] if view.since is not None and view.since != state else []
    return tuple(text_line(part, "dim") for part in pack_entries(entries, view.columns))


def strengths(state: State, view: Viewer) -> tuple[Line, ...]:
    """A row for each player: the player's tiles of each type, the series they make, and what that is worth."""
    heads = ("", *(say(word, view) for word in ACTIONS.values()), say("counts as", view), say("series", view))
    rows: list[list[Span]] = [[(head, "dim") for head in (*heads, say("points", view))]]
    for seat, name in enumerate(numbered_names(view.names)):
        result = score(state.board, seat, state.hands[seat])
        own = [str(state.board.own(seat, letter).bit_count() or ".") for letter in ACTIONS]
        series = " ".join(part or "-" for part in result.series)
        values = (*own, *(letters_of(part, view.lang) for part in (result.face.strip("-"), series)), str(result.points))
        rows.append([(name, seat_style(seat)), *((value, "") for value in values)])
    return columns(rows, right=(1, 2, 3, 4, 5, 8))


def cell_text(state: State, cell: Cell, signs: tuple[str, ...]) -> str:
    """`A/t a3`: a tile and what is on it."""
    board = state.board
    tile = f"{board.faces[cell]}/{board.backs[cell].lower()}"
    seat = board.owner(cell)
    if seat is None:
        return tile
    return f"{tile} {signs[seat]}{'Z' if board.is_ziggurat(cell) else board.cubes[cell]}"


def is_new(state: State, cell: Cell, view: Viewer) -> bool:
    """Whether the tile or what is on it is another one than in the state the reader knew."""
    signs = seat_signs(view.names)
    return view.since is not None and cell_text(state, cell, signs) != cell_text(view.since, cell, signs)


def _board_lines(state: State, view: Viewer) -> list[Line]:
    lines = [text_line("   " + "".join(f"{column:<{_CELL}}" for column in "abcdef").rstrip(), "dim")]
    for row in range(SIDE):
        spans: list[Span] = [(f" {row + 1} ", "bold")]
        for column in range(SIDE):
            spans += _cell(state, column * SIDE + row, view)
        lines.append(pad_line(tuple(spans), BOARD))
    return lines


def _cell(state: State, cell: Cell, view: Viewer) -> list[Span]:
    tile, _, holder = cell_text(state, cell, seat_signs(view.names)).partition(" ")
    tile = letters_of(tile, view.lang)
    seat = state.board.owner(cell)
    mark = "<" if is_new(state, cell, view) else ""
    spans = [(f"{tile} ", "dim" if state.board.is_ziggurat(cell) else "bold")]
    spans.append((holder, "" if seat is None else seat_style(seat)))
    blanks = " " * (_CELL - len(tile) - 1 - len(holder) - len(mark))
    return [span for span in (*spans, (mark, "new"), (blanks, "")) if span[0]]


def _side(state: State, view: Viewer) -> list[Line]:
    """A row for each player: who starts, who is to move, hand tile, supply, ziggurats; then what is left."""
    heads = (f"   {say('seat', view)}", say("hand", view), say("supply", view), say("pts", view))
    rows: list[list[Span]] = [[(head, "dim") for head in heads]]
    for seat, name in enumerate(numbered_names(view.names)):
        mark = (">" if seat == state.seat and not state.ending else " ") + ("*" if seat == state.first else " ")
        points = score(state.board, seat, state.hands[seat]).points
        values = (pair_text(state.hands[seat], view.lang), str(state.board.supply[seat]), str(points))
        rows.append([(f"{mark} {shorten(name, 9)}", seat_style(seat)), *((value, "") for value in values)])
    facts = [say("of five", view, count=state.board.ziggurat_count)]
    if last_round(state, view):
        facts.insert(0, last_round(state, view))
    if state.spare:
        facts.append(say("spare", view, tile=pair_text(state.spare, view.lang)))
    lines = [*columns(rows, gap=1, right=(2, 3)), ()]
    return [*lines, *(text_line("   " + part) for fact in facts for part in wrap_lines(fact, _SIDE - 3))]


def listing(state: State, view: Viewer) -> tuple[str, ...]:
    """The players with their tiles, the free tiles by type, what is left, and what is open."""
    parts = [_player(state, view, seat) for seat in range(state.seats)]
    parts.append(f"{say('free tiles', view)} {' '.join(_by_type(state, view, state.board.free))}")
    facts = [say("of five", view, count=state.board.ziggurat_count), last_round(state, view)]
    facts.append(say("spare", view, tile=pair_text(state.spare, view.lang)) if state.spare else "")
    parts.append(" ".join(f"{fact[:1].upper()}{fact[1:]}." for fact in facts if fact))
    fresh = [name for cell, name in enumerate(NAMES) if is_new(state, cell, view)]
    if fresh:
        parts.append(say("new places", view, cells=" ".join(fresh)))
    if state.phase == SHARE and not state.ending:
        parts.append(f"{open_question(state, view)}.")
    done = done_so_far(state, view)
    return (*parts, f"{done}.") if done else tuple(parts)


def _player(state: State, view: Viewer, seat: Seat) -> str:
    board, hand = state.board, state.hands[seat]
    own = _by_type(state, view, board.held[seat], counted=True)
    ziggurats = " ".join(NAMES[cell] for cell in cells_of(board.marked[seat]))
    parts = [f"{view.names[seat]}:", *(own or [say("no tiles", view)])]
    parts += [say("ziggurats at", view, cells=ziggurats)] if ziggurats else []
    points = score(board, seat, hand).points
    return " ".join(
        (*parts, say("has", view, tile=pair_text(hand, view.lang), cubes=board.supply[seat], points=points))
    )


def _by_type(state: State, view: Viewer, cells: Mask, *, counted: bool = False) -> list[str]:
    """`Trade: c1/w 3.`: the tiles of each type that lie up, with the type on the back and the cubes."""
    told = []
    for letter, word in ACTIONS.items():
        found = [cell for cell in cells_of(cells) if state.board.faces[cell] == letter]
        if found:
            told.append(f"{say(word, view)}: {', '.join(_tile(state, cell, view, counted=counted) for cell in found)}.")
    return told


def _tile(state: State, cell: Cell, view: Viewer, *, counted: bool) -> str:
    tile = f"{NAMES[cell]}/{letters_of(state.board.backs[cell].lower(), view.lang)}"
    return f"{tile} {state.board.cubes[cell]}" if counted else tile
