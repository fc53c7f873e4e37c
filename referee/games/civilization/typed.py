"""What people type: codes or names, English or Italian, cut short; `read` makes orders of it.

Beyond the canonical spelling it takes names (`buy cavalry Ganges`), a change without its place (`tech mas +c`), a unit
without its kind where one stands alone (`march mis app`), `upgrade all`, an order of an alternative without `choose`,
and one of a later line of the box without `skip`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec

from referee.games.civilization import frames as f
from referee.games.civilization import moves as m
from referee.games.civilization.data import COLONIST, KINDS, RESOURCES
from referee.games.civilization.legal import legal_orders
from referee.games.civilization.notation import SHAPES, format_order, parse_order
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.rules import boxes, marching
from referee.games.civilization.rules.course import requests
from referee.games.civilization.rules.money import best_home, best_leaver
from referee.games.civilization.rules.wishes import CHANGES, ENDINGS, EXCESS, SUBJECTS, VOTES
from referee.games.civilization.state import State, push
from referee.games.civilization.words import grammar_of
from referee.games.civilization.world import World
from referee.kernel.errors import Unreadable
from referee.kernel.game import Typed
from referee.kernel.grammar import Grammar, Order, completion, hearing
from referee.kernel.grammar.spelling import said
from referee.kernel.requests import Seat

Orders = tuple[m.Order, ...]
MOST = 9
"""The highest number that an order may hold."""


def read(text: str, state: State, seat: Seat) -> tuple[Typed[m.Order], ...]:
    """The orders meant by `text`, typed by `seat` in this state; usually one.

    Raises:
        Unreadable: it is not understood; the hint shows an order that would be.
    """
    found = _spelled(text.strip(), state)
    if not found:  # not in its one spelling: it is heard
        heard = hearing.hear(_grammar(state), text, asked(state, seat))
        found = tuple(meant for order in heard for meant in _READERS[order.verb](order, state, seat))
    return tuple(map(Typed, (*_led_to(state, seat, found[0]), *found)))


def _spelled(text: str, state: State) -> Orders:
    """The order with this canonical spelling, if all its codes are codes of the pack."""
    try:
        order = parse_order(text)
    except Unreadable:
        return ()
    return (order,) if _named(order) <= codes_of(state.world) else ()


def _named(part: Any) -> set[str]:
    """Every word that stands in an order."""
    if isinstance(part, str):
        return {part} if part else set()
    if isinstance(part, msgspec.Struct):
        return {name for field in part.__struct_fields__ for name in _named(getattr(part, field))}
    return {name for one in part for name in _named(one)} if isinstance(part, tuple) else set()


@lru_cache(maxsize=8)
def codes_of(world: World) -> frozenset[str]:
    """Every word that orders may hold: the codes of the pack, and the words of wishes."""
    fixed = (*KINDS, *CHANGES, *EXCESS, *ENDINGS, *VOTES, *SUBJECTS, "+", "-")
    tables = (world.lands, world.coasts, world.technologies, world.structures, world.cards)
    return frozenset((*fixed, *RESOURCES, *(code for table in tables for code in table)))


def cut(text: str, state: State, seat: Seat) -> tuple[str, str]:
    """The first order in a typed line, and the rest. Raises Unreadable."""
    return hearing.first_order(_grammar(state), text, asked(state, seat))


def complete(text: str, state: State, seat: Seat, lang: str = "en") -> tuple[str, ...]:
    """What can be typed behind `text`, as far as the board allows it."""
    possible = [format_order(order) for order in legal_orders(state, seat, None)]
    return completion.complete(_grammar(state), text, asked(state, seat), lang, possible)


def asked(state: State, seat: Seat) -> str | None:
    """The question that is open to a seat, if one is."""
    return next((request.question for request in requests(state) if request.seat == seat), None)


def _grammar(state: State) -> Grammar:
    return grammar_of(state.world)


def act_of(state: State, seat: Seat) -> f.Act | None:
    """The box that a seat is in, if it is asked there."""
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, f.Together):
        return next((act for act in frame.acts if act.seat == seat and act.effects), None)
    return frame if isinstance(frame, f.Act) and frame.seat == seat else None


def _led_to(state: State, seat: Seat, order: m.Order) -> Orders:
    """What must be ordered first so that this order can follow: a choice, or the end of lines before its own."""
    act = act_of(state, seat)
    if act is None or isinstance(order, m.Pass | m.Skip | m.Choose | m.Wish):
        return ()
    for skipped, effect in enumerate(act.effects):
        before: Orders = (m.Skip(),) * skipped
        if isinstance(effect, fx.Choose):
            state = push(state, act)
            for number, one in enumerate(effect.among, 1):
                if _takes(one, order) and order in boxes.LINES[type(one)].orders(state, f.Act(seat, "", (one,)), one):
                    return (*before, m.Choose(number))
        elif _takes(effect, order):
            return before
    return ()


def _takes(effect: fx.BoxEffect, order: m.Order) -> bool:
    line = boxes.LINES.get(type(effect))
    return line is not None and type(order) in line.answers


# Readers


def _change(order: Order, state: State, seat: Seat, places: tuple[str, ...]) -> tuple[m.Change | None, tuple[str, ...]]:
    """The change at the end of an order, and the places before it."""
    sign = next(iter(order.all("sign")), "")[:1]
    if not sign:
        return None, places
    where = (order.parts[-1].sort == "place" and places[-1:]) or ()
    if where:
        return m.Change(sign, where[0]), places[:-1]
    best = best_home(state, seat) if sign == "+" else best_leaver(state, seat)
    if best is None:
        raise Unreadable("civilization/change-needs-place", hint=said(_grammar(state), f"{order.text} gan"))
    return m.Change(sign, best), places


def _one_place(order: Order, state: State, seat: Seat) -> tuple[str, m.Change | None]:
    change, places = _change(order, state, seat, order.all("place"))
    if len(places) != 1:
        raise hearing.written_like(_grammar(state), SHAPES[order.verb], order.text)
    return places[0], change


def _of_place(make: Callable[[str, m.Change | None], m.Order]) -> Callable[[Order, State, Seat], Orders]:
    def reader(order: Order, state: State, seat: Seat) -> Orders:
        return (make(*_one_place(order, state, seat)),)

    return reader


def _of_code(make: Callable[[str, m.Change | None], m.Order], sort: str) -> Callable[[Order, State, Seat], Orders]:
    def reader(order: Order, state: State, seat: Seat) -> Orders:
        change, left = _change(order, state, seat, order.all("place"))
        if left:
            raise hearing.written_like(_grammar(state), SHAPES[order.verb], order.text)
        return (make(order.all(sort)[0], change),)

    return reader


def _just(make: Callable[..., m.Order], *sorts: str) -> Callable[[Order, State, Seat], Orders]:
    def reader(order: Order, state: State, seat: Seat) -> Orders:
        return (make(*(order.all(sort)[0] for sort in sorts)),)

    return reader


def _buy(order: Order, state: State, seat: Seat) -> Orders:
    place, change = _one_place(order, state, seat)
    kind = order.all("kind")[0]
    return (m.Settler(place, change) if kind == COLONIST else m.Buy(kind, place, change),)


def _place(order: Order, state: State, seat: Seat) -> Orders:
    """`place inf gan`, `inf gan`, `gan`: a unit that is to be placed, or the one the box sells."""
    place, change = _one_place(order, state, seat)
    frame, act = state.frames[-1] if state.frames else None, act_of(state, seat)
    kind = next(iter(order.all("kind")), "")
    if kind == COLONIST or (not kind and isinstance(frame, f.PlaceColonists)):
        return (m.Settler(place, change),)
    if not kind and isinstance(frame, f.PlaceUnit):
        kind = frame.kind
    lines = act.effects if act else ()
    if not kind and lines and isinstance(lines[0], fx.FreeUnit):
        kind = lines[0].unit
    if not kind:
        raise hearing.written_like(_grammar(state), SHAPES["place"], order.text)
    sold = bool(lines) and isinstance(lines[0], fx.BuyUnits)
    return (m.Buy(kind, place, change) if sold else m.Place(kind, place, change),)


def _attack(order: Order, state: State, seat: Seat) -> Orders:
    """`attack gob 2i+a` buys; `attack gob app:i sie:c` marches."""
    places = order.all("place")
    if len(places) > 1:
        return _march(order, state, seat)
    kinds = (*order.counted("kind"), *order.counted("letter"))
    if not kinds or COLONIST in kinds or max(map(kinds.count, kinds)) > MOST:
        raise hearing.written_like(_grammar(state), SHAPES["attack"], order.text)
    if len(kinds) == 1:
        return (m.Buy(kinds[0], places[0]),)
    return (m.Attack(places[0], tuple(sorted(kinds, key=KINDS.index))),)


def _march(order: Order, state: State, seat: Seat) -> Orders:
    kinds = order.all("kind")
    origins = {after.value for before, after in pairwise(order.parts) if (before.sort, after.sort) == ("from", "place")}
    if len(order.all("place")) == 2 and len(kinds) < 2 and not order.all("old"):
        one, other = order.all("place")  # the first is the goal, unless only there a unit stands, or it says where from
        stands = {place for place in (one, other) if _stands(state, seat, place, kinds)}
        goal, origin = (other, one) if (origins or stands) == {one} else (one, other)
        return (m.March(goal, (_marcher(state, seat, origin, "".join(kinds)),)),)
    target, units = "", list[m.Marcher]()
    parts = [part for part in order.parts if part.sort in ("place", "kind", "old")]
    for number, part in enumerate(parts):
        if part.sort != "place":
            continue
        after = parts[number + 1] if number + 1 < len(parts) else None
        if after is not None and after.sort != "place":
            units.append(_marcher(state, seat, part.value, after.value))
        elif not target and part.value not in origins:
            target = part.value
        else:
            units.append(_marcher(state, seat, part.value, ""))
    if not target or not units:
        raise hearing.written_like(_grammar(state), SHAPES["march"], order.text)
    return (m.March(target, tuple(sorted(units))),)


def _stands(state: State, seat: Seat, place: str, kinds: tuple[str, ...]) -> bool:
    return any(unit.seat == seat and unit.place == place and unit.kind in (kinds or KINDS) for unit in state.units)


def _marcher(state: State, seat: Seat, place: str, unit: str) -> m.Marcher:
    """The unit meant: without its kind the only one there, its era only where it must be said."""
    here = [one for one in state.units if one.seat == seat and one.place == place]
    kinds = {one.kind for one in here}
    kind = unit[:3] or (kinds.pop() if len(kinds) == 1 else "")
    if not kind:
        raise Unreadable("civilization/which-unit", place=place, hint=f"{place}:i")
    era = int(unit[3:] or 0)
    alike = {one.era for one in here if one.kind == kind}
    return m.Marcher(place, kind, 0 if len(alike) < 2 else era)


def _upgrade(order: Order, state: State, seat: Seat) -> Orders:
    places = order.all("place")
    if order.all("every") and not places:
        act = act_of(state, seat)
        lines = [line for line in act.effects if isinstance(line, fx.Upgrade)] if act else []
        found = sorted(set(marching.upgrades(state, seat, lines[0].units, lines[0].price))) if lines else []
        if not found:
            raise hearing.written_like(_grammar(state), SHAPES["upgrade"], order.text)
        return tuple(found)
    parts = [part.value for part in order.parts if part.sort in ("kind", "old")]
    if not places or len(parts) not in (0, len(places)):
        raise hearing.written_like(_grammar(state), SHAPES["upgrade"], order.text)
    parts = parts or [""] * len(places)
    return tuple(m.Upgrade(_marcher(state, seat, place, unit)) for place, unit in zip(places, parts, strict=True))


def _card(order: Order, state: State, seat: Seat) -> Orders:
    """A card, by whichever verb: the first one as long as it is not taken, then the next one."""
    cards = order.all("card")
    is_first = any(isinstance(frame, f.TakeCard) and frame.seat == seat for frame in state.frames)
    return (m.Take(*cards) if is_first and len(cards) == 1 else m.Pick(*cards),)


def _choose(order: Order, state: State, seat: Seat) -> Orders:
    number = int(order.all("number")[0])
    if not 1 <= number <= MOST:
        raise hearing.written_like(_grammar(state), SHAPES["choose"], order.text)
    return (m.Choose(number),)


def _wish(sort: str) -> Callable[[Order, State, Seat], Orders]:
    def reader(order: Order, state: State, seat: Seat) -> Orders:
        return (m.Wish(order.verb, order.all(sort)[0], next(iter(order.all("place")), "")),)

    return reader


_READERS: dict[str, Callable[[Order, State, Seat], Orders]] = {
    "take": _card,
    "settle": _just(m.Settle, "place"),
    "tech": _of_code(m.Learn, "technology"),
    "buy": _buy,
    "attack": _attack,
    "place": _place,
    "colonist": _of_place(m.Settler),
    "march": _march,
    "upgrade": _upgrade,
    "found": _of_place(m.Found),
    "grow": _of_place(m.Grow),
    "build": _of_code(m.Build, "structure"),
    "choose": _choose,
    "skip": _just(m.Skip),
    "pass": _just(m.Pass),
    "peek": _just(m.Peek, "place"),
    "strike": _just(m.Strike, "place"),
    "symbol": _just(m.Symbol, "resource"),
    "pick": _card,
    "change": _wish("way"),
    "excess": _wish("stays"),
    "end": _wish("when"),
    "vote": _wish("answer"),
}
