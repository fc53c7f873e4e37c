"""`referee try`: orders tried on the player's own knowledge."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.options import choices_of
from referee.cli.printing.lines import consequence_lines, hypothetical_lines, order_reading_lines
from referee.cli.printing.output import print_aside, print_either, print_picture, print_result
from referee.cli.printing.pager import TerminalWindow
from referee.kernel.game import Viewer
from referee.messages.board_text import board_page
from referee.protocol.step.split_orders import quoted_lines
from referee.service.table import OpenTable
from referee.service.views.lookups import Tried, TriedOrders, trial_result, try_orders
from referee.session.memos import load_memos, save_orders


@command(prints=Tried)
def try_(
    context: Context,
    orders: Annotated[list[str], typer.Argument(metavar="ORDER...", autocompletion=choices_of("order_words"))],
    keep: Annotated[str, typer.Option("--keep", metavar="NAME")] = "",
) -> None:
    """Player: try orders on your own knowledge, with the referee's own code."""
    table = open_game(context, reads=True)
    session, given = table.session, load_memos(table.session).meant(quoted_lines(orders))
    trial = try_orders(table, given)
    line = save_orders(session, keep, given) if keep else None
    print_either(context, lambda: trial_result(table, trial), lambda: _show_trial(context, table, trial))
    if line is not None:
        print_aside(context, context.sentence("line-kept", name=line.name))
    if not trial.is_certain:
        print_aside(context, context.sentence("rest-unknown-yet"))


def _show_trial(context: Context, table: OpenTable, trial: TriedOrders) -> None:
    """What the orders mean and lead to, and the board after them."""
    session, tried, game = table.session, trial.draft, table.session.table.game
    head = hypothetical_lines(context, session) if trial.as_if else []
    said = [*head, *order_reading_lines(context, game, tried), *consequence_lines(context, session, tried)]
    print_result(context, None, said)
    window = TerminalWindow(context.plain)
    view = Viewer(session.table.called, session.eyes.seat, None, context.lang, window.columns, session.position.state)
    print_picture(context, board_page(game, tried.run.state, view, legend=False, listed=context.plain))
