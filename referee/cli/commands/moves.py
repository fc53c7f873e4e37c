"""`referee moves`: every order that may be given now, or on the next turn."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.asking.listing import list_lines, matching, order_lines
from referee.cli.asking.turn import own_hand
from referee.cli.context import Context, command
from referee.cli.printing.lines import as_if_lines
from referee.cli.printing.output import data, note
from referee.table.telling.choices import as_if_asked, choices
from referee.table.telling.parted import Parted, parted


class Moves(msgspec.Struct, frozen=True, omit_defaults=True):
    """The orders that a seat may give now."""

    seat: str
    """The seat that gives them."""
    question: str
    """What it must answer, as a word of the game."""
    orders: tuple[str, ...]
    """The orders, in the game's canonical spelling."""
    prices: tuple[str, ...] = ()
    """What each order costs, in words and in their order; empty in a game without prices."""
    as_if: bool = False
    """Whether the seat is not asked now, so these are the orders of its turn."""
    choices: tuple[Parted, ...] = ()
    """The same orders, taken apart."""


@command(prints=Moves)
def moves(context: Context, contains: Annotated[str, typer.Argument(metavar="WORD")] = "") -> None:
    """List every order that may be given now."""
    desk = context.desk()
    position, as_if = as_if_asked(desk.position, desk.eyes)
    seat = desk.eyes.seat
    request = (position.request_of(seat) if seat is not None else None) or position.asked[0]
    found = choices(position, request.seat, context.lang)
    orders = matching(position, found, contains) if contains else tuple(choice.order for choice in found)
    if not orders:
        note(context.sentence("no-order-among", word=contains, count=len(found)))
    cost = {choice.order: choice.price for choice in found}
    prices = tuple(cost[order] for order in orders) if any(cost.values()) else ()
    kept = frozenset(orders)
    taken = [choice for choice in found if choice.order in kept]
    apart = parted(position, request.seat, taken, context.lang) if context.json else ()
    listed = Moves(desk.table.names[request.seat], request.question, orders, prices, as_if, apart)
    if contains:
        data(context, listed, order_lines(context, desk.table.game, found, orders))
        return
    head = as_if_lines(context, desk) if as_if else []
    own = own_hand(context, desk) if desk.eyes.seat == request.seat else []
    groups = list_lines(context, desk.table.game, position.state, request.seat, found)
    data(context, listed, [*head, *own, *groups, context.sentence("moves-and-try")])
