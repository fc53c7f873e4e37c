"""What people type, in English or Italian, becomes orders: `carta verde C`, `collega C-D rossa`, `re c3 con 2`.

The words and the shapes of the orders stand in `words.py`. The open question helps where a word is missing: `2` answers
how many cards, `verde` which conflict, `C0` which treasure.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.games.cards import moves as m
from referee.games.cards.legal import legal_orders
from referee.games.cards.notation import format_order, is_income
from referee.games.cards.rules.flow import requests
from referee.games.cards.rules.ships import due_kinds, ship_choices
from referee.games.cards.state import Shipbuilding, State
from referee.games.cards.words import GRAMMAR
from referee.kernel.game import Typed
from referee.kernel.grammar import Order, completion, hearing
from referee.kernel.requests import Seat


def read(text: str, state: State, seat: Seat) -> tuple[Typed[m.Move], ...]:
    """The orders meant by `text`, usually one.

    Raises:
        Unreadable: a word of no meaning or of several, or not enough words; the hint shows what the question takes.
    """
    orders = hearing.hear(GRAMMAR, text, asked(state, seat))
    return tuple(Typed(_READERS[order.verb](order, state), _secret(order)) for order in orders)


def cut(text: str, state: State, seat: Seat) -> tuple[str, str]:
    """The first order in a typed line, and the rest. Raises Unreadable."""
    return hearing.cut(GRAMMAR, text, asked(state, seat))


def complete(text: str, state: State, seat: Seat, lang: str = "en") -> tuple[str, ...]:
    """What can be typed behind `text`, as far as the board allows it."""
    possible = [format_order(move) for move in legal_orders(state, seat, None)]
    return completion.complete(GRAMMAR, text, asked(state, seat), lang, possible)


def asked(state: State, seat: Seat) -> str | None:
    """The question that is open to a seat, if one is."""
    return next((request.question for request in requests(state) if request.seat == seat), None)


def _secret(order: Order) -> tuple[str, ...]:
    return order.all("kind") if order.verb == "connect" else ()


def _says(order: Order) -> str:
    return next(iter(order.all("say")), "")


def _just(make: Callable[..., m.Move], *sorts: str) -> Callable[[Order, State], m.Move]:
    """The reader of an order whose parts are one of each of `sorts`."""

    def reader(order: Order, state: State) -> m.Move:
        return make(*(order.all(sort)[0] for sort in sorts))

    return reader


def _commit(order: Order, state: State) -> m.Move:
    numbers = order.all("number")
    if len(numbers) + len(order.all("say")) != 1 or _says(order) not in ("", "no"):
        raise hearing.written_like(GRAMMAR, "commit 2", order.text)
    return m.Commit(int(numbers[0]) if numbers else 0)


def _swap(order: Order, state: State) -> m.Move:
    if _says(order) == "no":
        return m.Decline()
    if len(order.parts) != 1 or not order.all("head"):
        raise hearing.written_like(GRAMMAR, "swap C0", order.text)
    return m.SwapTreasure(order.all("head")[0])


def _ship(order: Order, state: State) -> m.Move:
    """A ship and its four cards; a ship not named is the only one there is, a place not named the lowest four."""
    if _says(order) == "no":
        return m.Decline()
    frame = state.frames[-1] if state.frames else None
    ships, places = ship_choices(state, frame.column) if isinstance(frame, Shipbuilding) else ((), ())
    named = order.all("ship") or (ships if len(ships) == 1 else ())
    place = order.all("place") or tuple(places[-1:])
    if not (named and place):
        raise hearing.written_like(GRAMMAR, "ship blue-black C3", order.text)
    return m.BuildShip(named[0], place[0])


def _income(order: Order, state: State) -> m.Move:
    if _says(order) == "no":
        return m.Decline()
    kinds = sorted(due_kinds(state) if _says(order) or order.all("whole") else order.counted("kind"))
    if not is_income(kinds) or (order.parts and order.parts[-1].sort == "number"):
        raise hearing.written_like(GRAMMAR, "income blue green", order.text)
    return m.TakeIncome(tuple(kinds))


_READERS: dict[str, Callable[[Order, State], m.Move]] = {
    "leader": _just(m.PlaceLeader, "leader", "place"),
    "withdraw": _just(m.WithdrawLeader, "leader"),
    "card": _just(m.PlayCard, "kind", "column"),
    "connect": _just(m.Connect, "slot"),
    "catastrophe": _just(m.PlayCatastrophe, "place"),
    "pass": _just(m.Pass),
    "score": lambda order, state: m.Score(_says(order) != "no"),
    "commit": _commit,
    "war": _just(m.War, "kind"),
    "convert": lambda order, state: m.Convert(_says(order) != "no"),
    "swap": _swap,
    "ship": _ship,
    "income": _income,
    "decline": _just(m.Decline),
}
