"""Chapter 9: wars, the conflicts between two kingdoms that a tile has joined.

| frame       | who is asked            | what may follow                               |
|-------------|-------------------------|-----------------------------------------------|
| `Wars`      | nobody                  | `ChooseWar`, `Commit`, or the frame below it  |
| `ChooseWar` | the active seat         | `Commit`                                      |
| `Commit`    | attacker, then defender | `Wars` again                                  |

Sides are the regions around the joining tile with that tile left out, found anew on the present board before every
war: what was cut off from a leader supports it no more (R28).

Source: TE 9.1 to TE 9.9; rulings R25 to R35.
"""

from __future__ import annotations

import msgspec

from referee.games.tigris.board import LABEL, SPACE, Spaces, labels, neighbours, region_of
from referee.games.tigris.data import COLOUR_NUMBER, COLOURS, KINDS, RED, ROLES
from referee.games.tigris.events import Home, Removed, War
from referee.games.tigris.frames import ChooseWar, Commit, Wars
from referee.games.tigris.moves import War as WarMove
from referee.games.tigris.rules.conflicts import judge
from referee.games.tigris.state import State, regions_beside, replace, score, seats_from, with_tiles, with_value
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import Reveals, Transition
from referee.kernel.requests import Seat


class Rivals(msgspec.Struct, frozen=True, order=True):
    """Two leaders of one colour on different sides of the joining tile, with their sides."""

    colour: int
    seats: tuple[Seat, Seat]
    sides: tuple[Spaces, Spaces]


def conflicts_at(state: State, joining: Spaces) -> list[Rivals]:
    """All conflicts around the joining tile, by the first leader involved in reading order.

    Source: TE 9.1, TE 9.9; rulings R26, R28.
    """
    sides = regions_beside(joining, state.pieces & ~joining)
    found: list[tuple[Spaces, Rivals]] = []
    for colour in range(4):
        involved = [
            (space, seat, side) for seat, space in enumerate(state.leaders[colour::4]) for side in sides if space & side
        ]
        if len(involved) > 1 and involved[0][2] != involved[1][2]:
            (space, seat, side), (other_space, other_seat, other_side) = involved[:2]
            rivals = Rivals(colour, (seat, other_seat), (side, other_side))
            found.append((min(space, other_space), rivals))
    return [rivals for _, rivals in sorted(found)]


def go_on_with_wars(state: State, frame: Wars, reveals: Reveals) -> Transition[State]:
    """Start the only war there is, let the active seat choose among several, or be done.

    Source: TE 9.1, TE 9.2, TE 9.9; ruling R28.
    """
    conflicts = conflicts_at(state, SPACE[frame.cell])
    if not conflicts:
        return Transition(replace(state, frames=state.frames[:-1]))
    if len(conflicts) == 1:
        return begin_war(state, frame.cell, conflicts[0])
    colours = tuple(COLOURS[rivals.colour] for rivals in conflicts)
    return Transition(replace(state, frames=(*state.frames, ChooseWar(colours))))


def choose_war(state: State, frame: ChooseWar, move: WarMove) -> Transition[State]:
    """Start the war the active seat names.

    Raises:
        IllegalMove: TE 9.2, no two leaders of that colour are in conflict.

    Source: TE 9.2; ruling R28.
    """
    if move.colour not in frame.colours:
        raise illegal("TE 9.2", "tigris/no-such-war", colours=frame.colours, colour=move.colour)
    state = replace(state, frames=state.frames[:-1])
    below = state.frames[-1]
    assert isinstance(below, Wars)
    conflicts = conflicts_at(state, SPACE[below.cell])
    chosen = next(rivals for rivals in conflicts if COLOURS[rivals.colour] == move.colour)
    return begin_war(state, below.cell, chosen)


def begin_war(state: State, joining: str, rivals: Rivals) -> Transition[State]:
    """Ask attacker and defender for supporters.

    The active seat attacks if it is involved, otherwise the involved seat that comes next clockwise. Supporters are the
    face-up tiles of the colour on the leader's own side, the joining tile left out.
    Events: `War`.

    Source: TE 9.3, TE 9.4; rulings R26, R27, R33.
    """
    attacker = next(seat for seat in seats_from(state, state.active) if seat in rivals.seats)
    first = rivals.seats.index(attacker)
    defender = rivals.seats[1 - first]
    tiles = state.tiles[rivals.colour]
    attack, defence = ((tiles & rivals.sides[index]).bit_count() for index in (first, 1 - first))
    colour = COLOURS[rivals.colour]
    frame = Commit(colour, attacker, defender, attack, defence, joining)
    told = War(colour, attacker, attack, defender, defence)
    return Transition(replace(state, frames=(*state.frames, frame)), (told,))


def settle_war(state: State, frame: Commit, defender_added: int, log: list[Event]) -> State:
    """Remove the losing leader and its supporters; pay the winner one point for each.

    Added tiles give no point. `Wars` below the frame looks for the next conflict.
    Events: `Won`, `DataFolder`, `Removed` if any supporter went, `Scored`.

    Source: TE 9.6, TE 9.7, TE 9.8; rulings R30 to R35.
    """
    winner, loser = judge(frame, defender_added, "war", log)
    colour = COLOUR_NUMBER[frame.colour]
    number = 4 * loser + colour
    leader = state.leaders[number]
    side = region_of(leader, state.pieces & ~SPACE[frame.joining])
    removed = state.tiles[colour] & side & ~spared_spaces(state, colour, leader)
    log.append(Home(loser, ROLES[colour], LABEL[leader], "conflict"))
    if removed:
        log.append(Removed(KINDS[colour], labels(removed)))
    state = replace(
        state,
        tiles=with_tiles(state, colour, state.tiles[colour] & ~removed),
        leaders=with_value(state.leaders, number, 0),
        box=state.box + removed.bit_count(),
        frames=state.frames[:-1],
    )
    return score(state, winner, colour, 1 + removed.bit_count(), "war", log)


def spared_spaces(state: State, colour: int, leader: Spaces) -> Spaces:
    """What no lost war removes: the tile under the building of the colour, and in a war of priests every temple with
    a treasure or next to any leader but the losing priest.

    Source: TE 9.8, TE 16.5; rulings R32, R76.
    """
    kept = state.buildings[colour]
    if colour == RED:
        kept |= state.treasures | neighbours(state.all_leaders & ~leader)
    return kept
