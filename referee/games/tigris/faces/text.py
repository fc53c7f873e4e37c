"""The board as text: lines of (text, style) spans, readable without any colour.

A space shows what lies on it in at most three signs: `.` land, `~` river, `T S M F` a tile, `K1` the king of seat 1,
`#` a tile face down, `x` a destroyed space; behind it `*` a treasure, `!` a treasure that is taken first, `^` a
building, `=` the tile that joins two kingdoms. A monument shows the letters of its two colours on its first space, and
the ziggurat `Z` in its centre.
"""

from __future__ import annotations

from referee.drawing.styles import seat_style
from referee.drawing.text import Line, Picture, Span, columns, joined, line, wrapped
from referee.games.tigris import frames as f
from referee.games.tigris.board import ALL, COLUMNS, LABEL, SPACE, Spaces, labels, square_at
from referee.games.tigris.data import COLOURS, DYNASTIES, KINDS, MONUMENT_COLOURS, MONUMENTS, ROLES
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


def joining(state: State) -> Spaces:
    """The space of the tile that joins two kingdoms as long as wars are fought over it, or 0."""
    return next((SPACE[frame.cell] for frame in state.frames if isinstance(frame, f.Wars)), 0)


def _board(state: State) -> list[Line]:
    head = line("    " + "".join(column.ljust(_CELL) for column in COLUMNS).rstrip(), "bold")
    rows = [head]
    for row in range(1, ALL.bit_length() // (len(COLUMNS) + 1) + 2):
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
    lang = view.lang
    if state.ended:
        return [line(say("over", lang, reason=say(f"ended {state.ended}", lang)), "title")]
    name = view.names[state.active]
    title = line(say("turn", lang, turn=state.turn + 1, name=name, action=state.action + 1), "title")
    sentence = _open_question(state, view, state.frames[-1])
    return [title, *(line(text, "bold") for text in wrapped(sentence, _WIDTH))] if sentence else [title]


def _open_question(state: State, view: View, frame: f.AnyFrame) -> str:
    lang, name = view.lang, view.names[state.active]
    match frame:
        case f.Commit():
            return _conflict(view, frame)
        case f.ChooseWar(colours):
            return say("wars", lang, name=name, colours=_list(colours, lang))
        case f.PlaceBuilding(colour, cells):
            return say("line", lang, name=name, colour=say(colour, lang), cells=" ".join(cells))
        case f.BuildMonument(_, squares, names, crosses):
            asked = []
            if squares:
                corners = ", ".join(" ".join(labels(square_at(SPACE[cell]))) for cell in squares)
                asked.append(say("square", lang, name=name, cells=corners, names=", ".join(names)))
            if crosses:
                asked.append(say("cross", lang, name=name, cells=" ".join(crosses)))
            return "; ".join(asked)
        case f.TakeTreasures(seat, count, first, others):
            there = " ".join(labels(sum(SPACE[cell] for cell in (*first, *others))))
            taken = say("take", lang, name=view.names[seat], count=count, cells=there)
            return taken + (say("take first", lang, cells=" ".join(first)) if first and others else "")
        case f.NameColour():
            return say("colour", lang, name=name)
    return ""


def _conflict(view: View, frame: f.Commit) -> str:
    lang, number = view.lang, COLOURS.index(frame.colour)
    word = "war" if frame.joining else "revolt"
    kind = say(word, lang, leaders=say(f"{ROLES[number]}s", lang), tiles=say(f"{KINDS[number]}s", lang))
    added = "" if frame.added is None else f" + {frame.added}"
    sides = say(
        "sides",
        lang,
        attacker=view.names[frame.attacker],
        attack=f"{frame.attack}{added}",
        defender=view.names[frame.defender],
        defence=frame.defence,
    )
    return f"{kind}: {sides}; {say('asked', lang, name=view.names[frame.seat])}"


def _list(words: tuple[str, ...], lang: str) -> str:
    return ", ".join(say(word, lang) for word in words)


def _players(state: State, view: View) -> Picture:
    lang = view.lang
    shown = [state.setting.open_scores or bool(state.ended) or seat == view.seat for seat in range(state.seat_count)]
    heads = ["", "", say("player", lang), say("tiles", lang), say("catastrophes", lang)]
    if any(shown):
        heads += [*(say(colour, lang) for colour in COLOURS), say("treasures", lang)]
    rows: list[list[Span]] = [[(head, "dim") for head in (*heads, say("home", lang))]]
    for seat, name in enumerate(view.names):
        on_turn = ">" if seat == state.active and not state.ended else " "
        style = seat_style(seat)
        row = [(on_turn, "bold"), (str(seat + 1), style), (f"{name} ({say(DYNASTIES[seat], lang)})", style)]
        row += [(str(state.hands[seat]), ""), (str(state.catastrophes_left[seat]), "")]
        if any(shown):
            row += _points(state, seat) if shown[seat] else [("-", "dim")] * 5
        home = [say(role, lang) for number, role in enumerate(ROLES) if not state.leaders[4 * seat + number]]
        rows.append([*row, (" ".join(home) or "-", "")])
    return columns(rows, right=(1, 3, 4, *((5, 6, 7, 8, 9) if any(shown) else ())))


def _points(state: State, seat: int) -> list[Span]:
    points = [(str(count), colour) for count, colour in zip(state.points[seat], COLOURS, strict=True)]
    return [*points, (str(state.treasures_won[seat]), "")]


def _supply(state: State, view: View) -> list[Line]:
    lang = view.lang
    facts = [say("bag", lang, count=state.bag), say("left", lang, count=state.treasures.bit_count())]
    if not (state.setting.open_scores or state.ended):
        facts.append(say("closed", lang))
    texts = ["; ".join(facts), _standing("monuments", MONUMENTS, state.monuments, lang)]
    if state.setting.buildings:
        texts.append(_standing("buildings", COLOURS, state.buildings, lang))
    if state.setting.ziggurat:
        texts.append(say("ziggurat", lang, cell=LABEL[state.ziggurat] if state.ziggurat else say("none", lang)))
    return [line(part) for text in texts for part in wrapped(text, _WIDTH, "", "  ")]


def _standing(word: str, names: tuple[str, ...], spaces: tuple[Spaces, ...], lang: str) -> str:
    """What stands where, and what is left beside the board; monuments keep the names that orders give them."""
    called = {name: say(name, lang) if word == "buildings" else name for name in names}
    pairs = list(zip(names, spaces, strict=True))
    built = [say("at", lang, what=called[name], cell=LABEL[space]) for name, space in pairs if space]
    left = [called[name] for name, space in pairs if not space]
    none = say("none", lang)
    return say(word, lang, built=", ".join(built) or none, left=", ".join(left) or none)


def _hand(view: View) -> Line:
    assert view.own is not None
    counts = [(view.own.hand.count(kind), kind, colour) for kind, colour in zip(KINDS, COLOURS, strict=True)]
    held = [((f"{n} {say(kind if n == 1 else f'{kind}s', view.lang)}", colour),) for n, kind, colour in counts if n]
    return ((say("hand", view.lang) + " ", "bold"), *(joined(held, ", ") or line(say("empty", view.lang), "dim")))
