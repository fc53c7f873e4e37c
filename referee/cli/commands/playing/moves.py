"""`referee moves`: every order that may be given now, or on the next turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.lines import hypothetical_lines
from referee.cli.printing.output import print_notice, print_result
from referee.cli.printing.pager import TerminalWindow
from referee.cli.printing.turn_screen import text_block
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

    def lines() -> Sequence[str]:
        if contains:
            return order_lines(context, session.table.game, found.choices, orders)
        head = hypothetical_lines(context, session) if found.as_if else []
        own, below = labelled_hand_lines(context, session), context.sentence("moves-and-try")
        of_reader = session.table.game, found.position.state, found.request.seat, found.choices
        whole, brief = (
            text_block(*head, *own, *order_list_lines(context, *of_reader, brief=short), below).lines
            for short in (False, True)
        )
        return whole if TerminalWindow(context.plain).holds(len(whole) + 1) else brief

    print_result(context, lambda: list_moves(table, found, orders, in_parts=True), lines)
