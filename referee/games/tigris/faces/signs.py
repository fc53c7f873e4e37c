"""The signs of the board: what lies on a space in at most three columns, and what that means.

One capital is a tile, a small letter and a capital a leader (whose, and which), two small letters a monument by its
colours. Behind them `^` building, `*` treasure, `!` treasure taken first, `=` joins two kingdoms, `<` new.
"""

from __future__ import annotations

from referee.drawing.signs import seat_signs
from referee.drawing.styles import seat_style
from referee.drawing.text import Line, Span, line, packed
from referee.games.tigris.board import Spaces
from referee.games.tigris.data import COLOURS, KINDS, MONUMENTS, ROLES
from referee.games.tigris.faces.status import joining
from referee.games.tigris.faces.words import say, sign
from referee.games.tigris.state import State
from referee.kernel.game import View

CELL = 3


def leader_sign(view: View, number: int) -> str:
    """`bP` for the priest of Bert; `number` is 4 * seat + colour."""
    return seat_signs(view.names)[number // 4] + sign(ROLES[number % 4], view.lang)


def monument_sign(name: str, lang: str) -> str:
    """`rg` for the red-green monument."""
    return "".join(sign(colour, lang) for colour in name.split("-"))


def cell_sign(state: State, space: Spaces, view: View) -> Span:
    """What lies on a space, in at most three signs, and its style."""
    text, style = _sign(state, space, view)
    if len(text) < CELL and _is_other(text, space, view):
        text += "<"
    return text, style


def is_new(state: State, space: Spaces, view: View) -> bool:
    """Whether something lies on the space that did not lie there in the state the reader knew."""
    return view.since is not None and _is_other(_sign(state, space, view)[0], space, view)


def _is_other(now: str, space: Spaces, view: View) -> bool:
    if view.since is None or now in ".~":
        return False
    return now.rstrip("*!=") != _sign(view.since, space, view)[0].rstrip("*!=")


def _sign(state: State, space: Spaces, view: View) -> Span:
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


def legend(state: State, view: View) -> tuple[Line, ...]:
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
    return tuple(line(text, "dim") for text in packed(entries, view.columns))


def _marks(state: State, view: View) -> tuple[tuple[str, str, object], ...]:
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
