"""The boxes of a card: their lines, one after the other, and what each kind of line lets a seat do.

Source: CV 3.3, CV 3.4, CV 4.1; rulings G10, G66, G67, D1, D2, D19.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from referee.games.civilization import events as e
from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.data import FLEET, PENSION, RESOURCES
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.pack.bounds import tag_of
from referee.games.civilization.rules import marching, settling, units
from referee.games.civilization.rules.counting import count, happiness, levels, production
from referee.games.civilization.rules.money import changes, paid_for, pay, receive
from referee.games.civilization.rules.technologies import any_era, discover, not_on_offer, offer, price
from referee.games.civilization.state import State, exploited_territories, land_units, replace, towns_of
from referee.kernel.errors import illegal, refuse
from referee.kernel.events import Event
from referee.kernel.requests import Seat

Orders = Iterator[m.CivilizationOrder]


class LineKind(msgspec.Struct, frozen=True):
    """What one kind of line lets a seat do: every order, and for each sort of order what it leads to."""

    orders: Callable[[State, f.BoxTurn, Any], Orders]
    answers: dict[type[m.CivilizationOrder], Callable[[State, f.BoxTurn, Any, Any, list[Event]], State]]


# Lines that carry themselves out


def number_of(state: State, seat: Seat, per: str) -> int:
    """How many of the things an income counts a seat has.

    Source: CV 3.5, CV 13.7, CV 13.8; ruling D48.
    """
    player = state.players[seat]
    counts: dict[str, Callable[[], int]] = {
        "settlement": lambda: len(towns_of(state, seat)),
        "level": lambda: levels(state, seat),
        "unit": lambda: len(land_units(state, seat)) + _fleets(state, seat),
        "fleet": lambda: _fleets(state, seat),
        "production": lambda: production(state, seat),
        "happiness": lambda: happiness(state, seat),
        "technology": lambda: len(player.technologies),
        "wonder": lambda: len(player.wonders),
        "resource": lambda: sum(state.markers.get(place) in RESOURCES for place in exploited_territories(state, seat)),
    }
    return counts[per]()


def _fleets(state: State, seat: Seat) -> int:
    return sum(unit.seat == seat and unit.kind == FLEET for unit in state.units)


def runs_by_itself(effect: fx.BoxEffect) -> bool:
    """Whether a line asks nobody."""
    return isinstance(effect, fx.ByItself)


def _run(state: State, seat: Seat, effect: fx.BoxEffect, log: list[Event]) -> State:
    if isinstance(effect, fx.ScoreEffect):
        return count(state, seat, log)
    if isinstance(effect, fx.GainEffect):
        return receive(state, seat, effect.n, "card", log)
    assert isinstance(effect, fx.IncomeEffect)
    amount = effect.n * number_of(state, seat, effect.per)
    return receive(state, seat, amount, effect.per, log) if amount else state


def settle_act(state: State, log: list[Event]) -> State:
    """Carry out and drop lines of the top act until one asks something that can be answered, or none is left."""
    while True:
        act = state.frames[-1]
        assert isinstance(act, f.BoxTurn)
        if not act.effects or can_be_answered(state, act):
            return state
        state = next_line(state, act, log)


def can_be_answered(state: State, act: f.BoxTurn) -> bool:
    """Whether the running line asks something that can be answered (ruling D19)."""
    if not act.effects or runs_by_itself(act.effects[0]):
        return False
    line = LINES[type(act.effects[0])]
    return next(line.orders(state, act, act.effects[0]), None) is not None


def next_line(state: State, act: f.BoxTurn, log: list[Event]) -> State:
    """The running line carries itself out or is dropped, because nothing can be done."""
    effect = act.effects[0]
    if runs_by_itself(effect):
        state = _run(state, act.seat, effect, log)
    if isinstance(effect, fx.FreeTech):
        for _ in range(effect.n - act.used):  # none is on offer: credits instead (G22)
            state = receive(state, act.seat, PENSION, "card", log)
    return with_act(state, _drop_line(act))


def _drop_line(act: f.BoxTurn, *before: fx.BoxEffect) -> f.BoxTurn:
    return f.BoxTurn(act.seat, act.box, (*before, *act.effects[1:]))


def _let_go(state: State, act: f.BoxTurn, log: list[Event]) -> State:
    """The rest of a box that is passed, line by line: what can be answered is dropped, and nobody gives up what a line
    does by itself, such as the credits for a free technology with none on offer (rulings G10, G22, G66).
    """
    while act.effects:
        drops = not runs_by_itself(act.effects[0]) and state.setting.passed_technology == "nothing"
        if drops or can_be_answered(state, act):
            act = _drop_line(act)
            state = with_act(state, act)
        else:
            state = next_line(state, act, log)
            act = _drop_line(act)
    return state


def with_act(state: State, act: f.BoxTurn) -> State:
    """The state with another act on top of its frames."""
    return replace(state, frames=(*state.frames[:-1], act))


# Orders


def orders_of(state: State, act: f.BoxTurn) -> Orders:
    """Every order that the running line allows, those included that end it."""
    effect = act.effects[0]
    yield from LINES[type(effect)].orders(state, act, effect)
    yield m.Pass()
    if len(act.effects) > 1:
        yield m.Skip()


def carry_out(state: State, act: f.BoxTurn, order: m.CivilizationOrder, log: list[Event]) -> State:
    """One order under the running line of the top act. Raises IllegalMove."""
    effect = act.effects[0]
    if isinstance(order, m.Pass):
        log.append(e.Passed(act.seat))
        return _let_go(state, act, log)
    if isinstance(order, m.Skip):
        if len(act.effects) == 1:
            raise illegal("CV 3.3", "civilization/nothing-follows")
        log.append(e.Skipped(act.seat))
        return with_act(state, _drop_line(act))
    answer = LINES[type(effect)].answers.get(type(order))
    if answer is None:
        raise illegal("CV 3.3", "civilization/box-does-not-say", line=tag_of(effect))
    return answer(state, act, effect, order, log)


def _use_line(state: State, act: f.BoxTurn, limit: int, uses: int = 1, moved: tuple[int, ...] = ()) -> State:
    """The state once the running line has been used so often; used up, it is dropped. Raises IllegalMove."""
    used = act.used + uses
    if limit and used > limit:
        raise illegal("CV 3.3", "civilization/box-allows-fewer", count=limit)
    act = _drop_line(act) if limit and used == limit else f.BoxTurn(act.seat, act.box, act.effects, used, moved)
    return with_act(state, act)


# Technologies


def _free_techs(state: State, act: f.BoxTurn, effect: fx.FreeTech) -> Orders:
    next_era = effect.scope == "offer" or any_era(state)
    yield from (m.Learn(tech.id) for tech in offer(state, free=True, next_era=next_era))


def _free_tech(state: State, act: f.BoxTurn, effect: fx.FreeTech, order: m.Learn, log: list[Event]) -> State:
    state = _use_line(state, act, effect.n)
    return learn_free(state, act.seat, order, next_era=effect.scope == "offer", log=log)


def learn_free(
    state: State, seat: Seat, order: m.Learn, *, log: list[Event], next_era: bool = False, kept: bool = False
) -> State:
    """Take a technology without paying; in the set-up (`kept`) one of the first era. Raises IllegalMove.

    Source: CV 7.2, CV 13.3; rulings G07, G22, D3.
    """
    next_era = next_era or (any_era(state) and not kept)
    refuse(not_on_offer(state, order.code, free=True, next_era=next_era))
    if order.change is not None:
        raise illegal("CV 5.4", "civilization/no-change-needed", amount=0)
    return discover(state, seat, order.code, "free", log, kept=kept)


def _techs(state: State, act: f.BoxTurn, effect: fx.BuyTech) -> Orders:
    for tech in offer(state):
        for change in changes(state, act.seat, price(state, act.seat, tech, effect.off)):
            yield m.Learn(tech.id, change)


def _buy_tech(state: State, act: f.BoxTurn, effect: fx.BuyTech, order: m.Learn, log: list[Event]) -> State:
    refuse(not_on_offer(state, order.code))
    cost = price(state, act.seat, state.world.technologies[order.code], effect.off)
    paid = paid_for(state, act.seat, cost, order.change)
    state = pay(_use_line(state, act, effect.n), act.seat, paid, order.code, log)
    return discover(state, act.seat, order.code, "bought", log)


# Units


def _units(state: State, act: f.BoxTurn, effect: fx.BuyUnits) -> Orders:
    yield from units.purchases(state, act.seat, effect.units, effect.off)
    if effect.n - act.used > 1:
        yield from units.attacks(state, act.seat, effect.units, effect.off, effect.n - act.used)


def _check_kinds(effect: fx.BuyUnits, kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        if kind not in effect.units:
            raise illegal("CV 3.3", "civilization/kind-not-in-box", kind=kind)


def _buy(state: State, act: f.BoxTurn, effect: fx.BuyUnits, order: m.Buy, log: list[Event]) -> State:
    _check_kinds(effect, (order.kind,))
    return units.buy(_use_line(state, act, effect.n), act.seat, order, effect.off, log)


def _attack(state: State, act: f.BoxTurn, effect: fx.BuyUnits, order: m.Attack, log: list[Event]) -> State:
    _check_kinds(effect, order.kinds)
    state = _use_line(state, act, effect.n, len(order.kinds))
    return units.attack(state, act.seat, order, effect.off, log)


def _free_units(state: State, act: f.BoxTurn, effect: fx.FreeUnit) -> Orders:
    era = units.free_era(state, effect.unit)
    return iter(()) if era is None else units.placements(state, act.seat, effect.unit, era)


def _free_unit(state: State, act: f.BoxTurn, effect: fx.FreeUnit, order: m.Place, log: list[Event]) -> State:
    era = units.free_era(state, effect.unit)
    if order.kind != effect.unit or era is None:
        raise illegal("CV 3.3", "civilization/kind-not-in-box", kind=order.kind)
    return units.place(_use_line(state, act, effect.n), act.seat, order, era, log)


def _marches(state: State, act: f.BoxTurn, effect: fx.MoveEffect) -> Orders:
    return marching.marches(state, act.seat, effect.steps, effect.n - act.used, act.moved)


def _march(state: State, act: f.BoxTurn, effect: fx.MoveEffect, order: m.March, log: list[Event]) -> State:
    moved = (*act.moved, *(unit.number for unit in marching.marchers(state, act.seat, order, act.moved)))
    state = _use_line(state, act, effect.n, len(order.units), moved)
    return marching.march(state, act.seat, order, effect.steps, act.moved, log)


def _upgrades(state: State, act: f.BoxTurn, effect: fx.UpgradeEffect) -> Orders:
    return marching.upgrades(state, act.seat, effect.units, effect.price)


def _upgrade(state: State, act: f.BoxTurn, effect: fx.UpgradeEffect, order: m.Upgrade, log: list[Event]) -> State:
    return marching.upgrade(_use_line(state, act, 0), act.seat, order, effect.units, effect.price, log)


# Colonists, settlements, structures


def _settlers(state: State, act: f.BoxTurn, effect: fx.Colonists | fx.BuyColonists) -> Orders:
    return settling.settlers(state, act.seat, free=isinstance(effect, fx.Colonists))


def _settler(
    state: State, act: f.BoxTurn, effect: fx.Colonists | fx.BuyColonists, order: m.Settler, log: list[Event]
) -> State:
    free = isinstance(effect, fx.Colonists)
    return settling.add_settler(_use_line(state, act, effect.n), act.seat, order, free=free, log=log)


def _foundations(state: State, act: f.BoxTurn, effect: fx.FoundEffect) -> Orders:
    return settling.foundations(state, act.seat, effect.off)


def _found_settlement(state: State, act: f.BoxTurn, effect: fx.FoundEffect, order: m.Found, log: list[Event]) -> State:
    return settling.found_settlement(_use_line(state, act, effect.n), act.seat, order, effect.off, log)


def _growths(state: State, act: f.BoxTurn, effect: fx.GrowEffect) -> Orders:
    return settling.growths(state, act.seat, settling.growth_price(effect.off, act.used))


def _grow(state: State, act: f.BoxTurn, effect: fx.GrowEffect, order: m.Grow, log: list[Event]) -> State:
    cost = settling.growth_price(effect.off, act.used)
    return settling.grow(_use_line(state, act, effect.n), act.seat, order, cost, log)


def _structures(state: State, act: f.BoxTurn, effect: fx.BuildEffect) -> Orders:
    return settling.structures(state, act.seat, settling.structure_price(effect.off, act.used))


def _build(state: State, act: f.BoxTurn, effect: fx.BuildEffect, order: m.Build, log: list[Event]) -> State:
    cost = settling.structure_price(effect.off, act.used)
    return settling.build(_use_line(state, act, effect.n), act.seat, order, cost, log)


# Choices


def _choices(state: State, act: f.BoxTurn, effect: fx.ChooseEffect) -> Orders:
    for number, one in enumerate(effect.among, 1):
        if _possible(state, act, one):
            yield m.Choose(number)


def _possible(state: State, act: f.BoxTurn, effect: fx.BoxEffect) -> bool:
    """Whether an alternative leads to anything."""
    if isinstance(effect, fx.FreeTech) or runs_by_itself(effect):
        return True
    return can_be_answered(state, f.BoxTurn(act.seat, act.box, (effect,)))


def _choose(state: State, act: f.BoxTurn, effect: fx.ChooseEffect, order: m.Choose, log: list[Event]) -> State:
    if not 1 <= order.number <= len(effect.among) or not _possible(state, act, effect.among[order.number - 1]):
        raise illegal("CV 3.3", "civilization/no-such-choice", number=order.number)
    log.append(e.Chose(act.seat, order.number))
    left = (fx.ChooseEffect(effect.n - 1, effect.among),) if effect.n > 1 else ()
    return with_act(state, _drop_line(act, effect.among[order.number - 1], *left))


LINES: dict[type[fx.Effect], LineKind] = {
    fx.FreeTech: LineKind(_free_techs, {m.Learn: _free_tech}),
    fx.BuyTech: LineKind(_techs, {m.Learn: _buy_tech}),
    fx.BuyUnits: LineKind(_units, {m.Buy: _buy, m.Attack: _attack}),
    fx.FreeUnit: LineKind(_free_units, {m.Place: _free_unit}),
    fx.MoveEffect: LineKind(_marches, {m.March: _march}),
    fx.UpgradeEffect: LineKind(_upgrades, {m.Upgrade: _upgrade}),
    fx.Colonists: LineKind(_settlers, {m.Settler: _settler}),
    fx.BuyColonists: LineKind(_settlers, {m.Settler: _settler}),
    fx.FoundEffect: LineKind(_foundations, {m.Found: _found_settlement}),
    fx.GrowEffect: LineKind(_growths, {m.Grow: _grow}),
    fx.BuildEffect: LineKind(_structures, {m.Build: _build}),
    fx.ChooseEffect: LineKind(_choices, {m.Choose: _choose}),
}
