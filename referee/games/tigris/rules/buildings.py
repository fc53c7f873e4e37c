"""Chapter 16: civilization buildings.

| frame           | who is asked    | what may follow                         |
|-----------------|-----------------|-----------------------------------------|
| `EscrowNote`         | nobody          | `PlaceBuilding`, or the frame below it  |
| `PlaceBuilding` | the active seat | the frame below it                      |

Source: TE 16.1, TE 16.2, TE 16.3; rulings R68 to R74, R78.
"""

from __future__ import annotations

from referee.games.tigris.board import ACROSS, DOWN, LABEL, SPACE, Spaces, labels, line_through
from referee.games.tigris.data import COLOUR_NUMBER, COLOURS
from referee.games.tigris.events import Declined, Housed
from referee.games.tigris.frames import Lines, PlaceBuilding
from referee.games.tigris.moves import Building, Decline
from referee.games.tigris.state import State, colour_at, replace
from referee.kernel.errors import illegal
from referee.kernel.game import Reveals, Transition

SHORTEST_LINE = 3


def may_make_line(state: State, space: Spaces, tiles: Spaces) -> bool:
    """Whether the tile on `space` is in a line of three or more among `tiles` of its colour right now."""
    return state.setting.buildings and any(
        line_through(space, tiles, step).bit_count() >= SHORTEST_LINE for step in (ACROSS, DOWN)
    )


def find_lines(state: State, frame: Lines, reveals: Reveals) -> Transition[State]:
    """Ask the active seat for the building if the tile is still in a line that may have it.

    Source: TE 16.1; rulings R68, R69, R71, R78.
    """
    below = state.frames[:-1]
    space = SPACE[frame.cell]
    colour = colour_at(state, space)
    assert colour is not None  # the joining tile is never a casualty (R33)
    cells = spaces_for_building(state.tiles[colour], space, state.buildings[colour])
    if not cells:
        return Transition(replace(state, frames=below))
    return Transition(replace(state, frames=(*below, PlaceBuilding(COLOURS[colour], labels(cells)))))


def spaces_for_building(tiles: Spaces, space: Spaces, building: Spaces) -> Spaces:
    """Where the building of a colour may go after its tile on `space` was laid; `building` is where it is.

    Each line through the tile is judged by itself. A building that is in it stays; one that stands elsewhere
    moves only to a line longer than the longer of its own two, as they are now.

    Source: TE 16.2, TE 16.3; rulings R68, R70 to R73.
    """
    own = max(line_through(building, tiles, step).bit_count() for step in (ACROSS, DOWN)) if building else 0
    allowed = 0
    for step in (ACROSS, DOWN):
        line = line_through(space, tiles, step)
        length = line.bit_count()
        if length >= SHORTEST_LINE and length > own and not line & building:
            allowed |= line
    return allowed


def place_building(state: State, frame: PlaceBuilding, move: Building) -> Transition[State]:
    """Put the building on a tile of the line.

    Events: `Housed`.

    Raises:
        IllegalMove: TE 16.2, another space.

    Source: TE 16.2, TE 16.3; rulings R69, R70, R74.
    """
    if move.cell not in frame.cells:
        raise illegal("TE 16.2", "tigris/building-off-line", at=move.cell, cells=", ".join(frame.cells), cell=move.cell)
    colour = COLOUR_NUMBER[frame.colour]
    origin = state.buildings[colour]
    housed = Housed(state.active, frame.colour, move.cell, LABEL[origin] if origin else "")
    red, black, green, blue = (SPACE[move.cell] if c == colour else old for c, old in enumerate(state.buildings))
    return Transition(replace(state, buildings=(red, black, green, blue), frames=state.frames[:-1]), (housed,))


def decline_building(state: State, frame: PlaceBuilding, move: Decline) -> Transition[State]:
    """Leave the building where it is; a further tile in the line gives a new chance.

    Source: TE 16.1; ruling R69.
    """
    return Transition(replace(state, frames=state.frames[:-1]), (Declined(state.active, "building"),))
