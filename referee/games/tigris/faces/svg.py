"""The board as an SVG document: pieces with signs as well as colours, a name on each for pointer and screen reader."""

from __future__ import annotations

from collections.abc import Iterable

from referee.drawing.svg import Point, Shape, disc, document, label, named, rectangle
from referee.drawing.text import wrapped
from referee.games.tigris.board import COLUMNS, LABEL, ROW_COUNT, SPACE, Spaces, singles
from referee.games.tigris.data import COLOURS, DYNASTIES, KINDS, MONUMENT_COLOURS, MONUMENTS, ROLES
from referee.games.tigris.faces import pieces
from referee.games.tigris.faces.pieces import CELL, DARK, INK, SEAT_INK, WHITE
from referee.games.tigris.faces.status import headline, joining, may_see_points, open_question, supply
from referee.games.tigris.faces.words import say
from referee.games.tigris.state import State
from referee.kernel.game import View

_MARGIN, _TOP = 34, 78
_WIDTH = 2 * _MARGIN + CELL * len(COLUMNS)
_SEAT_HEIGHT, _LINE = 34, 20
_PAPER = "#fbf6e9"
_TEXT_COLUMNS = 92
_ROLE_SIGNS = "PKTF"


def draw(state: State, view: View) -> str:
    """The board, what is going on, the players, what is left, and the reader's own hand if the view has it."""
    facts = [part for fact in supply(state, view) for part in wrapped(fact, _TEXT_COLUMNS)]
    below = _TOP + CELL * ROW_COUNT + 50
    after_seats = below + _SEAT_HEIGHT * state.seat_count
    height = after_seats + _LINE * len(facts) + (CELL + 24 if view.own is not None else 10)
    title = f"Tigris & Euphrates: {headline(state, view)}"
    shapes = [
        rectangle((0, 0), (_WIDTH, height), _PAPER),
        label((_MARGIN, 30), headline(state, view), 19, DARK, bold=True),
        label((_MARGIN, 52), open_question(state, view), 13, DARK),
        *_coordinates(),
        *_grounds(state, view),
        *_tiles(state, view),
        *_monuments(state, view),
        *_treasures(state, view),
        *_leaders(state, view),
        *(pieces.joint(_corner(joining(state))) if joining(state) else ()),
        *_seats(state, view, below),
        *(label((_MARGIN, after_seats + 6 + _LINE * row), fact, 13, DARK) for row, fact in enumerate(facts)),
        *_hand(view, after_seats + _LINE * len(facts)),
    ]
    return document(_WIDTH, height, title, shapes)


def _corner(space: Spaces) -> Point:
    name = LABEL[space]
    return _MARGIN + CELL * COLUMNS.index(name[0]), _TOP + CELL * (int(name[1:]) - 1)


