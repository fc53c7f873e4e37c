"""What of the picture orders can name: spaces, own leaders on them and at home, tiles of the own hand."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing.spots import by_key, spot_on
from referee.games.tigris.board import LABEL
from referee.games.tigris.data import KINDS, ROLES
from referee.games.tigris.faces.ground import corner
from referee.games.tigris.faces.pieces import CELL, leader
from referee.games.tigris.state import State
from referee.kernel.drawing import Drawing, Spot
from referee.kernel.game import View


def spots(state: State, view: View, drawing: Drawing) -> tuple[Spot, ...]:
    """Every spot of a drawing of this state."""
    return (*_spaces(state, view), *_beside(view, drawing))


def _spaces(state: State, view: View) -> Iterator[Spot]:
    first = len(ROLES) * view.seat if view.seat is not None else 0
    own = state.leaders[first : first + len(ROLES)] if view.seat is not None else ()
    for space, label in LABEL.items():
        roles = tuple(role for role, at in zip(ROLES, own, strict=False) if at == space)
        yield Spot((label, *roles), label, (*corner(space), CELL, CELL))


def _beside(view: View, drawing: Drawing) -> Iterator[Spot]:
    """The own leaders beside the board, and the hand."""
    shapes = by_key(drawing)
    for number, role in enumerate(ROLES):
        waits = shapes.get(f"seat {view.seat} {leader(view.seat, number)}") if view.seat is not None else None
        if waits is not None:
            yield spot_on(waits, role)
    held = sorted(view.own.hand, key=KINDS.index) if view.own is not None else ()
    yield from (spot_on(shapes[f"hand {number}"], kind) for number, kind in enumerate(held))
