"""The orders that are possible now, grouped: places that cost the same stand together, and change is said once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from referee.games.civilization import moves as m
from referee.games.civilization import spoken_orders
from referee.games.civilization.alternatives import by_name
from referee.games.civilization.display.prices import amount_of
from referee.games.civilization.display.words import say
from referee.games.civilization.legal import legal_orders
from referee.games.civilization.rules.money import payment
from referee.games.civilization.state import State
from referee.kernel.requests import Seat

FEW = 12
"""So many ways to end an order are written out; of more only the number is told."""

Rows = tuple[tuple[str, str], ...]


def ways(state: State, seat: Seat, lang: str) -> Rows:
    """Rows of how orders begin and how they go on; the last ones are about change and about wishes."""
    rows, wishes = dict[str, dict[int, list[str]]](), dict[tuple[str, str], list[str]]()
    fives, amounts, seconds = dict[str, None](), dict[int, None](), list[m.Pick]()
    orders = tuple(legal_orders(state, seat, None))
    for order in orders:
        change = getattr(order, "change", None)
        if isinstance(order, m.Wish):
            verb, way, *_ = _order_text(state, order, lang).split(" ")
            wishes.setdefault((verb, say(f"about {order.what}", lang)), []).append(way)
        elif change is not None:
            fives[change.sign + change.place] = None
        elif isinstance(order, m.Pick) and order.other:
            seconds.append(order)
        else:
            begins, end = _split_order(state, seat, order, lang)
            amount = amount_of(state, seat, order)
            amounts[amount] = None
            rows.setdefault(begins, {}).setdefault(amount, []).append(end)
    found = [(begins, _ends(by_price, lang)) for begins, by_price in rows.items()]
    passes, skips = (_order_text(state, order, lang) for order in (m.Pass(), m.Skip()))
    if skips in rows:
        told = {passes: say("passes", lang), skips: say("skips", lang)}
        found = [(begins, told.get(begins, ends)) for begins, ends in found]
    if seconds:
        likely = next((order for order in seconds if m.Pick(order.card) in orders), seconds[0])
        found.append((_order_text(state, likely, lang), say("second card", lang)))
    if fives:
        odd = min(amount for amount in amounts if amount % 10)
        found.append((say("fives", lang), _five(state, seat, odd, list(fives), lang)))
    said = "; ".join(f"{verb} {', '.join(dict.fromkeys(way))} ({about})" for (verb, about), way in wishes.items())
    return (*found, (say("wishes", lang), said)) if said else tuple(found)


def _order_text(state: State, order: m.CivilizationOrder, lang: str) -> str:
    return spoken_orders.order_in_words(state.world.components, m.ORDERS.format(order), lang)


def _split_order(state: State, seat: Seat, order: m.CivilizationOrder, lang: str) -> tuple[str, str]:
    """How an order begins and how it ends; for a march of one unit it ends with the goal."""
    words = by_name(state, seat, m.ORDERS.format(order)).split(" ")
    told = partial(spoken_orders.order_in_words, state.world.components, lang=lang)
    if isinstance(order, m.March) and len(order.units) == 1:
        return told(f"{words[0]} {words[2]}"), told(f"peek {words[1]}").partition(" ")[2]
    if isinstance(order, m.March | m.Attack) or len(words) == 1:
        return told(" ".join(words[:2])), told(" ".join(words)).removeprefix(told(" ".join(words[:2]))).strip()
    begins = told(" ".join(words[:-1]))
    return begins, told(" ".join(words)).removeprefix(begins).strip()


def _ends(by_price: dict[int, list[str]], lang: str) -> str:
    return "; ".join(_alike(amount, ends, lang) for amount, ends in sorted(by_price.items()))


def _alike(amount: int, ends: list[str], lang: str) -> str:
    many = len(ends) > FEW and say("ways", lang, n=len(ends))
    told = many or ", ".join(filter(None, ends))
    return say("ends at", lang, ends=told, amount=amount) if amount and told else told


def _five(state: State, seat: Seat, amount: int, fives: list[str], lang: str) -> str:
    """How an amount that ends in 5 may be paid, what is done without a word first."""
    paid = payment(state, seat, amount)
    first = str(paid.change) if not isinstance(paid, Exception) and paid.change is not None else ""
    signs = sorted({five[0] for five in fives}, key=lambda sign: not first.startswith(sign))
    told = say("five or", lang).join(_one(state, sign, fives, first, lang) for sign in signs)
    return told + say("five unsaid", lang) if len(fives) > 1 else told


def _one(state: State, sign: str, fives: list[str], first: str, lang: str) -> str:
    places: Iterator[str] = (five[1:] for five in fives if five[0] == sign)
    names = [
        spoken_orders.name_of(state.world.components, place, lang)
        for place in sorted(places, key=lambda place: first != f"{sign}c {place}")
    ]
    others = say("five others", lang, names=", ".join(names[1:])) if names[1:] else ""
    return say("five more" if sign == "+" else "five less", lang, name=names[0]) + others
