"""What of the picture orders can name: the tiles of the board."""

from __future__ import annotations

from referee.drawing.spots import by_key, spot_on
from referee.games.ur.board import NAMES
from referee.games.ur.state import State
from referee.kernel.drawing import Drawing, Spot
from referee.kernel.game import View


def spots(state: State, view: View, drawing: Drawing) -> tuple[Spot, ...]:
    """Every spot of a drawing of this state."""
    shapes = by_key(drawing)
    return tuple(spot_on(shapes[f"tile {name}"], name) for name in NAMES)
