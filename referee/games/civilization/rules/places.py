"""Which places are near: borders, sea links, and where units may stand.

Source: CV 10.1 to CV 10.7, CV 12.1, CV 12.2; rulings G36, G62, G63, D10, D15, D21.
"""

from __future__ import annotations

from referee.games.civilization.data import AIR, COVERED, FLEET
from referee.games.civilization.state import State, Unit, fleets, towns_of
from referee.kernel.errors import IllegalMove, illegal
from referee.kernel.requests import Seat


def links(state: State, seat: Seat) -> list[frozenset[str]]:
    """The groups of territories that the fleets of a seat make adjacent to one another: one for each chain of zones.

    Source: CV 12.1.
    """
    world, left = state.world, set(fleets(state, seat))
    found = []
    while left:
        chain, reached = set(), [min(left)]
        while reached:
            zone = reached.pop()
            if zone in left:
                left.remove(zone)
                chain.add(zone)
                reached += world.zones[zone]
        found.append(frozenset(land for zone in chain for land in world.coasts[zone]))
    return found


def beside(state: State, land: str, linked: list[frozenset[str]]) -> set[str]:
    """The territories adjacent to one, for a seat with these sea links."""
    found = set(state.world.lands[land])
    for group in linked:
        if land in group:
            found |= group
    found.discard(land)
    return found


def reach(state: State, seat: Seat, kind: str) -> set[str]:
    """Where a new unit of this kind may be placed, as far as borders say.

    Source: CV 10.1, CV 10.3, CV 10.7; rulings G62, D10.
    """
    towns = towns_of(state, seat)
    if kind == AIR:
        return set(towns)
    if kind == FLEET:
        world = state.world
        near = {zone for land in towns for zone in world.waters[land]}
        return near.union(*(world.zones[zone] for zone in fleets(state, seat)))
    linked = links(state, seat)
    return set(towns).union(*(beside(state, land, linked) for land in towns))


def has_rival(state: State, seat: Seat, place: str) -> bool:
    """Whether pieces of another seat stand on a place."""
    town, group = state.towns.get(place), state.colonists.get(place)
    if (town is not None and town.seat != seat) or (group is not None and group.seat != seat):
        return True
    return any(unit.place == place and unit.seat != seat for unit in state.units)


def out_of_reach(state: State, seat: Seat, kind: str, place: str) -> IllegalMove | None:
    """Why a new unit cannot be placed there, as far as borders say; None if it can."""
    if place in reach(state, seat, kind):
        return None
    if kind == AIR:
        return illegal("CV 10.7", "civilization/aircraft-needs-own-settlement", place=place)
    if kind == FLEET:
        return illegal("CV 10.3", "civilization/fleet-out-of-reach", place=place)
    return illegal("CV 10.1", "civilization/unit-out-of-reach", place=place)


def targets(state: State, unit: Unit, steps: int) -> set[str]:
    """Where a unit on the board may go with so many steps, fights included.

    It passes through own or empty uncovered places and stops where it turns up a marker or fights.

    Source: CV 10.9; rulings G36, D15, D21.
    """
    seat, world = unit.seat, state.world
    linked = [] if unit.kind in (AIR, FLEET) else links(state, seat)
    found, edge = set[str](), {unit.place}
    for _ in range(steps):
        next_edge = set[str]()
        for place in edge:
            near = world.zones[place] if unit.kind == FLEET else beside(state, place, linked)
            next_edge.update(near)
        next_edge -= found
        next_edge.discard(unit.place)
        found |= next_edge
        edge = {to for to in next_edge if state.markers.get(to) != COVERED and not has_rival(state, seat, to)}
    if unit.kind == AIR:
        return {place for place in found if place in state.towns and state.towns[place].seat == seat}
    return found
