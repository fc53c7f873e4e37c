"""What a bot answers at a table: orders until its own part of the turn is over, as a person would type.

One for all: the programs of practice, a seat that has joined as a program, and the audit that makes its answers again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from referee.kernel.bot import typed_order
from referee.kernel.dice import below, stream
from referee.kernel.errors import IllegalMove, OutOfOrder
from referee.kernel.game import AnyGame, PlayedTurn, Typed
from referee.kernel.goods import OwnGoods
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.protocol.seating import Eyes
from referee.protocol.step.draft import MoveDraft, draft_of_parts
from referee.protocol.step.position import Position

_ORDERS_MOST = 12
"""Orders in one note; a turn of any of the games needs fewer."""


def orders_of_bot(position: Position, eyes: Eyes, share: bytes, level: str) -> tuple[tuple[str, ...], MoveDraft]:
    """The answer of the bot in the seat of `eyes`, as it is typed and as its draft. `share` is the r that the accept of
    the seat has opened: what chance decides comes out of it, so that anybody who sees what the seat saw finds the same.

    Raises:
        OutOfOrder: the seat is asked nothing.
    """
    seat = eyes.seat
    assert seat is not None
    chance = stream(share, f"bot {position.step + 1}")
    orders: list[Typed[Any]] = []
    best: MoveDraft | None = None
    while len(orders) < _ORDERS_MOST:
        run = best.run if best is not None else None
        now = position if run is None else replace(position, state=run.state, knowledge=run.knowledge)
        own = now.knowledge.own(seat)
        if own is None or (run is not None and (not run.asked or run.asked[0] != seat or run.unforeseen)):
            break
        order = order_of_bot(now.table.game, now.state, seat, own, chance, level)
        try:
            best = draft_of_parts(position, eyes, [*orders, order])
        except (IllegalMove, OutOfOrder):
            if best is None:
                raise
            break  # the orders after it are for the next note
        orders.append(order)
    assert best is not None
    return tuple(typed_order(position.table.game, order) for order in orders), best


def order_of_bot(game: AnyGame, state: Any, seat: Seat, own: OwnGoods, chance: Iterator[int], level: str) -> Typed[Any]:
    """One order of the game's own program, or any that is allowed where the game has none."""
    if game.bot is not None:
        return game.bot(state, seat, own, chance, level)
    legal = list(game.legal_orders(state, seat, own))
    move, hand = legal[below(chance, len(legal))], list(own.hand)
    return Typed(move, tuple(hand.pop(below(chance, len(hand))) for _ in range(game.secret(move))))


def reason_of_bot(before: Position, after: Position, seat: Seat, level: str) -> Sentence | None:
    """Why a bot at a seat may have played as it did in the step between two positions: the same for every reader, since
    no hand is looked at; None where the seat has given no order, or the game gives no reasons.
    """
    game = after.table.game
    if game.reason is None or all(by != seat for by, _ in after.orders):
        return None
    return game.reason(PlayedTurn(seat, before.state, after.state, tuple(after.events)), level)
