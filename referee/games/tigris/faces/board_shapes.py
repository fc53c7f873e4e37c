"""What lies on the board as shapes: tiles, monuments, leaders, treasures, each with its name and its space."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.drawing.elements import Number, use
from referee.games.tigris.board import LABEL, Spaces, singles
from referee.games.tigris.data import COLOURS, DYNASTIES, KINDS, MONUMENTS, ROLES
from referee.games.tigris.faces.ground import corner
from referee.games.tigris.faces.pieces import CELL, leader
from referee.games.tigris.faces.words import say
from referee.games.tigris.state import State
from referee.kernel.drawing import Element, Shape
from referee.kernel.game import View


def pieces(state: State, view: View) -> Iterator[Shape]:
    """Every piece on the board, layer by layer."""
    yield from _tiles(state, view.lang)
    yield from _monuments(state, view.lang)
    yield from _leaders(state, view)
    yield from _treasures(state, view.lang)


def leader_name(view: View, seat: int, role: int) -> str:
    """`anna's priest, lion`: in words what its outline and its sign say."""
    return _leader_name(view.names[seat], seat, role, view.lang)


@lru_cache(maxsize=256)
def _leader_name(name: str, seat: int, role: int, lang: str) -> str:
    told = say("leader of", lang, name=name, role=ROLES[role])
    return say("with sign", lang, leader=told, sign=say(DYNASTIES[seat], lang))


def _piece(layer: str, name: str, space: Spaces, lang: str, *drawn: Element) -> Shape:
    label = LABEL[space]
    return Shape(f"{layer} {label}", layer, drawn, at(name, label, lang))


@lru_cache(maxsize=4096)
def at(name: str, label: str, lang: str) -> str:
    """`temple at B10`; kept, because a replay says it again in every step."""
    return say("at", lang, what=name, cell=label)


def _whole(symbol: str, space: Spaces, cells: Number = 1) -> Element:
    return use(symbol, corner(space), (CELL * cells, CELL * cells))


def _tiles(state: State, lang: str) -> Iterator[Shape]:
    built = {space: colour for colour, space in enumerate(state.buildings) if space}
    for colour, tiles in enumerate(state.tiles):
        kind = KINDS[colour]
        name = say(kind, lang)
        for space in singles(tiles):
            yield _piece("tiles", name, space, lang, _whole(f"tile-{kind}", space))
    for space in singles(state.face_down):
        yield _piece("tiles", say("face down", lang), space, lang, _whole("tile-down", space))
    for space in singles(state.catastrophes):
        yield _piece("tiles", say("destroyed", lang), space, lang, _whole("void", space))
    for space, colour in built.items():
        name = f"{say('building', lang)} ({say(COLOURS[colour], lang)})"
        yield _piece("monuments", name, space, lang, _whole(f"building-{COLOURS[colour]}", space))


def _monuments(state: State, lang: str) -> Iterator[Shape]:
    for name, space in zip(MONUMENTS, state.monuments, strict=True):
        if space:
            called = say("standing", lang, count=1, names=say(name, lang))
            yield _piece("monuments", called, space, lang, _whole(f"monument-{name}", space, 2))
    if state.ziggurat:
        yield _piece("monuments", say("the ziggurat", lang), state.ziggurat, lang, _whole("tower", state.ziggurat))


def _leaders(state: State, view: View) -> Iterator[Shape]:
    for number, space in enumerate(state.leaders):
        if space:
            seat, role = divmod(number, len(ROLES))
            name = leader_name(view, seat, role)
            yield _piece("leaders", name, space, view.lang, _whole(leader(seat, role), space))


def _treasures(state: State, lang: str) -> Iterator[Shape]:
    for space in singles(state.treasures):
        x, y = corner(space)
        if space & state.priority:
            drawn, name = use("treasure-first", (x + 22, y), (24, 24), "gold"), say("treasure first", lang)
        else:
            drawn, name = use("treasure", (x + 25, y + 1), (20, 20), "gold"), say("treasure", lang)
        yield _piece("treasures", name, space, lang, drawn)
