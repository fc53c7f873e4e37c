"""Credits, conquest and Splendore read a second time, from the text alone and slowly, to compare with the rules.

Nothing here is taken from the rules' modules: only the state, the events and the pack are looked at. Numbers in
brackets are lines of the Italian text.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from referee.games.civilization import events as e
from referee.games.civilization import moves as m
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.state import State, Unit
from tests.games.contract.playout import Broken, Table

BASE = {"inf": 1, "cav": 2, "art": 3, "fle": 1}
"""The table of values, to which the era is added (227-249)."""


def every_step(before: Table, after: Table) -> None:
    """Compare one step with the text. Raises Broken."""
    for promise, findings in (
        ("credits follow the text", credits(before.state, after.state, after.events)),
        ("conquest follows the text", conquest(before.state, after.events)),
        ("marches follow the text", marches(after)),
        ("Splendore follows the text", splendore(before.state, after.state, after.events)),
    ):
        for finding in findings:
            move = after.orders[-1][1]
            raise Broken(promise, before, finding, after.game.notation.format_order(move))


# Credits and colonists as change (262-294)


def credits(before: State, after: State, events: tuple[Any, ...]) -> Iterator[str]:
    """Credits are those before and the sum of what is told; a colonist moves exactly where five are missing."""
    held = [player.credits for player in before.players]
    for event, following in pairwise((*events, None)):
        if not isinstance(event, e.Gained | e.Paid):
            continue
        had, gains = held[event.seat], isinstance(event, e.Gained)
        held[event.seat] += event.credits if gains else -event.credits
        if held[event.seat] < 0:
            yield f"seat {event.seat} has {held[event.seat]} credits"
        change = following if isinstance(following, e.Change) and following.seat == event.seat else None
        # "pagare 10 crediti e levare un vostro colono, oppure pagare 20 crediti e mettere in gioco un nuovo colono"
        if event.why == "odd" and change is not None and event.credits == 5:
            continue  # "i coloni hanno un valore nominale di 5 crediti": the coin is exchanged for one
        worth = 0 if change is None else 5 if (change.way == "placed") == gains else -5
        if event.credits + worth != event.amount:
            yield f"{event.amount} was settled as {event.credits} coins with {change}"
        if change is not None and event.amount % 10 == 0:
            yield f"{event.amount} needs no colonist"
        if change is None and event.amount % 10 == 5 and had % 10 == 0 and held[event.seat] % 10 == 0:
            yield f"{event.amount} without a colonist"
    for seat, player in enumerate(after.players):
        if player.credits != held[seat]:
            yield f"seat {seat} should have {held[seat]} credits, not {player.credits}"


# Conquest: lines 326 to 358, 377 to 390, 456 to 467 of the text.


def value(state: State, unit: Unit, where: str, *, defends: bool) -> int:
    """The value of one unit that fights on a place."""
    worth = BASE[unit.kind] + unit.era
    for other in state.units:  # "ogni unità amica nel territorio dove sono e in quelli confinanti"
        near = other.place == where or (other.kind == "air" and touches(state, other.place, where))
        worth += near and other.kind == "air" and other.seat == unit.seat
    face = state.markers.get(where)
    if face == "forest" and unit.kind == "art":
        worth -= 1
    if not defends:
        return worth
    if face == "mountain" and unit.kind in ("inf", "art"):
        worth += 1
    if face == "forest" and unit.kind == "inf":
        worth += 1
    if where in state.towns and state.towns[where].seat == unit.seat:
        walls = [
            power.n
            for code in state.players[unit.seat].wonders
            for power in state.world.components.wonders[code].powers
            if isinstance(power, fx.Wall) and state.world.components.wonders[code].era == state.era
        ]
        worth += max([1, *walls])
    return worth


def touches(state: State, land: str, place: str) -> bool:
    """Whether a territory borders on another, or lies on a zone."""
    pack = state.world.components
    return land in pack.seas[place].coast if place in pack.seas else place in pack.territories[land].borders


def defence(state: State, seat: int, place: str) -> int:
    """The value of "l'unità che difende": the best of those who are there, 0 without one."""
    enemies = [unit for unit in state.units if unit.place == place and unit.seat != seat and unit.kind != "air"]
    return max((value(state, unit, place, defends=True) for unit in enemies), default=0)


def conquest(before: State, events: tuple[Any, ...]) -> Iterator[str]:
    """Who enters has more together than the defender; the numbers told are those of the text."""
    coming: list[Unit] = []
    for number, event in enumerate(events):
        if isinstance(event, e.Unit | e.Marched):
            coming.append(Unit(0, event.kind, event.era, event.seat, event.place))
        if isinstance(event, e.Conquered):
            group = [unit for unit in coming if unit.place == event.place]
            strength = sum(value(before, unit, event.place, defends=False) for unit in group)
            against = defence(before, event.seat, event.place)
            if (strength, against) != (event.attack, event.defence) or strength <= against:
                yield f"{event.place}: {strength} against {against}, told {event.attack} against {event.defence}"
            yield from _spoils(before, event, events[number + 1 :])
            return


def _spoils(before: State, event: e.Conquered, events: tuple[Any, ...]) -> Iterator[str]:
    """«L'eventuale insediamento presente perde un livello e cambia proprietario» (lines 354 to 358)."""
    town = before.towns.get(event.place)
    here = [one for one in events if getattr(one, "place", None) == event.place]
    taken = [one for one in here if isinstance(one, e.Taken)]
    razed = [one for one in here if isinstance(one, e.Razed)]
    wanted = None if town is None or town.level == 1 else town.level - 1
    if [one.level for one in taken] != ([wanted] if wanted else []) or bool(razed) != bool(town and town.level == 1):
        yield f"{event.place}: a settlement of level {town and town.level} became {taken or razed}"
    left = [unit for unit in before.units if unit.place == event.place and unit.seat != event.seat]
    lost = [one for one in here if isinstance(one, e.Lost) and one.seat == event.loser and one.why == "conquest"]
    if len(lost) != len(left):
        yield f"{event.place}: {len(left)} units were there, {len(lost)} were lost"


