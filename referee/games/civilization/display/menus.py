"""What a click puts an order together from: cards, technologies and units in a list, then places."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from referee.games.civilization import moves as m
from referee.games.civilization.display.words import brings, card_text, effect_text, say, work_text
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.pack.components import Components
from referee.games.civilization.rules.together import act_of
from referee.games.civilization.spoken_orders import force_text
from referee.games.civilization.state import State
from referee.kernel.game import MenuRow, OrderPicks
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence


def picks_of_order(state: State, seat: Seat, order: m.CivilizationOrder, lang: str) -> OrderPicks:
    """What is chosen for an order, one after the other."""
    parts = state.world.components
    match order:
        case m.Take(card) | m.Pick(card, ""):
            return OrderPicks((_card_row(parts, card, lang),))
        case m.Pick(card, other):
            return OrderPicks((_card_row(parts, card, lang), _second_card_row(parts, other, lang)))
        case m.March(place, units):
            return OrderPicks(places=(*dict.fromkeys(unit.place for unit in units), place), directed=True)
        case m.Upgrade(unit):
            return OrderPicks((_unit_row("upgrade", unit.kind, lang),), (unit.place,))
        case m.Choose(number):
            row = _alternative_row(state, seat, number, lang)
            return OrderPicks((row,), label=row.label)
        case m.Symbol(resource):
            return OrderPicks((MenuRow(f"symbol {resource}", parts.name(resource, lang)),))
        case m.OddFives(_, place) if place:
            return OrderPicks(places=(place,))
    return _payable(parts, order, lang)


def _payable(parts: Components, order: m.CivilizationOrder, lang: str) -> OrderPicks:
    """The parts of an order that may cost something; how it is paid comes last."""
    change = getattr(order, "change", None)
    plain = replace(order, change=None) if change is not None else None
    places = tuple(filter(None, (getattr(order, "place", ""), change.place if change is not None else "")))
    return OrderPicks(_menu_rows(parts, order, lang), places, plain=plain)


def _menu_rows(parts: Components, order: m.CivilizationOrder, lang: str) -> tuple[MenuRow, ...]:
    match order:
        case m.Learn(code):
            return (_technology_row(parts, code, lang),)
        case m.Build(code):
            return (
                MenuRow(f"build {code}", parts.name(code, lang), (work_text(code, parts, lang).partition(": ")[2],)),
            )
        case m.Buy(kind) | m.Place(kind):
            return (_unit_row("buy", kind, lang),)
        case m.Attack():
            force = m.ORDERS.format(order).split(" ")[2]
            return (MenuRow(f"attack {force}", force_text(force, lang)),)
        case m.Settler():
            return (_unit_row("buy", "col", lang),)
        case m.Found() | m.Grow():
            verb = m.ORDERS.format(order).partition(" ")[0]
            return (MenuRow(verb, m.ORDERS.verb_label(verb, lang)),)
    return ()


@lru_cache(maxsize=256)
def _card_row(parts: Components, code: str, lang: str) -> MenuRow:
    head, *boxes = card_text(code, parts, lang)
    return MenuRow(f"card {code}", parts.name(code, lang), (head.partition(": ")[2], *boxes))


def _second_card_row(parts: Components, code: str, lang: str) -> MenuRow:
    return MenuRow(f"or {code}", say("or card", lang, card=parts.name(code, lang)))


@lru_cache(maxsize=256)
def _technology_row(parts: Components, code: str, lang: str) -> MenuRow:
    return MenuRow(f"tech {code}", parts.name(code, lang), tuple(brings(parts.technologies[code], parts, lang, ", ")))


def _unit_row(verb: str, kind: str, lang: str) -> MenuRow:
    return MenuRow(f"{verb} {kind}", Sentence(f"civilization/word/{kind}", count=1).told(lang))


def _alternative_row(state: State, seat: Seat, number: int, lang: str) -> MenuRow:
    act = act_of(state, seat)
    line = act.effects[0] if act is not None and act.effects else None
    assert isinstance(line, fx.ChooseEffect)
    return MenuRow(f"choose {number}", effect_text(line.among[number - 1], state.world.components, lang))
