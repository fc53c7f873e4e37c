"""Chapter 5: laying a tile, and the point it brings.

What may follow is pushed at once: `Wars` if two kingdoms are joined, `EscrowNote` and `Shapes` if the tile is in a
line, a square or a cross (wars can only take tiles away), `Distribution`, `ActionEnd`.

Source: TE 5.1 to TE 5.6, TE 16.4; rulings R21 to R25, R33, R75.
"""

from __future__ import annotations

from referee.games.tigris.board import SPACE, Spaces, neighbours
from referee.games.tigris.data import BLACK, COLOURS, KIND_NUMBER
from referee.games.tigris.events import Placed, Scored, United
from referee.games.tigris.frames import ACTION_END, DISTRIBUTION, AnyFrame, Lines, Shapes, TakeAction, Wars
from referee.games.tigris.moves import Place
from referee.games.tigris.rules.buildings import may_make_line
from referee.games.tigris.rules.monuments import may_make_shape
from referee.games.tigris.state import State, owner_in, plus_points, regions_beside, replace, with_tiles, with_value
from referee.kernel.errors import illegal
from referee.kernel.events import Event, Spent
from referee.kernel.game import Transition

HAND_RULE = "TE 3.5"


def place_tile(state: State, frame: TakeAction, move: Place) -> Transition[State]:
    """Lay a tile; it brings a point, or joins two kingdoms and brings none.

    Events: `Spent`, `Placed`, then `Scored` or `United` if either happens.

    Raises:
        IllegalMove: TE 3.5, TE 5.1 to TE 5.4.

    Source: TE 5.1 to TE 5.6; rulings R21 to R25.
    """
    log: list[Event] = []
    seat = state.active
    colour = KIND_NUMBER[move.kind]
    space = SPACE[move.cell]
    leaders = state.all_leaders
    pieces = state.laid | leaders
    check_tile_space(state, move, space, pieces)
    region, kingdom_count = _joined_region(move, space, pieces, leaders)
    log.append(Spent(seat, move.kind))
    log.append(Placed(seat, move.kind, move.cell))
    points = state.points
    if kingdom_count == 2:
        log.append(United(move.cell))
    elif kingdom_count:
        points = _points_for_tile(state, colour, region, log)
    tiles = with_tiles(state, colour, state.tiles[colour] | space)
    return Transition(
        replace(
            state,
            tiles=tiles,
            points=points,
            hands=with_value(state.hands, seat, state.hands[seat] - 1),
            frames=_what_follows(state, move.cell, space, tiles[colour], region, kingdom_count),
        ),
        tuple(log),
    )


def _joined_region(move: Place, space: Spaces, pieces: Spaces, leaders: Spaces) -> tuple[Spaces, int]:
    """The region around the new tile, and how many kingdoms it joins.

    Raises:
        IllegalMove: TE 5.4, more than two.

    Source: TE 5.4; ruling R22.
    """
    region = space
    count = 0
    for beside in regions_beside(space, pieces):
        region |= beside
        count += 1 if beside & leaders else 0
    if count > 2:
        raise illegal("TE 5.4", "tigris/tile-joins-kingdoms", at=move.cell, count=count)
    return region, count


def check_tile_space(state: State, move: Place, space: Spaces, pieces: Spaces) -> None:
    """Raise IllegalMove unless the hand counts a tile and `space` is empty and of the right terrain.

    Must agree with `legal.tile_spaces`.

    Source: TE 3.5, TE 5.1, TE 5.2, TE 5.3; ruling R21.
    """
    if not state.hands[state.active]:
        raise illegal(HAND_RULE, "tigris/hand-empty")
    if space & (pieces | state.catastrophes):
        raise illegal("TE 5.1", "tigris/tile-space-taken", at=move.cell)
    if move.kind == "farm":
        if not space & state.river:
            raise illegal("TE 5.2", "tigris/farm-on-land", at=move.cell)
    elif space & state.river:
        raise illegal("TE 5.3", "tigris/tile-on-river", at=move.cell, kind=move.kind)


def _points_for_tile(
    state: State, colour: int, region: Spaces, log: list[Event]
) -> tuple[tuple[int, int, int, int], ...]:
    """One point in the tile's colour for the owner of that leader in the kingdom, else of the king; two with a
    building of the colour in it. `region` is the kingdom after the tile was laid.

    Source: TE 5.5, TE 16.4; rulings R23, R24, R75.
    """
    owner = owner_in(state, colour, region)
    if owner is None:
        owner = owner_in(state, BLACK, region)
    if owner is None:
        return state.points
    log.append(Scored(owner, COLOURS[colour], 1, "tile"))
    count = 1
    if state.buildings[colour] & region:
        log.append(Scored(owner, COLOURS[colour], 1, "building"))
        count = 2
    return plus_points(state.points, owner, colour, count)


def _what_follows(
    state: State, cell: str, space: Spaces, tiles: Spaces, region: Spaces, kingdom_count: int
) -> tuple[AnyFrame, ...]:
    frames: tuple[AnyFrame, ...] = ACTION_END
    # Only a region that grew can newly hold two treasures, and without a war only the one of this tile grew.
    if kingdom_count > 1 or (state.treasures & region).bit_count() > 1:
        frames = (*frames, DISTRIBUTION)
    if neighbours(space) & tiles:
        if may_make_shape(state, space, tiles):
            frames = (*frames, Shapes(cell))
        if may_make_line(state, space, tiles):
            frames = (*frames, Lines(cell))
    return (*frames, Wars(cell)) if kingdom_count > 1 else frames
