"""`referee moves`: every order that may be given now."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.output import data, note
from referee.kernel.errors import OutOfOrder
from referee.table.step.typed_orders import orders_with


class Moves(msgspec.Struct, frozen=True):
    """The orders that a seat may give now."""

    seat: str
    question: str
    orders: tuple[str, ...]


@command(prints=Moves)
def moves(
    context: Context,
    contains: Annotated[str, typer.Argument(metavar="WORD")] = "",
) -> None:
    """List every order that may be given now."""
    desk = context.desk()
    position = desk.position
    request = position.request
    if request is None:
        raise OutOfOrder("game-over")
    seat = desk.eyes.seat if desk.eyes.seat is not None else request.seat
    if seat != request.seat:
        raise OutOfOrder("not-asked-you", asked=desk.table.names[request.seat])
    game = desk.table.game
    orders = [game.notation.format_order(move) for move in game.legal_orders(position.state, seat, desk.own)]
    matching = orders_with(orders, contains, game.notation.words)
    matching = matching or tuple(order for order in orders if contains.lower() in order.lower())
    if not matching:
        note(context.sentence("no-order-among", word=contains, count=len(orders)))
    data(context, Moves(desk.table.names[seat], request.question, matching), matching)
