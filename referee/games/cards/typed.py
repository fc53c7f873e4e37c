"""What people type where an order is not one word for each field: `collega C-D rossa`, `no`, `income all`.

The open question helps where a word is missing: `2` answers how many cards, `verde` which conflict.
"""

from __future__ import annotations

from referee.games.cards import moves as m
from referee.games.cards.legal import legal_orders
from referee.games.cards.rules.flow import requests
from referee.games.cards.rules.ships import due_kinds, ship_choices
from referee.games.cards.state import Shipbuilding, State
from referee.kernel.game import Typed
from referee.kernel.grammar import Order, hearing
from referee.kernel.grammar.reader import Meant, Reader
from referee.kernel.requests import Seat


def _says(order: Order) -> str:
    return next(iter(order.all("say")), "")


def _connect(order: Order, state: State, seat: Seat) -> Meant:
    """The kind of the card that connects is secret."""
    return (Typed(m.Connect(order.all("slot")[0]), order.all("kind")),)


def _score(order: Order, state: State, seat: Seat) -> Meant:
    return (Typed(m.Score(_says(order) != "no")),)


def _convert(order: Order, state: State, seat: Seat) -> Meant:
    return (Typed(m.Convert(_says(order) != "no")),)


def _commit(order: Order, state: State, seat: Seat) -> Meant:
    numbers = order.all("number")
    if len(numbers) + len(order.all("say")) != 1 or _says(order) not in ("", "no"):
        raise hearing.written_like(m.ORDERS.grammar, "commit 2", order.text)
    return (Typed(m.Commit(int(numbers[0]) if numbers else 0)),)


def _swap(order: Order, state: State, seat: Seat) -> Meant:
    if _says(order) == "no":
        return (Typed(m.Decline()),)
    if len(order.parts) != 1 or not order.all("head"):
        raise hearing.written_like(m.ORDERS.grammar, "swap C0", order.text)
    return (Typed(m.SwapTreasure(order.all("head")[0])),)


def _ship(order: Order, state: State, seat: Seat) -> Meant:
    """A ship and its four cards; a ship not named is the only one there is, a place not named the lowest four."""
    if _says(order) == "no":
        return (Typed(m.Decline()),)
    frame = state.frames[-1] if state.frames else None
    ships, places = ship_choices(state, frame.column) if isinstance(frame, Shipbuilding) else ((), ())
    named = order.all("ship") or (ships if len(ships) == 1 else ())
    place = order.all("place") or tuple(places[-1:])
    if not (named and place):
        raise hearing.written_like(m.ORDERS.grammar, "ship blue-black C3", order.text)
    return (Typed(m.BuildShip(named[0], place[0])),)


def _income(order: Order, state: State, seat: Seat) -> Meant:
    if _says(order) == "no":
        return (Typed(m.Decline()),)
    kinds = sorted(due_kinds(state) if _says(order) or order.all("whole") else order.counted("kind"))
    if not m.is_income(kinds) or (order.parts and order.parts[-1].sort == "number"):
        raise hearing.written_like(m.ORDERS.grammar, "income blue green", order.text)
    return (Typed(m.TakeIncome(tuple(kinds))),)


READER = Reader(
    m.ORDERS,
    requests,
    legal_orders,
    {
        "connect": _connect,
        "score": _score,
        "commit": _commit,
        "convert": _convert,
        "swap": _swap,
        "ship": _ship,
        "income": _income,
    },
)
read, cut, complete = READER.read, READER.cut, READER.complete
