"""The board as text: lines of (text, style) spans, readable without any colour.

A space shows what lies on it in at most three signs: `.` land, `~` river, `T S M F` a tile, `K1` the king of seat 1,
`#` a tile face down, `x` a destroyed space; behind it `*` a treasure, `!` a treasure that is taken first, `^` a
building, `=` the tile that joins two kingdoms. A monument shows the letters of its two colours on its first space, and
the ziggurat `Z` in its centre.
"""

from __future__ import annotations

from referee.drawing.styles import seat_style
from referee.drawing.text import Line, Picture, Span, columns, joined, line, wrapped
from referee.games.tigris.board import COLUMNS, ROW_COUNT, SPACE, Spaces
from referee.games.tigris.data import COLOURS, KINDS, MONUMENT_COLOURS, ROLES
from referee.games.tigris.faces.status import headline, joining, may_see_points, open_question, supply
from referee.games.tigris.faces.words import say
from referee.games.tigris.state import State
from referee.kernel.game import View

TILE_SIGNS = "TSMF"
LEADER_SIGNS = "PKTF"
_WIDTH = 72
_CELL = 4


def draw(state: State, view: View) -> Picture:
    """The board with its legend, what is going on, the players, and the reader's own hand if the view has it.

    Points are shown as far as the reader may see them: all when they are open or the game is over, else the own.
    """
    blank: Line = ()
    parts = [*_board(state), blank, *_legend(state, view), blank, *_going_on(state, view), blank]
    parts += [*_players(state, view), blank, *_supply(state, view)]
    if view.own is not None:
        parts.append(_hand(view))
    return tuple(parts)


def cell_signs(state: State, space: Spaces) -> Span:
    """What lies on a space, in at most three signs, and its style."""
    for number, leader in enumerate(state.leaders):
        if leader == space:
            return f"{LEADER_SIGNS[number % 4]}{number // 4 + 1}", seat_style(number // 4)
    base, style = _ground(state, space)
    if space in state.buildings:
        base += "^"
    if space & state.treasures:
        base += "!" if space & state.priority else "*"
    if joining(state) == space:
        base += "="
    return base, style


def _ground(state: State, space: Spaces) -> Span:
    for colour, tiles in enumerate(state.tiles):
        if tiles & space:
            return TILE_SIGNS[colour], COLOURS[colour]
    if space & state.catastrophes:
        return "x", "warn"
    if space == state.ziggurat:
        return "Z", "bold"
    if space & state.face_down:
        if space in state.monuments:
            first, second = MONUMENT_COLOURS[state.monuments.index(space)]
            return (TILE_SIGNS[first] + TILE_SIGNS[second]).lower(), "bold"
        return "#", "bold"
    return ("~", "river") if space & state.river else (".", "land")


def _board(state: State) -> list[Line]:
    head = line("    " + "".join(column.ljust(_CELL) for column in COLUMNS).rstrip(), "bold")
    rows = [head]
    for row in range(1, ROW_COUNT + 1):
        spans: list[Span] = [(f"{row:>2}  ", "bold")]
        for column in COLUMNS:
            text, style = cell_signs(state, SPACE[f"{column}{row}"])
            spans += [(text, style), (" " * (_CELL - len(text)), "")]
        rows.append((*spans, (str(row), "bold")))
    return [*rows, head]


def _legend(state: State, view: View) -> list[Line]:
    lang = view.lang
    signs = [(".", "land"), ("~", "river"), *zip(TILE_SIGNS, KINDS, strict=True)]
    more = [
        ("*", "treasure", state.treasures & ~state.priority),
        ("!", "first", state.treasures & state.priority),
        ("#", "face down", state.face_down),
        ("x", "destroyed", state.catastrophes),
        ("^", "building", sum(state.buildings)),
        ("=", "joining", joining(state)),
        ("tf", "monument", sum(state.monuments)),
    ]
    signs += [(sign, word) for sign, word, present in more if present]
    entries = [f"{sign} {say(word, lang)}" for sign, word in signs]
    leaders = " ".join(f"{sign}1" for sign in LEADER_SIGNS)
    roles = ", ".join(say(role, lang) for role in ROLES)
    entries.append(f"{leaders} {say('leaders of', lang, name=view.names[0])}: {roles}")
    return [line(text, "dim") for text in _packed(entries)]


def _packed(entries: list[str]) -> list[str]:
    """The entries in as few lines as possible, none of them cut."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + 3 + len(entry) <= _WIDTH:
            lines[-1] += f"   {entry}"
        else:
            lines.append(entry)
    return lines


def _going_on(state: State, view: View) -> list[Line]:
    asked = open_question(state, view)
    lines = [line(headline(state, view), "title")]
    return [*lines, *(line(text, "bold") for text in wrapped(asked, _WIDTH))] if asked else lines


def _players(state: State, view: View) -> Picture:
    lang = view.lang
    shown = [may_see_points(state, view, seat) for seat in range(state.seat_count)]
    heads = ["", say("player", lang), say("held", lang), say("catastrophes", lang)]
    if any(shown):
        heads += [*(say(colour, lang) for colour in COLOURS), say("treasures", lang)]
    rows: list[list[Span]] = [[(head, "dim") for head in (*heads, say("at home", lang))]]
    for seat, name in enumerate(view.names):
        on_turn = ">" if seat == state.active and not state.ended else " "
        style = seat_style(seat)
        row = [(f"{on_turn}{seat + 1}", style), (name, style)]
        row += [(str(state.hands[seat]), ""), (str(state.catastrophes_left[seat]), "")]
        if any(shown):
            row += _points(state, seat) if shown[seat] else [("-", "dim")] * 5
        home = [sign for number, sign in enumerate(LEADER_SIGNS) if not state.leaders[4 * seat + number]]
        rows.append([*row, (" ".join(home) or "-", "")])
    return columns(rows, right=(2, 3, *((4, 5, 6, 7, 8) if any(shown) else ())))


def _points(state: State, seat: int) -> list[Span]:
    points = [(str(count), colour) for count, colour in zip(state.points[seat], COLOURS, strict=True)]
    return [*points, (str(state.treasures_won[seat]), "")]


def _supply(state: State, view: View) -> list[Line]:
    return [line(part) for fact in supply(state, view) for part in wrapped(fact, _WIDTH, "", "  ")]


def _hand(view: View) -> Line:
    assert view.own is not None
    counts = [(view.own.hand.count(kind), kind, colour) for kind, colour in zip(KINDS, COLOURS, strict=True)]
    held = [((f"{n} {say(kind if n == 1 else f'{kind}s', view.lang)}", colour),) for n, kind, colour in counts if n]
    return ((say("hand", view.lang) + " ", "bold"), *(joined(held, ", ") or line(say("empty", view.lang), "dim")))
