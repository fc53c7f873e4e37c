"""Covered markers: what each face does when a unit turns it up.

Source: CV 2.7, CV 13.1 to CV 13.7; rulings G07, G22, G42 to G45, D24, D27, D28, D36.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.games.civilization import events as e
from referee.games.civilization import frames as f
from referee.games.civilization.data import (
    DESERT,
    FIND,
    FLEET,
    FREE_TECHNOLOGY,
    NEW_CIVILIZATION,
    NOTHING,
    PLAGUE,
    STAYING,
    TEN_CREDITS,
)
from referee.games.civilization.rules.conquest import settle
from referee.games.civilization.rules.money import receive
from referee.games.civilization.state import State, pop, push, replace, seats_from, towns_of, with_player, with_units
from referee.kernel.events import Event, Revealed
from referee.kernel.game import Reveals, face_at
from referee.kernel.requests import Seat


def explore(state: State, frame: f.Explore, reveals: Reveals, log: list[Event]) -> State:
    """Turn a marker up and do what it says. Raises HiddenFace."""
    face = face_at(reveals, frame.place, NOTHING)
    log.append(Revealed(frame.place, face))
    state = pop(replace(state, markers={**state.markers, frame.place: face}))
    if face in STAYING and not (frame.start and face == DESERT):
        return state
    markers = {place: other for place, other in state.markers.items() if place != frame.place}
    log.append(e.Removed(frame.place))
    state = replace(state, markers=markers)
    if frame.start and face in (PLAGUE, NEW_CIVILIZATION, DESERT):
        return state
    return _EVENTS[face](state, frame, log)


def _civilization(state: State, frame: f.Explore, log: list[Event]) -> State:
    """The seat with the fewest settlements puts one there and takes over the unit.

    Source: CV 13.5; ruling G44.
    """
    heir = fewest(state, frame.seat)
    log.append(e.Civilized(heir, frame.place))
    state = settle(with_units(state, (frame.number,), seat=heir), heir, frame.place, 1, log)
    return replace(state, fresh=tuple(sorted((*state.fresh, frame.place))))


def fewest(state: State, explorer: Seat) -> Seat:
    """Who has the fewest settlements, then the fewest levels, then sits first after the explorer, who is last."""
    order = seats_from(state, (explorer + 1) % state.seats)
    return min(
        order,
        key=lambda seat: (
            len(towns_of(state, seat)),
            sum(town.level for town in state.towns.values() if town.seat == seat),
            order.index(seat),
        ),
    )


def _plague(state: State, frame: f.Explore, log: list[Event]) -> State:
    """The exploring unit dies, and from the second era on what is near.

    Source: CV 13.6; rulings G45, D27, D28.
    """
    log.append(e.Plagued(frame.seat, frame.place))
    player = state.players[frame.seat]
    state = with_player(state, frame.seat, replace(player, plagues=player.plagues + 1))
    ill = {frame.seat} if state.setting.plague == "explorer" else set(range(state.seats))
    area = within(state, frame.place, state.era - 1) if state.era > 1 else set[str]()
    kept, units = [], state.units
    for unit in units:
        dies = unit.number == frame.number or (unit.seat in ill and unit.kind != FLEET and unit.place in area)
        if dies:
            log.append(e.Lost(unit.seat, unit.kind, unit.era, unit.place, "plague"))
        else:
            kept.append(unit)
    gone = [place for place in sorted(state.colonists) if place in area and state.colonists[place].seat in ill]
    for place in gone:
        log.append(e.Fled(state.colonists[place].seat, state.colonists[place].count, place, "plague"))
    colonists = {place: group for place, group in state.colonists.items() if place not in gone}
    return replace(state, units=tuple(kept), colonists=colonists)


def within(state: State, place: str, steps: int) -> set[str]:
    """The territories at most so many borders away by land, the place itself included (CV 12.2)."""
    found = edge = {place}
    for _ in range(steps):
        edge = {near for land in edge for near in state.world.lands[land]} - found
        found = found | edge
    return set(found)


_EVENTS: dict[str, Callable[[State, f.Explore, list[Event]], State]] = {
    NOTHING: lambda state, frame, log: state,
    TEN_CREDITS: lambda state, frame, log: receive(state, frame.seat, FIND, "find", log),
    FREE_TECHNOLOGY: lambda state, frame, log: push(state, f.FreeTechnology(frame.seat, kept=frame.start)),
    NEW_CIVILIZATION: _civilization,
    PLAGUE: _plague,
}
