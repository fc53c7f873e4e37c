"""What an order costs, for lists of orders: the amount, the coins it takes, and the colonist that is change."""

from __future__ import annotations

from referee.games.civilization import events as e
from referee.games.civilization import frames as f
from referee.games.civilization.display.words import say
from referee.games.civilization.moves import WISHES, CivilizationOrder, Place
from referee.games.civilization.rules.boxes import carry_out
from referee.games.civilization.rules.money import Payment, pay, payment
from referee.games.civilization.rules.units import surcharge
from referee.games.civilization.state import State, push
from referee.kernel.events import Event
from referee.kernel.game import Price
from referee.kernel.requests import Seat


def price_text(state: State, seat: Seat, order: CivilizationOrder, lang: str) -> str:
    """What a legal order of `seat` costs now: `45: 50 credits, colonist to gan`; empty if it costs nothing."""
    log = payments(state, seat, order)
    amount = amount_of(state, seat, order)
    if not amount:
        return ""
    names = state.world.components.name
    coins = sum(event.credits for event in log if isinstance(event, e.Paid))
    changes = [
        say(f"change {event.way}", lang, place=names(event.place, lang)) for event in log if isinstance(event, e.Change)
    ]
    if not changes:
        return say("price", lang, amount=amount)
    return say("price with change", lang, amount=amount, credits=coins, changes=", ".join(changes))


def price_in_parts(state: State, seat: Seat, order: CivilizationOrder) -> Price | None:
    """What a legal order of `seat` costs now, for programs; None if it costs nothing."""
    log = payments(state, seat, order)
    amount = sum(event.amount for event in log if isinstance(event, e.Paid))
    money = sum(event.credits for event in log if isinstance(event, e.Paid))
    change = tuple((event.way, event.place) for event in log if isinstance(event, e.Change))
    return Price(amount, money, change) if amount else None


def amount_of(state: State, seat: Seat, order: CivilizationOrder) -> int:
    """What a legal order of `seat` costs now, its colonists as change counted as money."""
    return sum(event.amount for event in payments(state, seat, order) if isinstance(event, e.Paid))


def payments(state: State, seat: Seat, order: CivilizationOrder) -> list[Event]:
    """What `seat` pays for a legal order, and the colonists that move as change for it.

    Royalties come after what is paid, and nothing is turned up before it: everything after the last payment is left
    out.
    """
    if isinstance(order, WISHES) or not state.frames:
        return []
    top = state.frames[-1]
    if isinstance(top, f.PlaceUnit) and isinstance(order, Place):
        return _surcharge_events(state, seat, order)
    acts = top.acts if isinstance(top, f.Together) else (top,)
    act = next((act for act in acts if isinstance(act, f.BoxTurn) and act.seat == seat and act.effects), None)
    if act is None:
        return []
    log: list[Event] = []
    carry_out(push(state, act) if isinstance(top, f.Together) else state, act, order, log)
    return _payments_of(seat, log)


def _surcharge_events(state: State, seat: Seat, order: Place) -> list[Event]:
    log: list[Event] = []
    extra = surcharge(state, order.kind, order.place)
    paid = payment(state, seat, extra, order.change)
    if extra and isinstance(paid, Payment):
        pay(state, seat, paid, order.kind, log)
    return log


def _payments_of(seat: Seat, log: list[Event]) -> list[Event]:
    """The payments of a seat and the change of each: change is told right after its payment."""
    found: list[Event] = []
    for number, event in enumerate(log):
        before = log[number - 1] if number else None
        own = isinstance(event, e.Paid | e.Change) and event.seat == seat
        if own and (isinstance(event, e.Paid) or (isinstance(before, e.Paid) and before.seat == seat)):
            found.append(event)
    return found
