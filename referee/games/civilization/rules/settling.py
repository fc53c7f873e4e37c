"""Colonists, settlements and structures.

Source: CV 5.7, CV 6.1, CV 10.5, CV 10.6, CV 10.8, CV 14.1 to CV 14.3, CV 15.1; rulings G35, G46, D25, D46, D47.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.civilization import events as e
from referee.games.civilization import moves as m
from referee.games.civilization.data import COLONIST, DESERT, FLOOR, FOREST, FOUNDING, GROWTH, MAX_LEVEL, MOUNTAIN
from referee.games.civilization.data import STRUCTURE as STRUCTURE_PRICE
from referee.games.civilization.rules.conquest import settle
from referee.games.civilization.rules.money import (
    Payment,
    add_colonists,
    changes,
    homes,
    is_home,
    paid_for,
    pay,
    payment,
)
from referee.games.civilization.rules.technologies import royalty
from referee.games.civilization.state import (
    State,
    Town,
    colonies_of,
    has_colonist,
    has_town,
    in_play,
    replace,
    towns_of,
    with_player,
)
from referee.kernel.errors import IllegalMove, illegal, refuse
from referee.kernel.events import Event
from referee.kernel.requests import Seat


def discounted_price(cost: int, off: int) -> int:
    """A price with the discount of a card (CV 6.2)."""
    return max(FLOOR, cost - off) if off else cost


# Colonists


def add_settler(state: State, seat: Seat, order: m.Settler, *, free: bool, log: list[Event]) -> State:
    """Place one colonist, free or bought. Raises IllegalMove."""
    if not is_home(state, seat, order.place):
        raise illegal("CV 10.5", "civilization/no-home-for-colonist", place=order.place)
    if not free:
        paid = paid_for(state, seat, state.world.prices[COLONIST], order.change)
        state = pay(state, seat, paid, COLONIST, log)
    elif order.change is not None:
        raise illegal("CV 5.4", "civilization/no-change-needed", amount=0)
    log.append(e.Came(seat, order.place))
    return add_colonists(state, seat, order.place, 1)


def settlers(state: State, seat: Seat, *, free: bool) -> Iterator[m.Settler]:
    """Every colonist that can be placed."""
    ways = [None] if free else changes(state, seat, state.world.prices[COLONIST])
    yield from (m.Settler(place, change) for place in homes(state, seat) for change in ways)


# Settlements


def no_foundation(state: State, seat: Seat, place: str) -> IllegalMove | None:
    """Why a seat cannot found a settlement on a place; None if it can.

    Source: CV 10.6, CV 14.1.
    """
    if not has_colonist(state, seat, place):
        return illegal("CV 10.6", "civilization/needs-own-colonist", place=place)
    if place in state.towns:
        return illegal("CV 10.6", "civilization/settlement-stands-there", place=place)
    if state.markers.get(place) == DESERT:
        return illegal("CV 14.1", "civilization/no-settlement-in-desert", place=place)
    return None


def found_settlement(state: State, seat: Seat, order: m.Found, off: int, log: list[Event]) -> State:
    """Found a settlement. Raises IllegalMove."""
    refuse(no_foundation(state, seat, order.place))
    state = pay(state, seat, paid_for(state, seat, discounted_price(FOUNDING, off), order.change), "settlement", log)
    _check_colonist(state, seat, order.place)
    log.append(e.Founded(seat, order.place))
    state = settle(state, seat, order.place, 1, log)
    return replace(state, fresh=tuple(sorted((*state.fresh, order.place))))


def foundations(state: State, seat: Seat, off: int) -> Iterator[m.Found]:
    """Every settlement that can be founded."""
    price = discounted_price(FOUNDING, off)
    ways = changes(state, seat, price)
    for place in colonies_of(state, seat):
        if no_foundation(state, seat, place) is None:
            yield from (m.Found(place, change) for change in ways if _colonist_stays(state, seat, place, price, change))


def no_growth(state: State, seat: Seat, place: str) -> IllegalMove | None:
    """Why a settlement cannot grow now; None if it can.

    Source: CV 10.8, CV 14.2, CV 14.3; rulings G35, D46, D47.
    """
    town = state.towns.get(place)
    if town is None or town.seat != seat:
        return illegal("CV 10.8", "civilization/no-own-settlement", place=place)
    if not has_colonist(state, seat, place):
        return illegal("CV 10.8", "civilization/needs-own-colonist", place=place)
    if place in state.fresh or place in state.grown:
        return illegal("CV 10.8", "civilization/grown-this-turn", place=place)
    face = state.markers.get(place)
    if face in (MOUNTAIN, FOREST):
        return illegal(
            "CV 14.2" if face == MOUNTAIN else "CV 14.3",
            "civilization/terrain-keeps-it-small",
            place=place,
            terrain=face,
        )
    if town.level >= MAX_LEVEL:
        return illegal("CV 10.8", "civilization/largest-level", level=town.level)
    known, next_level = in_play(state), town.level + 1
    needed = [code for code, technology in state.world.technologies.items() if technology.level == next_level]
    if not any(code in known for code in needed):
        return illegal("CV 10.8", "civilization/level-needs-technology", level=next_level, technology=needed[0])
    return None


def grow(state: State, seat: Seat, order: m.Grow, price: int, log: list[Event]) -> State:
    """Let a settlement grow by one level; a price of 0 is not paid. Raises IllegalMove."""
    refuse(no_growth(state, seat, order.place))
    paid = paid_for(state, seat, price, order.change)
    if price:
        state = pay(state, seat, paid, "growth", log)
    _check_colonist(state, seat, order.place)
    level = state.towns[order.place].level + 1
    log.append(e.Grew(seat, order.place, level))
    towns = {**state.towns, order.place: Town(seat, level)}
    return replace(state, towns=towns, grown=tuple(sorted((*state.grown, order.place))))


def growths(state: State, seat: Seat, price: int) -> Iterator[m.Grow]:
    """Every settlement that can grow."""
    ways = changes(state, seat, price)
    for place in towns_of(state, seat):
        if no_growth(state, seat, place) is None:
            yield from (m.Grow(place, change) for change in ways if _colonist_stays(state, seat, place, price, change))


def growth_price(off: int, used: int) -> int:
    """What a growth costs; the discount of a card is for the first one."""
    return discounted_price(GROWTH, 0 if used else off)


def _colonist_stays(state: State, seat: Seat, place: str, price: int, change: m.ColonistChange | None) -> bool:
    """Whether a payment leaves a colonist on the place (ruling D25)."""
    paid = payment(state, seat, price, change)
    used = paid.change if isinstance(paid, Payment) else None
    return used is None or used.sign == "+" or used.place != place or state.colonists[place].count > 1


def _check_colonist(state: State, seat: Seat, place: str) -> None:
    if not has_colonist(state, seat, place):
        raise illegal("CV 10.6", "civilization/colonist-was-paid", place=place)


# Structures


def no_structure(state: State, seat: Seat, code: str) -> IllegalMove | None:
    """Why a seat cannot build a structure; None if it can.

    Source: CV 15.1; ruling G46.
    """
    structure = state.world.structures.get(code)
    if structure is None:
        return illegal("CV 15.1", "civilization/no-such-structure", structure=code)
    if code in state.players[seat].structures:
        return illegal("CV 15.1", "civilization/structure-owned", structure=code)
    if structure.era != state.era:
        return illegal("CV 15.1", "civilization/structure-of-other-era", structure=code, era=structure.era)
    if state.world.enabling[code] not in in_play(state):
        technology = state.world.enabling[code]
        return illegal("CV 15.1", "civilization/structure-unknown", structure=code, technology=technology)
    if not has_town(state, seat):
        return illegal("CV 15.1", "civilization/structure-needs-settlement", structure=code)
    return None


def build(state: State, seat: Seat, order: m.Build, price: int, log: list[Event]) -> State:
    """Build a structure. Raises IllegalMove."""
    refuse(no_structure(state, seat, order.code))
    state = pay(state, seat, paid_for(state, seat, price, order.change), order.code, log)
    state = royalty(state, seat, state.world.enabling[order.code], log)
    log.append(e.Built(seat, order.code))
    player = state.players[seat]
    structures = tuple(sorted((*player.structures, order.code)))
    return with_player(state, seat, replace(player, structures=structures))


def structures(state: State, seat: Seat, price: int) -> Iterator[m.Build]:
    """Every structure that can be built."""
    ways = changes(state, seat, price)
    for code, structure in state.world.structures.items() if ways else ():
        if structure.era == state.era and no_structure(state, seat, code) is None:
            yield from (m.Build(code, change) for change in ways)


def structure_price(off: int, used: int) -> int:
    """What a structure costs; the discount of a card is for the first one."""
    return discounted_price(STRUCTURE_PRICE, 0 if used else off)
