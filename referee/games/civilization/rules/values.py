"""What units are worth where they fight.

Source: CV 6.1, CV 11.2, CV 11.3, CV 10.7, CV 14.2, CV 14.3; rulings G37, G38, G65, G69, D5, D6.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.civilization.data import AIR, ARTILLERY, FOREST, INFANTRY, MOUNTAIN
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.state import State, Unit, working
from referee.kernel.requests import Seat

Force = tuple[str, int]
"""(kind, era) of a unit."""


def plain_value(state: State, force: Force) -> int:
    """Type and era alone (CV 11.2)."""
    return state.world.values[force[0]] + force[1]


def aircraft_near(state: State, seat: Seat, place: str) -> int:
    """How many own aircraft help on a place: those on it and, over land borders and coasts, beside it.

    Source: CV 10.7, CV 12.2.
    """
    world = state.world
    near = {place, *world.lands[place]} if place in world.lands else set(world.coasts[place])
    return sum(unit.kind == AIR and unit.seat == seat and unit.place in near for unit in state.units)


def settlement_bonus(state: State, seat: Seat) -> int:
    """What a settlement adds to its defender (CV 11.2; ruling G69)."""
    return max([1, *(wonder.total(fx.Wall) for wonder in working(state, seat))])


def defending_value(state: State, unit: Unit, helpers: int) -> int:
    """What a unit is worth in defence where it is."""
    value = plain_value(state, (unit.kind, unit.era)) + helpers
    town, face = state.towns.get(unit.place), state.markers.get(unit.place)
    if town is not None and town.seat == unit.seat:
        value += settlement_bonus(state, unit.seat)
    if face == MOUNTAIN and unit.kind in (INFANTRY, ARTILLERY):
        value += 1
    if face == FOREST:
        value += {INFANTRY: 1, ARTILLERY: -1}.get(unit.kind, 0)
    return value


def defence(state: State, seat: Seat, place: str) -> int:
    """What `seat` must exceed to go to a place with pieces of another seat: the strongest defender, 0 without one.

    Source: CV 11.1, CV 11.3; ruling D5.
    """
    defenders = [unit for unit in state.units if unit.place == place and unit.seat != seat and unit.kind != AIR]
    if not defenders:
        return 0
    helpers = aircraft_near(state, defenders[0].seat, place)
    return max(defending_value(state, unit, helpers) for unit in defenders)


def attack(state: State, seat: Seat, place: str, forces: Iterable[Force]) -> int:
    """What units that go to a place are worth together (CV 11.1, CV 14.3)."""
    helpers = aircraft_near(state, seat, place)
    wooded = state.markers.get(place) == FOREST
    return sum(
        plain_value(state, force) + helpers - (1 if wooded and force[0] == ARTILLERY else 0)
        for force in forces
        if force[0] != AIR
    )


def strongest(state: State, units: list[Unit]) -> Unit:
    """The strongest by type and era; of equals the one of the later era, then the latest one (ruling D6)."""
    return max(units, key=lambda unit: (plain_value(state, (unit.kind, unit.era)), unit.era, unit.number))
