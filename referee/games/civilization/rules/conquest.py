"""Units that arrive at a place: conquest, what the loser loses, and the explorer's marker.

Source: CV 10.2, CV 10.4, CV 11.1 to CV 11.6, CV 13.1, CV 19.1; rulings G31, G34, G37, G40, G41, D5, D6, D41, D43.
"""

from __future__ import annotations

from collections import Counter

from referee.games.civilization import events as e
from referee.games.civilization import frames as f
from referee.games.civilization.data import AIR, COVERED, FLEET
from referee.games.civilization.rules.places import has_rival
from referee.games.civilization.rules.values import Force, attack, defence, strongest
from referee.games.civilization.state import State, Town, Unit, beginning, has_town, push, replace, with_player
from referee.kernel.errors import IllegalMove, illegal
from referee.kernel.events import Event
from referee.kernel.requests import Seat


def barring_reason(state: State, seat: Seat, place: str, forces: tuple[Force, ...]) -> IllegalMove | None:
    """Why these units cannot go to a place together; None if they can.

    Source: CV 2.9, CV 11.1, CV 11.5; rulings G04, G31, D42, D44.
    """
    if not has_rival(state, seat, place):
        if len(forces) > 1:
            return illegal("CV 11.1", "civilization/group-without-opponent", place=place)
        return None
    if beginning(state):
        return illegal("CV 2.9", "civilization/no-war-before-start", place=place)
    strength, needed = attack(state, seat, place, forces), defence(state, seat, place)
    if strength > needed:
        return None
    return illegal("CV 11.1", "civilization/attack-too-weak", place=place, attack=strength, defence=needed)


def enlist(state: State, seat: Seat, kind: str, era: int, place: str, log: list[Event]) -> State:
    """The state with a new unit."""
    number = state.made + 1
    log.append(e.Unit(seat, kind, era, place))
    return replace(state, made=number, units=(*state.units, Unit(number, kind, era, seat, place)))


def enter(state: State, seat: Seat, place: str, numbers: tuple[int, ...], log: list[Event]) -> State:
    """The consequences once the units with these numbers are on a place: conquest, then exploration.

    The conquest has been allowed by `barring_reason`. Of several conquerors one stays.
    """
    if has_rival(state, seat, place):
        state = _conquer(state, seat, place, numbers, log)
    unit = next(unit for unit in state.units if unit.seat == seat and unit.place == place and unit.number in numbers)
    if state.markers.get(place) == COVERED and unit.kind not in (AIR, FLEET):
        state = push(state, f.Explore(seat, place, unit.number))
    return state


def _conquer(state: State, seat: Seat, place: str, numbers: tuple[int, ...], log: list[Event]) -> State:
    forces = tuple((unit.kind, unit.era) for unit in state.units if unit.number in numbers)
    before = replace(state, units=tuple(unit for unit in state.units if unit.number not in numbers))
    loser = owner_of(before, place)
    log.append(e.Conquered(seat, place, attack(before, seat, place, forces), loser, defence(before, seat, place)))
    state = clear(state, loser, place, "conquest", log)
    state = keep_one(state, seat, place, log)
    town = state.towns.get(place)
    if town is None:
        return state
    if town.level == 1:
        return raze(state, place, log)
    log.append(e.Taken(seat, place, town.level - 1))
    state = settle(state, seat, place, town.level - 1, log)
    return eliminate(state, loser, log)


def owner_of(state: State, place: str) -> Seat:
    """The seat whose pieces stand on a place."""
    holders = [unit.seat for unit in state.units if unit.place == place]
    holders += [state.towns[place].seat] if place in state.towns else []
    holders += [state.colonists[place].seat] if place in state.colonists else []
    return holders[0]


def clear(state: State, seat: Seat, place: str, why: str, log: list[Event]) -> State:
    """The state without the units and colonists of a seat on a place (CV 11.4)."""
    for unit in state.units:
        if unit.seat == seat and unit.place == place:
            log.append(e.Lost(seat, unit.kind, unit.era, place, why))
    units = tuple(unit for unit in state.units if unit.seat != seat or unit.place != place)
    colonists = state.colonists
    if place in colonists and colonists[place].seat == seat:
        log.append(e.Fled(seat, colonists[place].count, place, why))
        colonists = {code: group for code, group in colonists.items() if code != place}
    return replace(state, units=units, colonists=colonists)


def keep_one(state: State, seat: Seat, place: str, log: list[Event]) -> State:
    """Of the units of a seat on a place, aircraft aside, one stays: as the seat wishes.

    Source: CV 10.2, CV 10.4, CV 11.4; rulings G34, D6.
    """
    here = [unit for unit in state.units if unit.seat == seat and unit.place == place and unit.kind != AIR]
    if len(here) < 2:
        return state
    newest = state.players[seat].wish.excess == "newest"
    stays = max(here, key=lambda unit: unit.number) if newest else strongest(state, here)
    for unit in here:
        if unit is not stays:
            log.append(e.Lost(seat, unit.kind, unit.era, place, "excess"))
    gone = {unit.number for unit in here} - {stays.number}
    return replace(state, units=tuple(unit for unit in state.units if unit.number not in gone))


def drop_excess(state: State, log: list[Event]) -> State:
    """At the end of a turn every place holds one unit of its owner (CV 3.6)."""
    stand = Counter((unit.place, unit.seat) for unit in state.units if unit.kind != AIR)
    for place, seat in sorted(several for several, count in stand.items() if count > 1):
        state = keep_one(state, seat, place, log)
    return state


# Settlements that come and go


def settle(state: State, seat: Seat, place: str, level: int, log: list[Event]) -> State:
    """The state with a settlement of a seat; who had none is back in the game (CV 19.2)."""
    returns = not has_town(state, seat) and not beginning(state)
    state = replace(state, towns={**state.towns, place: Town(seat, level)})
    if returns:
        log.append(e.Returned(seat))
        state = replace(state, back=tuple(sorted({*state.back, seat})))
    return state


def raze(state: State, place: str, log: list[Event]) -> State:
    """The state without a settlement."""
    town = state.towns[place]
    log.append(e.Razed(town.seat, place))
    state = replace(state, towns={code: one for code, one in state.towns.items() if code != place})
    return eliminate(state, town.seat, log)


def eliminate(state: State, seat: Seat, log: list[Event]) -> State:
    """If a seat has no settlement any more its card goes back (CV 19.1; ruling G39)."""
    if has_town(state, seat):
        return state
    log.append(e.Eliminated(seat))
    state = replace(state, back=tuple(other for other in state.back if other != seat))
    player = state.players[seat]
    if not player.card:
        return state
    return give_back(with_player(state, seat, replace(player, card="")), player.card, log)


def give_back(state: State, card: str, log: list[Event]) -> State:
    """The state once a card is in the pool again, or out of the game if it is obsolete (CV 3.7)."""
    if is_obsolete(state, card):
        log.append(e.Gone((card,)))
        return state
    log.append(e.Put(card))
    return replace(state, pool=tuple(sorted((*state.pool, card))))


def is_obsolete(state: State, card: str) -> bool:
    """Whether a card left the pool when an era began (CV 16.3)."""
    return 0 < state.world.cards[card].leaves <= state.era
