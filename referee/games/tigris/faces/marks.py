"""Where the last step was played, kingdoms with their strengths, and the tile that joins two of them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing.elements import path, rectangle, words
from referee.drawing.frame import ghost, rings
from referee.drawing.outline import outline
from referee.games.tigris import moves as m
from referee.games.tigris.board import LABEL, SPACE, Spaces
from referee.games.tigris.data import MONUMENTS, ROLES
from referee.games.tigris.faces.board_shapes import leader_name
from referee.games.tigris.faces.ground import cells_of, corner
from referee.games.tigris.faces.kingdoms import Kingdom, kingdoms_of
from referee.games.tigris.faces.pieces import CELL
from referee.games.tigris.faces.status import joining
from referee.games.tigris.faces.words import say
from referee.games.tigris.state import State
from referee.kernel.drawing import Element, Shape
from referee.kernel.game import View
from referee.kernel.sentence import Sentence

_ORIGIN = corner(SPACE["A1"])


def strength(state: State, kingdom: Kingdom, number: int) -> int:
    """The tiles of the leader's colour in its kingdom: what a war would count on the board."""
    return (state.tiles[number % len(ROLES)] & kingdom.spaces).bit_count()


def borders(state: State, view: View) -> Iterator[Shape]:
    """Each kingdom with its name and, at each leader, what a war would count."""
    ringed = {space for _, order in view.orders for space, _ in _places(state, m.ORDERS.parse(order))}
    for kingdom in kingdoms_of(state):
        first = kingdom.spaces & -kingdom.spaces
        drawn = outline(cells_of(kingdom.spaces), CELL, _ORIGIN, 2, 9)
        x, y = corner(first)
        y += CELL - 8 if first in ringed else 0  # the number of a ring has the upper corner
        tag = (
            rectangle((x - 9, y - 6), (36, 19), "kpaper kingdom wide", radius=9, line=2),
            rectangle((x - 14, y - 9), (48, 27), "kpaper kingdom narrow", radius=13, line=2),
            words((x + 9, y + 9), kingdom.name, "tag m"),
        )
        yield Shape(f"kingdom {kingdom.name}", "outlines", (path(drawn, "kingdom none", line=3),), unspoken=True)
        yield Shape(f"tag {kingdom.name}", "tags", tag, unspoken=True)
        for number in kingdom.leaders:
            yield _badge(state, view, kingdom, number)


def _badge(state: State, view: View, kingdom: Kingdom, number: int) -> Shape:
    """What a war would count, at the lower right of a leader."""
    space, count = state.leaders[number], strength(state, kingdom, number)
    x, y = corner(space)
    wide = 18 if count < 10 else 24
    drawn = (
        rectangle((x + 47 - wide, y + 31), (wide, 17), "kfill halo wide", radius=8, line=1.5),
        words((x + 47 - wide / 2, y + 44), str(count), "tag m onmark wide"),
    )
    leader = say("at", view.lang, what=leader_name(view, *divmod(number, len(ROLES))), cell=LABEL[space])
    return Shape(
        f"strength {number}", "tags", drawn, Sentence("picture-badge", leader=leader, count=count).told(view.lang)
    )


def marks(state: State, view: View) -> Iterator[Shape]:
    """Rings round what was played last, numbered in the order of play, and the tile that joins two kingdoms."""
    space = joining(state)
    if space:
        x, y = corner(space)
        edge = rectangle((x + 1, y + 1), (CELL - 2, CELL - 2), "mark none", radius=6, line=3)
        dashed = Element(edge.name, (*edge.attributes, ("stroke-dasharray", "4 4")))
        yield Shape(
            "joining", "marks", (dashed,), say("at", view.lang, what=say("joining", view.lang), cell=LABEL[space])
        )
    moves = [(number, seat, m.ORDERS.parse(order)) for number, (seat, order) in enumerate(view.orders, 1)]
    played = [(n, LABEL[at], corner(at), (size, size)) for n, _, move in moves for at, size in _places(state, move)]
    yield from rings(played, view.lang)
    for number, seat, move in moves:
        if isinstance(move, m.Leader | m.Withdraw):
            yield from _left(state, view, number, 4 * seat + ROLES.index(move.role))


def _places(state: State, move: m.Move) -> Iterator[tuple[Spaces, int]]:
    """The spaces that an order names, each with the size of what it puts there."""
    match move:
        case m.Place(_, cell) | m.Leader(_, cell) | m.Catastrophe(cell) | m.Building(cell) | m.Ziggurat(cell):
            yield SPACE[cell], CELL
        case m.Monument(name):
            space = state.monuments[MONUMENTS.index(name)]
            if space:
                yield space, 2 * CELL
        case m.Treasure(cells):
            yield from ((SPACE[cell], CELL) for cell in cells)


def _left(state: State, view: View, number: int, leader: int) -> Iterator[Shape]:
    """The space from which a leader went, where nothing stands by now."""
    space = view.before.leaders[leader] if view.before is not None else 0
    if space and not space & state.pieces:
        yield ghost(number, LABEL[space], corner(space), (CELL, CELL), view.lang)
