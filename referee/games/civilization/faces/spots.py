"""What of the picture orders can name: territories and seas, where the pack draws a map."""

from __future__ import annotations

from referee.games.civilization.faces import geometry as g
from referee.games.civilization.faces.map_shapes import sea_sign
from referee.games.civilization.state import State
from referee.kernel.drawing import Drawing, Spot
from referee.kernel.game import View


def spots(state: State, view: View, drawing: Drawing) -> tuple[Spot, ...]:
    """Every spot of a drawing of this state."""
    parts, (wide, high) = state.world.components, g.CARD
    found = []
    for place, (x, y) in g.places(parts).items():
        title = f"{parts.name(place, view.lang)} ({place})"
        found.append(Spot((place,), title, (x - wide // 2, y - high // 2, wide, high)))
    for sea in parts.pack.seas if found else ():
        name = parts.name(sea.id, view.lang)
        (x, top), (across, down), _ = sea_sign(name, sea.at[0])
        found.append(Spot((sea.id,), f"{name} ({sea.id})", (x - across // 2, top, across, down)))
    return tuple(found)
