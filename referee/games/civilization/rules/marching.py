"""Units on the board that move, fight together, or are renewed.

Source: CV 9.4, CV 10.9, CV 11.1; rulings G33, G36, G37, D15, D21, D44.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from referee.games.civilization import events as e
from referee.games.civilization import moves as m
from referee.games.civilization.rules.conquest import barring_reason, enter
from referee.games.civilization.rules.money import Payment, paid_for, pay, payment
from referee.games.civilization.rules.places import has_rival, targets
from referee.games.civilization.rules.technologies import renew, unit_royalty
from referee.games.civilization.rules.units import unavailable
from referee.games.civilization.state import State, Unit, with_units
from referee.kernel.errors import IllegalMove, illegal, refuse
from referee.kernel.events import Event
from referee.kernel.requests import Seat


def meant_unit(units: Iterable[Unit], wanted: m.Marcher) -> Unit | IllegalMove:
    """The unit of `units` that an order means: the oldest of its kind and place; the era is named where it differs."""
    here = [unit for unit in units if unit.place == wanted.place and unit.kind == wanted.kind]
    if here and (len({unit.era for unit in here}) > 1) != bool(wanted.era):
        return illegal(
            "CV 10.9",
            "civilization/era-not-needed" if wanted.era else "civilization/which-era",
            kind=wanted.kind,
            place=wanted.place,
        )
    found = [unit for unit in here if not wanted.era or unit.era == wanted.era]
    return min(found, key=lambda unit: unit.number, default=_no_such(wanted))


def _no_such(wanted: m.Marcher) -> IllegalMove:
    return illegal("CV 10.9", "civilization/no-such-unit", kind=wanted.kind, place=wanted.place)


def names(units: Iterable[Unit]) -> dict[int, m.Marcher]:
    """How orders name each of these units, by its number."""
    units = list(units)
    eras: dict[tuple[str, str], set[int]] = {}
    for unit in units:
        eras.setdefault((unit.place, unit.kind), set()).add(unit.era)
    return {
        unit.number: m.Marcher(unit.place, unit.kind, unit.era if len(eras[unit.place, unit.kind]) > 1 else 0)
        for unit in units
    }


def _free(state: State, seat: Seat, moved: tuple[int, ...]) -> list[Unit]:
    return [unit for unit in state.units if unit.seat == seat and unit.number not in moved]


def marchers(state: State, seat: Seat, order: m.March, moved: tuple[int, ...]) -> list[Unit]:
    """The units that an order moves. Raises IllegalMove: there is none like that, or it has moved already."""
    free = sorted(_free(state, seat, moved), key=lambda unit: unit.number)
    called, found = names(free), list[Unit]()
    for wanted in order.units:
        unit = next((one for one in free if called[one.number] == wanted and one not in found), None)
        if unit is None:
            refusal = meant_unit(free, wanted)
            raise refusal if isinstance(refusal, IllegalMove) else _no_such(wanted)
        found.append(unit)
    return found


def march(state: State, seat: Seat, order: m.March, steps: int, moved: tuple[int, ...], log: list[Event]) -> State:
    """Move one unit, or several that enter an occupied place together. Raises IllegalMove."""
    units = marchers(state, seat, order, moved)
    for unit in units:
        if order.place not in targets(state, unit, steps):
            raise illegal("CV 10.9", "civilization/too-far", kind=unit.kind, origin=unit.place, place=order.place)
    refuse(barring_reason(state, seat, order.place, tuple((unit.kind, unit.era) for unit in units)))
    numbers = tuple(unit.number for unit in units)
    for unit in units:
        log.append(e.Marched(seat, unit.kind, unit.era, unit.place, order.place))
    return enter(with_units(state, numbers, place=order.place), seat, order.place, numbers, log)


def marches(state: State, seat: Seat, steps: int, most: int, moved: tuple[int, ...]) -> Iterator[m.March]:
    """Every march of up to `most` units."""
    free = _free(state, seat, moved)
    called = names(free)
    near = {unit.number: targets(state, unit, steps) for unit in free}
    seen = set[m.Marcher]()
    for unit in free:
        if called[unit.number] in seen:
            continue
        seen.add(called[unit.number])
        for place in near[unit.number]:
            if barring_reason(state, seat, place, ((unit.kind, unit.era),)) is None:
                yield m.March(place, (called[unit.number],))
    hostile = {place for places in near.values() for place in places if has_rival(state, seat, place)}
    for place in hostile:
        able = sorted((unit for unit in free if place in near[unit.number]), key=lambda unit: called[unit.number])
        yield from _groups(state, seat, place, able, most, called)


def _groups(
    state: State, seat: Seat, place: str, able: list[Unit], most: int, called: dict[int, m.Marcher]
) -> Iterator[m.March]:
    found = set[tuple[m.Marcher, ...]]()
    for size in range(2, min(most, len(able)) + 1):
        for group in combinations(able, size):
            order = tuple(called[unit.number] for unit in group)
            if order in found:
                continue
            found.add(order)
            if barring_reason(state, seat, place, tuple((unit.kind, unit.era) for unit in group)) is None:
                yield m.March(place, order)


# Renewal


def _old(state: State, seat: Seat, kinds: tuple[str, ...]) -> list[Unit]:
    return [unit for unit in state.units if unit.seat == seat and unit.kind in kinds and unit.era < state.era]


def upgrade(state: State, seat: Seat, order: m.Upgrade, kinds: tuple[str, ...], price: int, log: list[Event]) -> State:
    """A unit becomes one of the current era. Raises IllegalMove.

    Source: CV 9.4, CV 8.1; ruling G33.
    """
    unit = meant_unit(_old(state, seat, kinds), order.unit)
    if isinstance(unit, IllegalMove):
        raise unit
    refuse(unavailable(state, unit.kind))
    state = renew(pay(state, seat, paid_for(state, seat, price), "renewal", log), unit, state.era, log)
    return unit_royalty(state, seat, unit.kind, state.era, log)


def upgrades(state: State, seat: Seat, kinds: tuple[str, ...], price: int) -> Iterator[m.Upgrade]:
    """Every unit that can be renewed."""
    if not isinstance(payment(state, seat, price), Payment):
        return
    old = _old(state, seat, tuple(kind for kind in kinds if unavailable(state, kind) is None))
    yield from (m.Upgrade(unit) for unit in set(names(old).values()))