def _coordinates() -> list[Shape]:
    shapes = []
    for number, column in enumerate(COLUMNS):
        x = _MARGIN + CELL * number + CELL // 2
        for y in (_TOP - 8, _TOP + CELL * ROW_COUNT + 19):
            shapes.append(label((x, y), column, 14, DARK, anchor="middle", bold=True))
    for row in range(ROW_COUNT):
        y = _TOP + CELL * row + CELL // 2 + 5
        for x in (_MARGIN // 2, _WIDTH - _MARGIN // 2):
            shapes.append(label((x, y), str(row + 1), 14, DARK, anchor="middle", bold=True))
    return shapes


def _grounds(state: State, view: View) -> list[Shape]:
    shapes: list[Shape] = []
    for space in SPACE.values():
        if space & state.catastrophes:
            shapes.append(_named(say("destroyed", view.lang), space, view.lang, pieces.destroyed(_corner(space))))
        else:
            shapes += pieces.ground(_corner(space), bool(space & state.river))
    return shapes


def _tiles(state: State, view: View) -> list[Shape]:
    lang = view.lang
    shapes = []
    for colour, tiles in enumerate(state.tiles):
        for space in singles(tiles):
            shapes.append(_named(say(KINDS[colour], lang), space, lang, pieces.tile(_corner(space), colour)))
    for space in singles(state.face_down):
        shapes.append(_named(say("face down", lang), space, lang, pieces.face_down(_corner(space))))
    for colour, space in enumerate(state.buildings):
        if space:
            name = f"{say('building', lang)} ({say(COLOURS[colour], lang)})"
            shapes.append(_named(name, space, lang, pieces.building(_corner(space), colour)))
    return shapes


def _named(name: str, space: Spaces, lang: str, drawn: Iterable[Shape]) -> Shape:
    return named(say("at", lang, what=name, cell=LABEL[space]), drawn)


def _monuments(state: State, view: View) -> list[Shape]:
    shapes = []
    for name, (first, second), space in zip(MONUMENTS, MONUMENT_COLOURS, state.monuments, strict=True):
        if space:
            shapes.append(_named(name, space, view.lang, pieces.monument(_corner(space), first, second)))
    if state.ziggurat:
        shapes.append(_named("ziggurat", state.ziggurat, view.lang, pieces.ziggurat_tower(_corner(state.ziggurat))))
    return shapes


def _treasures(state: State, view: View) -> list[Shape]:
    shapes = []
    for space in singles(state.treasures):
        is_first = bool(space & state.priority)
        name = say("first" if is_first else "treasure", view.lang)
        shapes.append(_named(name, space, view.lang, pieces.treasure(_corner(space), is_first)))
    return shapes


def _leaders(state: State, view: View) -> list[Shape]:
    shapes = []
    for number, space in enumerate(state.leaders):
        if space:
            seat, role = divmod(number, len(ROLES))
            drawn = pieces.leader(_corner(space), role, seat, _sign(seat, view), _ROLE_SIGNS[role])
            shapes.append(_named(f"{say(ROLES[role], view.lang)} ({view.names[seat]})", space, view.lang, drawn))
    return shapes


def _sign(seat: int, view: View) -> str:
    return say(f"{DYNASTIES[seat]} sign", view.lang)


def _seats(state: State, view: View, top: int) -> list[Shape]:
    shapes: list[Shape] = []
    for seat in range(state.seat_count):
        y = top + _SEAT_HEIGHT * seat
        shapes += [
            disc((_MARGIN + 14, y), 12, WHITE, stroke=SEAT_INK[seat], width=4),
            label((_MARGIN + 14, y + 5), _sign(seat, view), 14, DARK, anchor="middle", bold=True),
        ]
        on_turn = seat == state.active and not state.ended
        name = f"{view.names[seat]} ({say(DYNASTIES[seat], view.lang)})"
        shapes.append(label((_MARGIN + 36, y + 5), name, 15, DARK, bold=on_turn))
        held = f"{say('tiles', view.lang)} {state.hands[seat]}, "
        held += f"{say('catastrophes', view.lang)} {state.catastrophes_left[seat]}"
        shapes.append(label((_MARGIN + 230, y + 5), held, 13, DARK))
        if may_see_points(state, view, seat):
            shapes += _points(state, seat, y)
        shapes += _at_home(state, view, seat, y)
    return shapes


def _points(state: State, seat: int, y: int) -> list[Shape]:
    shapes: list[Shape] = []
    for colour, count in enumerate(state.points[seat]):
        x = _MARGIN + 344 + 38 * colour
        shapes.append(rectangle((x, y - 11), (32, 22), INK[colour], round_=4))
        shapes.append(label((x + 16, y + 5), str(count), 13, WHITE, anchor="middle", bold=True))
    x = _MARGIN + 344 + 38 * len(COLOURS)
    shapes += pieces.treasure((x - CELL + 26, y - 12), False)
    return [*shapes, label((x + 26, y + 5), str(state.treasures_won[seat]), 13, DARK, bold=True)]


def _at_home(state: State, view: View, seat: int, y: int) -> list[Shape]:
    home = [role for role in range(len(ROLES)) if not state.leaders[len(ROLES) * seat + role]]
    x = _MARGIN + 682
    names = ", ".join(say(ROLES[role], view.lang) for role in home)
    shapes = [label((x - 18, y + 5), say("home", view.lang), 13, DARK, anchor="end")]
    for number, role in enumerate(home):
        shapes.append(disc((x + 24 * number, y), 10, INK[role], stroke=SEAT_INK[seat], width=3))
        shapes.append(label((x + 24 * number, y + 4), _ROLE_SIGNS[role], 11, WHITE, anchor="middle"))
    return [named(f"{say('home', view.lang)}: {names}", shapes)] if home else []


def _hand(view: View, top: int) -> list[Shape]:
    if view.own is None:
        return []
    shapes: list[Shape] = [label((_MARGIN, top + CELL // 2 + 10), say("hand", view.lang), 15, DARK, bold=True)]
    for number, kind in enumerate(sorted(view.own.hand, key=KINDS.index)):
        at = (_MARGIN + 110 + (CELL + 4) * number, top + 4)
        shapes.append(named(say(kind, view.lang), pieces.tile(at, KINDS.index(kind))))
    return shapes
