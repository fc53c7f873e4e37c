"""`referee moves`: every order that may be given now, or on the next turn."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.printing.lines import hypothetical_lines
from referee.cli.printing.output import print_notice, print_result
from referee.cli.prompts.order_list import order_lines, order_list_lines, orders_with_word
from referee.cli.prompts.turn_view import labelled_hand_lines
from referee.messages.order_choices import legal_choices, position_as_if_asked
from referee.messages.order_parts import OrderParts, order_parts_of


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
    choices: tuple[OrderParts, ...] = ()
    """The same orders, taken apart."""


@command(prints=Moves)
def moves(context: Context, contains: Annotated[str, typer.Argument(metavar="WORD")] = "") -> None:
    """List every order that may be given now."""
    session = context.session()
    position, as_if = position_as_if_asked(session.position, session.eyes)
    seat = session.eyes.seat
    request = (position.request_of(seat) if seat is not None else None) or position.asked[0]
    found = legal_choices(position, request.seat, context.lang)
    orders = orders_with_word(position, found, contains) if contains else tuple(choice.order for choice in found)
    if not orders:
        print_notice(context.sentence("no-order-among", word=contains, count=len(found)))
    cost = {choice.order: choice.price for choice in found}
    prices = tuple(cost[order] for order in orders) if any(cost.values()) else ()
    kept = frozenset(orders)
    taken = [choice for choice in found if choice.order in kept]
    apart = order_parts_of(position, request.seat, taken, context.lang) if context.json else ()
    listed = Moves(session.table.names[request.seat], request.question, orders, prices, as_if, apart)
    if contains:
        print_result(context, listed, order_lines(context, session.table.game, found, orders))
        return
    head = hypothetical_lines(context, session) if as_if else []
    own = labelled_hand_lines(context, session) if session.eyes.seat == request.seat else []
    groups = order_list_lines(context, session.table.game, position.state, request.seat, found)
    print_result(context, listed, [*head, *own, *groups, context.sentence("moves-and-try")])
