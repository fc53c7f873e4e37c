"""Units that come into play: bought one by one, bought as a group for an attack, or given.

Source: CV 5.5, CV 5.6, CV 6.1, CV 6.2, CV 8.1, CV 9.1, CV 9.4, CV 10.1 to CV 10.7, CV 11.1; rulings G17, G30, G31,
G33, G67, D7, D20, D30, D43 to D45.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from referee.games.civilization import moves as m
from referee.games.civilization.data import DESERT, FLOOR, INFANTRY, KINDS, LAND_KINDS, SURCHARGE
from referee.games.civilization.rules.conquest import barring_reason, enlist, enter
from referee.games.civilization.rules.money import changes, paid_for, pay
from referee.games.civilization.rules.places import has_rival, out_of_reach, reach
from referee.games.civilization.rules.technologies import best_technology, unit_royalty
from referee.games.civilization.state import State, in_play
from referee.kernel.errors import IllegalMove, illegal, refuse
from referee.kernel.events import Event
from referee.kernel.requests import Seat


def surcharge(state: State, kind: str, place: str) -> int:
    """What a known desert adds to the price of a unit, also of one that costs nothing (CV 6.1; ruling G17)."""
    return SURCHARGE if kind in LAND_KINDS and state.markers.get(place) == DESERT else 0


def unit_price(state: State, kind: str, place: str, off: int) -> int:
    """What a unit costs on a place, with the discount of a card.

    Source: CV 6.1, CV 6.2; rulings G19, D20.
    """
    cost = state.world.prices[kind]
    return (max(FLOOR, cost - off) if off else cost) + surcharge(state, kind, place)


def unavailable(state: State, kind: str) -> IllegalMove | None:
    """Why nobody can buy units of a kind now; None if all can.

    Source: CV 9.1; ruling G30.
    """
    if best_technology(state, kind, state.era) is not None or (kind == INFANTRY and state.setting.militia):
        return None
    needed = state.world.allowing.get((kind, state.era))
    if not needed:
        return illegal("CV 9.1", "civilization/no-technology-for-unit", kind=kind, era=state.era)
    return illegal(
        "CV 9.1",
        "civilization/militia-is-off" if kind == INFANTRY else "civilization/unit-needs-technology",
        kind=kind,
        era=state.era,
        technology=needed[-1].id,
    )


def free_era(state: State, kind: str) -> int | None:
    """The era of a unit that a card gives: the latest with a technology for it; None if there is none.

    Source: CV 9.1; ruling G30.
    """
    eras = [tech.era for code in in_play(state) if kind in (tech := state.world.technologies[code]).kinds]
    return max([*eras, *([1] if kind == INFANTRY else [])], default=None)


def placement_fault(state: State, seat: Seat, place: str, forces: tuple[tuple[str, int], ...]) -> IllegalMove | None:
    """Why new units cannot go to a place together; None if they can."""
    for kind, _ in forces:
        if (refusal := out_of_reach(state, seat, kind, place)) is not None:
            return refusal
    return barring_reason(state, seat, place, forces)


# Bought


def buy(state: State, seat: Seat, order: m.Buy, off: int, log: list[Event]) -> State:
    """Buy one unit and place it. Raises IllegalMove."""
    era = state.era
    refuse(unavailable(state, order.kind) or placement_fault(state, seat, order.place, ((order.kind, era),)))
    paid = paid_for(state, seat, unit_price(state, order.kind, order.place, off), order.change)
    return _bring_in(pay(state, seat, paid, order.kind, log), seat, order.kind, era, order.place, log)


def _bring_in(state: State, seat: Seat, kind: str, era: int, place: str, log: list[Event]) -> State:
    """A unit comes in: first the right of the technology, then the place (ruling D7)."""
    state = unit_royalty(state, seat, kind, era, log)
    state = enlist(state, seat, kind, era, place, log)
    return enter(state, seat, place, (state.made,), log)


def attack(state: State, seat: Seat, order: m.Attack, off: int, log: list[Event]) -> State:
    """Buy several units and enter an occupied place with all of them; the standing wish settles odd fives.

    Raises IllegalMove. Source: CV 5.6, CV 11.1; rulings G31, D43.
    """
    era, place = state.era, order.place
    for kind in order.kinds:
        refuse(unavailable(state, kind))
    refuse(placement_fault(state, seat, place, tuple((kind, era) for kind in order.kinds)))
    for kind in order.kinds:
        paid = paid_for(state, seat, unit_price(state, kind, place, off))
        state = unit_royalty(pay(state, seat, paid, kind, log), seat, kind, era, log)
    first = state.made + 1
    for kind in order.kinds:
        state = enlist(state, seat, kind, era, place, log)
    return enter(state, seat, place, tuple(range(first, state.made + 1)), log)


def purchases(state: State, seat: Seat, kinds: tuple[str, ...], off: int) -> Iterator[m.Buy]:
    """Every single unit that can be bought."""
    for kind in kinds:
        if unavailable(state, kind) is not None:
            continue
        for place in reach(state, seat, kind):
            ways = changes(state, seat, unit_price(state, kind, place, off))
            if ways and barring_reason(state, seat, place, ((kind, state.era),)) is None:
                yield from (m.Buy(kind, place, change) for change in ways)


def attacks(state: State, seat: Seat, kinds: tuple[str, ...], off: int, most: int) -> Iterator[m.Attack]:
    """Every group that can be bought for an attack."""
    able = [kind for kind in KINDS if kind in kinds and unavailable(state, kind) is None]
    for place in {place for kind in able for place in reach(state, seat, kind) if has_rival(state, seat, place)}:
        for size in range(2, most + 1):
            for group in combinations_with_replacement(able, size):
                order = m.Attack(place, group)
                try:
                    attack(state, seat, order, off, [])
                except IllegalMove:
                    continue
                yield order


# Given


def place(state: State, seat: Seat, order: m.Place, era: int, log: list[Event]) -> State:
    """Place a unit that costs nothing but the surcharge of a desert. Raises IllegalMove."""
    refuse(placement_fault(state, seat, order.place, ((order.kind, era),)))
    extra = surcharge(state, order.kind, order.place)
    paid = paid_for(state, seat, extra, order.change)
    if extra:
        state = pay(state, seat, paid, DESERT, log)
    return _bring_in(state, seat, order.kind, era, order.place, log)


def placements(state: State, seat: Seat, kind: str, era: int) -> Iterator[m.Place]:
    """Every way to place a unit that was not bought."""
    for land in reach(state, seat, kind):
        if barring_reason(state, seat, land, ((kind, era),)) is None:
            ways = changes(state, seat, surcharge(state, kind, land))
            yield from (m.Place(kind, land, change) for change in ways)
