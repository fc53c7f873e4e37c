"""The board as text, 51 columns wide, with the players beside it: lines of (text, style) spans, readable without any
colour. Where there is no room beside it they are below.

What is on a space has at most three columns. One capital is a tile, a small letter and a capital a leader (whose, and
which), two small letters a monument by its colours. After them `^` building, `*` treasure, `!` treasure taken first,
`=` joins two kingdoms, `<` new.
"""

from __future__ import annotations

from referee.drawing.text_picture import (
    Line,
    Picture,
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
from referee.games.tigris.board import COLUMNS, ROW_COUNT, SPACE, Spaces
from referee.games.tigris.data import COLOURS, KINDS, MONUMENTS, ROLES
from referee.games.tigris.display.status import is_open, joining, may_see_points, open_question, remains, say, sign
from referee.games.tigris.rules.order import requests
from referee.games.tigris.state import State
from referee.kernel.game import Viewer
from referee.kernel.requests import Seat

CELL = 3
BOARD = 3 + 16 * CELL
_SIDE = 27
_GAP = 2
_NAME = 11


def draw(state: State, view: Viewer) -> Picture:
    """The board, beside or below it the players, and last what is open: a conflict, a monument.

    Points are shown as far as the reader may see them: all when they are open or the game is over, otherwise the
    reader's.
    """
    board, side = _board_lines(state, view), _side_lines(state, view)
    parts = [*side_by_side(board, ((), *side), _GAP)] if view.columns >= BOARD + _GAP + _SIDE else [*board, (), *side]
    asked = open_question(state, view)
    if asked:
        parts += [(), *(text_line(text, "title") for text in wrap_lines(asked, view.columns))]
    return tuple(parts)


def _board_lines(state: State, view: Viewer) -> list[Line]:
    return [pad_line(row, BOARD) for row in rows_between(state, view, COLUMNS, range(1, ROW_COUNT + 1))]


def rows_between(state: State, view: Viewer, across: str, down: range) -> list[Line]:
    """The board, or a piece of it: these columns and rows, with their labels."""
    rows = [text_line("   " + "".join(column.ljust(CELL) for column in across).rstrip(), "bold")]
    for row in down:
        cells = [cell_sign(state, SPACE[f"{column}{row}"], view) for column in across]
        spans: list[Span] = [(f"{row:>2} ", "bold")]
        for (text, style), (_, following) in zip(cells, (*cells[1:], ("", "")), strict=True):
            bare = text.removesuffix("<")
            spans += [(bare, style), ("<", "new")] if bare != text else [(text, style)]
            # The blanks between two spaces of the river are water too.
            spans.append((" " * (CELL - len(text)), "river" if style == following == "river" else ""))
        rows.append(tuple(span for span in spans if span[0]))
    return rows


def _side_lines(state: State, view: Viewer) -> list[Line]:
    """What is beside the board: players, what is left, monuments, points; each line at most `_SIDE` columns."""
    lines: list[Line] = [] if state.ended else [*_players_table(state, view), ()]
    if is_open(state):
        lines += [*_points_columns(state, view), ()]
    facts = [*remains(state, view), *_monuments(state, view)]
    if view.seat is not None and not is_open(state):
        facts.append(_own_points(state, view, view.seat))
    width = _SIDE - 2 if view.columns >= BOARD + _GAP + _SIDE else view.columns - 2
    lines += [text_line("  " + part) for fact in facts for part in wrap_lines(fact, width)]
    return lines


def _players_table(state: State, view: Viewer) -> Picture:
    heads = [f"  {say('player', view.lang)}", *(say(word, view.lang) for word in ("held", "catastrophes", "at home"))]
    rows: list[list[Span]] = [[(head, "dim") for head in heads]]
    asked = {request.seat for request in requests(state)}
    for seat, name in enumerate(numbered_names(view.names)):
        home = "".join(leader_sign(view, n)[-1] for n in range(4 * seat, 4 * seat + 4) if not state.leaders[n])
        mark = ">" if seat == state.active else "?" if seat in asked else " "
        row = [(f"{mark} {shorten(name, _NAME)}", seat_style(seat))]
        row += [(str(state.hands[seat]), ""), (str(state.catastrophes_left[seat]), ""), (home or "-", "")]
        rows.append(row)
    return columns(rows, gap=1, right=(1, 2))


def _points_columns(state: State, view: Viewer) -> Picture:
    heads = ["", *(sign(colour, view.lang) for colour in COLOURS), "*"]
    rows: list[list[Span]] = [[(head, "dim") for head in heads]]
    for seat, name in enumerate(numbered_names(view.names)):
        row = [(f"  {shorten(name, 8)}", seat_style(seat))]
        row += [(str(count), colour) for count, colour in zip(state.points[seat], COLOURS, strict=True)]
        rows.append([*row, (str(state.treasures_won[seat]), "")])
    return columns(rows, gap=1, right=(1, 2, 3, 4, 5))


def _own_points(state: State, view: Viewer, seat: Seat) -> str:
    assert may_see_points(state, view, seat)
    points = zip(COLOURS, state.points[seat], strict=True)
    told = [f"{say(colour, view.lang)} {count}" for colour, count in points]
    told.append(f"{say('treasures', view.lang)} {state.treasures_won[seat]}")
    return say("your points", view.lang, points=", ".join(told))


def _monuments(state: State, view: Viewer) -> list[str]:
    built = [
        f"{monument_sign(name, view.lang)} {say(name, view.lang)}"
        for name, space in zip(MONUMENTS, state.monuments, strict=True)
        if space
    ]
    return [say("standing", view.lang, names=", ".join(built), count=len(built))] if built else []


def leader_sign(view: Viewer, number: int) -> str:
    """`bP` for the priest of Bert; `number` is 4 * seat + colour."""
    return seat_signs(view.names)[number // 4] + sign(ROLES[number % 4], view.lang)


def monument_sign(name: str, lang: str) -> str:
    """`rg` for the red-green monument."""
    return "".join(sign(colour, lang) for colour in name.split("-"))


def cell_sign(state: State, space: Spaces, view: Viewer) -> Span:
    """What is on a space, in at most three signs, and its style."""
    text, style = _sign(state, space, view)
    if len(text) < CELL and _is_other(text, space, view):
        text += "<"
    return text, style


def is_new(state: State, space: Spaces, view: Viewer) -> bool:
    """Whether something lies on the space that was not there in the state the reader knew."""
    return view.since is not None and _is_other(_sign(state, space, view)[0], space, view)


def _is_other(now: str, space: Spaces, view: Viewer) -> bool:
    if view.since is None or now in ".~":
        return False
    return now.rstrip("*!=") != _sign(view.since, space, view)[0].rstrip("*!=")


def _sign(state: State, space: Spaces, view: Viewer) -> Span:
    for number, leader in enumerate(state.leaders):
        if leader == space:
            return leader_sign(view, number), seat_style(number // 4)
    base, style = _ground(state, space, view.lang)
    if space in state.buildings:
        base += "^"
    if space & state.treasures:
        base += "!" if space & state.priority else "*"
    if joining(state) == space:
        base += "="
    return base, style


def _ground(state: State, space: Spaces, lang: str) -> Span:
    for colour, tiles in enumerate(state.tiles):
        if tiles & space:
            return sign(KINDS[colour], lang), COLOURS[colour]
    if space & state.catastrophes:
        return "x", "warn"
    if space == state.ziggurat:
        return "Z", "bold"
    if space & state.face_down:
        if space in state.monuments:
            return monument_sign(MONUMENTS[state.monuments.index(space)], lang), "monument"
        return "#", "monument"
    return ("~", "river") if space & state.river else (".", "land")


def legend(state: State, view: Viewer) -> tuple[Line, ...]:
    """What the signs that are on the board mean, in as few lines as there is room for."""
    lang = view.lang
    number = 4 * (view.seat or 0)
    leader = say("leader of", lang, role=ROLES[0], name=view.names[number // 4])
    if number // 4 == view.seat:
        leader = say("your leader", lang, role=ROLES[0])
    tiles = " ".join(sign(kind, lang) for kind in KINDS)
    entries = [f"{tiles} {say('tile', lang)}", f"{leader_sign(view, number)} {leader}"]
    entries += [f"{mark} {say(word, lang)}" for mark, word in ((".", "land"), ("~", "river"))]
    entries += [f"{mark} {say(word, lang)}" for mark, word, present in _marks(state, view) if present]
    return tuple(text_line(text, "dim") for text in pack_entries(entries, view.columns))


def _marks(state: State, view: Viewer) -> tuple[tuple[str, str, object], ...]:
    changed = view.since is not None and view.since != state
    return (
        ("#", "face down", state.face_down),
        ("*", "treasure", state.treasures & ~state.priority),
        ("!", "first", state.treasures & state.priority),
        ("x", "destroyed", state.catastrophes),
        ("^", "building", sum(state.buildings)),
        ("Z", "the ziggurat", state.ziggurat),
        ("=", "joining", joining(state)),
        ("<", "new", changed),
    )


def hand(view: Viewer) -> Picture:
    """`Your hand: 3 temples, 1 farm`: the tiles of each kind, in the order of the box."""
    assert view.own is not None
    spans: list[Span] = [(say("hand", view.lang) + " ", "bold")]
    held = [(kind, colour, view.own.hand.count(kind)) for kind, colour in zip(KINDS, COLOURS, strict=True)]
    for kind, colour, count in held:
        if count:
            spans += [(", ", "")] if len(spans) > 1 else []
            spans.append((f"{count} {say(kind if count == 1 else f'{kind}s', view.lang)}", colour))
    return ((*spans, *(() if len(spans) > 1 else ((say("empty", view.lang), "dim"),))),)
