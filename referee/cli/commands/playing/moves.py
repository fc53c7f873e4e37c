"""`referee moves`: every order that may be given now, or on the next turn."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.lines import hypothetical_lines
from referee.cli.printing.output import print_notice, print_result
from referee.cli.prompts.order_list import order_lines, order_list_lines, orders_with_word
from referee.cli.prompts.turn_view import labelled_hand_lines
from referee.service.views.lookups import Moves, legal_moves, list_moves


@command(prints=Moves)
def moves(context: Context, contains: Annotated[str, typer.Argument(metavar="WORD")] = "") -> None:
    """List every order that may be given now."""
    table = open_game(context, reads=True)
    found, session = legal_moves(table), table.session
    orders = tuple(choice.order for choice in found.choices)
    if contains:
        orders = orders_with_word(found.position, found.choices, contains)
    if not orders:
        print_notice(context.sentence("no-order-among", word=contains, count=len(found.choices)))

    def lines() -> list[str]:
        if contains:
            return order_lines(context, session.table.game, found.choices, orders)
        head = hypothetical_lines(context, session) if found.as_if else []
        own = labelled_hand_lines(context, session)
        groups = order_list_lines(context, session.table.game, found.position.state, found.request.seat, found.choices)
        return [*head, *own, *groups, context.sentence("moves-and-try")]

    print_result(context, lambda: list_moves(table, found, orders, in_parts=True), lines)
