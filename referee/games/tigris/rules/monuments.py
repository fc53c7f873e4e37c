"""Chapter 10: monuments, and with chapter 17 the ziggurat, which is built in the same moment.

| frame           | who is asked    | what may follow |
|-----------------|-----------------|-----------------|
| `Shapes`        | nobody          | `BuildMonument`, or the frame below it |
| `BuildMonument` | the active seat | the frame below it |

Every candidate holds the tile just laid, so at most one is built in an action (R36, R79).

Source: TE 10.1 to TE 10.7, TE 17.1, TE 17.2; rulings R36 to R42, R77, R79, R80, R83.
"""

from __future__ import annotations

from referee.games.tigris.board import LABEL, SPACE, Spaces, cross_at, crosses_with, singles, square_at, squares_with
from referee.games.tigris.data import COLOURS, MONUMENT_COLOURS, MONUMENTS
from referee.games.tigris.events import Built, Declined, Returned
from referee.games.tigris.frames import BuildMonument, Shapes
from referee.games.tigris.moves import Decline, Monument, Ziggurat
from referee.games.tigris.state import State, colour_at, replace, send_homeless_home, with_value
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Reveals, Transition


def may_make_shape(state: State, space: Spaces, tiles: Spaces) -> bool:
    """Whether the tile on `space` completes a square or a cross among `tiles` of its colour right now."""
    if squares_with(space, tiles):
        return True
    return state.setting.ziggurat and not state.ziggurat and bool(crosses_with(space, tiles))


def find_shapes(state: State, frame: Shapes, reveals: Reveals) -> Transition[State]:
    """Ask the active seat to build if the tile still completes a square with a monument left, or a cross.

    Source: TE 10.1, TE 10.2, TE 17.1; rulings R36, R37, R38, R39, R79.
    """
    below = state.frames[:-1]
    space = SPACE[frame.cell]
    colour = colour_at(state, space)
    assert colour is not None  # the joining tile is never a casualty (R33)
    tiles = state.tiles[colour]
    names = remaining_monuments(state, colour)
    squares = squares_with(space, tiles) if names else ()
    crosses = crosses_with(space, tiles) if state.setting.ziggurat and not state.ziggurat else ()
    if not squares and not crosses:
        return Transition(replace(state, frames=below))
    question = BuildMonument(
        COLOURS[colour],
        tuple(LABEL[corner] for corner in squares),
        names if squares else (),
        tuple(LABEL[centre] for centre in crosses),
    )
    return Transition(replace(state, frames=(*below, question)))


def remaining_monuments(state: State, colour: int) -> tuple[str, ...]:
    """The monuments of this colour beside the board, in their printed order."""
    return tuple(
        name
        for name, colours, space in zip(MONUMENTS, MONUMENT_COLOURS, state.monuments, strict=True)
        if colour in colours and not space
    )


def build_monument(state: State, frame: BuildMonument, move: Monument) -> Transition[State]:
    """Turn a square face down under a monument of its colour.

    Events: `Built`, `Returned` for a building on the square, `Home` for each leader without a temple.

    Raises:
        IllegalMove: TE 10.1 no square, TE 10.2 no colour in common, TE 10.3 already built, TE 10.4 which square.

    Source: TE 10.1 to TE 10.7; rulings R36 to R42, R77.
    """
    log: list[Event] = []
    if not frame.squares:
        raise illegal("TE 10.1", "tigris/no-square")
    index = MONUMENTS.index(move.name)
    if state.monuments[index]:
        raise illegal("TE 10.3", "tigris/monument-built", name=move.name, cell=LABEL[state.monuments[index]])
    if move.name not in frame.names:
        raise illegal("TE 10.2", "tigris/monument-colour", name=move.name, colour=frame.colour)
    corner = SPACE[_square_meant(frame, move)]
    log.append(Built(state.active, move.name, LABEL[corner]))
    state = replace(state, monuments=with_value(state.monuments, index, corner))
    return Transition(turn_face_down(state, square_at(corner), log), tuple(log))


def _square_meant(frame: BuildMonument, move: Monument) -> str:
    """The top left space of the square; named exactly when there is a choice.

    Source: TE 10.4; ruling R36.
    """
    if len(frame.squares) == 1:
        if move.cell:
            raise illegal("TE 10.4", "tigris/square-named-needlessly", cell=frame.squares[0])
        return frame.squares[0]
    if move.cell not in frame.squares:
        raise illegal("TE 10.4", "tigris/square-unnamed", cells=", ".join(frame.squares))
    return move.cell


def build_ziggurat(state: State, frame: BuildMonument, move: Ziggurat) -> Transition[State]:
    """Replace a cross of five by the ziggurat.

    Events: as for a monument.

    Raises:
        IllegalMove: TE 17.1, no cross with this centre.

    Source: TE 17.1, TE 17.2; rulings R79, R80, R82, R83.
    """
    log: list[Event] = []
    if move.cell not in frame.crosses:
        raise illegal("TE 17.1", "tigris/no-cross", at=move.cell, cell=move.cell)
    centre = SPACE[move.cell]
    log.append(Built(state.active, "ziggurat", move.cell))
    return Transition(turn_face_down(replace(state, ziggurat=centre), cross_at(centre), log), tuple(log))


def turn_face_down(state: State, spaces: Spaces, log: list[Event]) -> State:
    """The state once the tiles on `spaces` lie face down: they only link from now on.

    Treasures stay, buildings go back beside the board, leaders without a temple go home.

    Source: TE 10.5, TE 10.7, TE 16.6, TE 17.2; rulings R40, R42, R77, R80.
    """
    for space in singles(spaces):
        if space in state.buildings:
            log.append(Returned(COLOURS[state.buildings.index(space)], LABEL[space]))
    temples, settlements, markets, farms = (tiles & ~spaces for tiles in state.tiles)
    red, black, green, blue = (0 if space & spaces else space for space in state.buildings)
    state = replace(
        state,
        river=state.river & ~spaces,
        tiles=(temples, settlements, markets, farms),
        face_down=state.face_down | spaces,
        buildings=(red, black, green, blue),
        frames=state.frames[:-1],
    )
    return send_homeless_home(state, log)


def decline_monument(state: State, frame: BuildMonument, move: Decline) -> Transition[State]:
    """Build nothing; squares and crosses as they stand now are lost for good.

    Source: TE 10.1; rulings R36, R79.
    """
    return Transition(replace(state, frames=state.frames[:-1]), (Declined(state.active, "monument"),))
