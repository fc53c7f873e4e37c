"""What of the picture orders can name: spaces, own leaders on them and at home, tiles of the own hand."""

from __future__ import annotations

from collections.abc import Iterator

from referee.drawing.spots import own_spots
from referee.games.tigris.board import LABEL
from referee.games.tigris.data import KINDS, ROLES
from referee.games.tigris.faces.ground import corner
from referee.games.tigris.faces.pieces import CELL, leader
from referee.games.tigris.state import State
from referee.kernel.drawing import Drawing, Spot
from referee.kernel.game import View


def spots(state: State, view: View, drawing: Drawing) -> tuple[Spot, ...]:
    """Every spot of a drawing of this state."""
    return (*_spaces(state, view), *own_spots(view, drawing, _leaders(view), KINDS))


def _spaces(state: State, view: View) -> Iterator[Spot]:
    first = len(ROLES) * view.seat if view.seat is not None else 0
    own = state.leaders[first : first + len(ROLES)] if view.seat is not None else ()
    for space, label in LABEL.items():
        roles = tuple(role for role, at in zip(ROLES, own, strict=False) if at == space)
        yield Spot((label, *roles), label, (*corner(space), CELL, CELL))


def _leaders(view: View) -> dict[str, str]:
    """The symbols of the own leaders, by role."""
    return {role: leader(view.seat, number) for number, role in enumerate(ROLES)} if view.seat is not None else {}
