"""`referee moves`: every order that may be given now."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.output import data, note
from referee.kernel.errors import OutOfOrder
from referee.table.step.position import names_asked
from referee.table.step.typed_orders import orders_with


class Moves(msgspec.Struct, frozen=True):
    """The orders that a seat may give now, and beside each what it costs, in a game with prices."""

    seat: str
    question: str
    orders: tuple[str, ...]
    prices: tuple[str, ...] = ()


COLUMNS = 40
"""An order has at most so many columns."""


@command(prints=Moves)
def moves(
    context: Context,
    contains: Annotated[str, typer.Argument(metavar="WORD")] = "",
) -> None:
    """List every order that may be given now."""
    desk = context.desk()
    position = desk.position
    if position.over:
        raise OutOfOrder("game-over")
    seat = desk.eyes.seat if desk.eyes.seat is not None else position.asked[0].seat
    request = position.request_of(seat)
    if request is None:
        raise OutOfOrder("not-asked-you", asked=names_asked(position))
    game = desk.table.game
    legal = {game.notation.format_order(move): move for move in game.legal_orders(position.state, seat, desk.own)}
    orders = list(legal)
    matching = orders_with(orders, contains, game.notation.words)
    matching = matching or tuple(order for order in orders if contains.lower() in order.lower())
    if not matching:
        note(context.sentence("no-order-among", word=contains, count=len(orders)))
    price = game.faces.price
    if price is None:
        data(context, Moves(desk.table.names[seat], request.question, matching), matching)
        return
    prices = tuple(price(position.state, seat, legal[order], context.lang) for order in matching)
    lines = [f"{order:<{COLUMNS}}  {cost}".rstrip() for order, cost in zip(matching, prices, strict=True)]
    data(context, Moves(desk.table.names[seat], request.question, matching, prices), lines)