def marches(table: Table) -> Iterator[str]:
    """Where units may go in one step, looked for unit by unit (301-304, 326-347, 370-376)."""
    state: State = table.state
    for seat in table.asked:
        act = next((frame for frame in state.frames[-1:] if getattr(frame, "effects", ())), None)
        line = act.effects[0] if act is not None else None
        if not isinstance(line, fx.MoveEffect) or line.steps != 1 or act is None:
            return
        wanted = {
            (place, unit.place, unit.kind)
            for unit in state.units
            if unit.seat == seat and unit.number not in act.moved
            for place in _beside(state, unit)
            if _may_enter(state, unit, place)
        }
        found = {
            (order.place, order.units[0].place, order.units[0].kind)
            for order in table.legal(seat)
            if isinstance(order, m.March) and len(order.units) == 1
        }
        yield from (f"{odd} is {'missing' if odd in wanted else 'too much'}" for odd in sorted(wanted ^ found))


def _beside(state: State, unit: Unit) -> set[str]:
    pack = state.world.components
    if unit.kind == "fle":
        return set(pack.seas[unit.place].borders)
    near = set(pack.territories[unit.place].borders)
    if unit.kind == "air":
        return near
    own = {other.place for other in state.units if other.seat == unit.seat and other.kind == "fle"}
    reached = {zone for zone in own if unit.place in pack.seas[zone].coast}
    while more := {zone for zone in own if set(pack.seas[zone].borders) & reached} - reached:
        reached |= more  # "una serie di zone di mare controllate da vostre flotte"
    return (near | {land for zone in reached for land in pack.seas[zone].coast}) - {unit.place}


def _may_enter(state: State, unit: Unit, place: str) -> bool:
    town, group = state.towns.get(place), state.colonists.get(place)
    strangers = [other for other in state.units if other.place == place and other.seat != unit.seat]
    foreign = bool(strangers) or any(one is not None and one.seat != unit.seat for one in (town, group))
    if unit.kind == "air":
        return town is not None and town.seat == unit.seat
    return not foreign or value(state, unit, place, defends=False) > defence(state, unit.seat, place)


# Splendore: lines 166 to 205 of the text.


def splendore(before: State, after: State, events: tuple[Any, ...]) -> Iterator[str]:
    """What was counted is what is there, and 3, 2 and 1 points go to the best, the second and the third."""
    counted = [event for event in events if isinstance(event, e.Counted)]
    size = 3 * after.seats
    is_over = any(isinstance(event, e.Over) for event in events)
    for start in range(0, len(counted), size):
        last = is_over and start + size >= len(counted)
        yield from _count(after, counted[start : start + size], None if last else _player(before, events))
    won = [0] * after.seats
    for event in events:
        if isinstance(event, e.Counted | e.Bonus):
            won[event.seat] += event.points
    for seat, player in enumerate(after.players):
        if player.points != before.players[seat].points + won[seat]:
            yield f"seat {seat} has {player.points} points"


def _player(before: State, events: tuple[Any, ...]) -> int:
    opened = [event.seat for event in events if isinstance(event, e.Opened)]
    return opened[-1] if opened else before.active


def _count(state: State, counted: list[e.Counted], face: int | None) -> Iterator[str]:
    pack = state.world.components
    rows: dict[str, list[int]] = {"happiness": [], "settlements": [], "technologies": []}
    for seat, player in enumerate(state.players):
        smiles = sum(pack.structures[code].happy for code in player.structures)
        for code in player.wonders:
            if pack.wonders[code].era == state.era:
                smiles += sum(power.n for power in pack.wonders[code].powers if isinstance(power, fx.Happy))
        rows["happiness"].append(smiles + (1 if seat == face else 0))
        rows["settlements"].append(sum(town.level for town in state.towns.values() if town.seat == seat))
        rows["technologies"].append(len(player.technologies))
    for event in counted:
        numbers = rows[event.field]
        better = [number for number in numbers if number > numbers[event.seat]]
        ahead = len(better) if state.setting.ranking == "competition" else len(set(better))
        points = max(0, 3 - ahead)
        if numbers[event.seat] == 0 and not state.setting.zero_scores:
            points = 0
        if (event.number, event.points) != (numbers[event.seat], points):
            yield f"{event.field}: seat {event.seat} {event.number} {event.points}, not {numbers[event.seat]} {points}"
