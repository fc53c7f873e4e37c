"""`referee try`: orders tried on the player's own knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.options import choices_of
from referee.cli.printing.lines import consequence_lines, hypothetical_lines, order_reading_lines
from referee.cli.printing.output import print_either, styled_lines
from referee.cli.printing.pager import TerminalWindow, print_by_page
from referee.cli.printing.turn_screen import free_rows, text_block
from referee.cli.prompts.turn_view import turn_board_lines
from referee.protocol.step.split_orders import quoted_lines
from referee.service.table import OpenTable
from referee.service.views.lookups import Tried, TriedOrders, trial_result, try_and_keep


@command(prints=Tried)
def try_(
    context: Context,
    orders: Annotated[list[str], typer.Argument(metavar="ORDER...", autocompletion=choices_of("order_words"))],
    keep: Annotated[str, typer.Option("--keep", metavar="NAME")] = "",
) -> None:
    """Player: try orders on your own knowledge, with the referee's own code."""
    table = open_game(context, reads=True)
    trial = try_and_keep(table, quoted_lines(orders), keep)
    notes = [context.sentence("line-kept", name=trial.saved)] if trial.saved else []
    notes += [] if trial.is_certain else [context.sentence("rest-unknown-yet")]
    print_either(context, lambda: trial_result(table, trial), lambda: _show_trial(context, table, trial, notes))


def _show_trial(context: Context, table: OpenTable, trial: TriedOrders, notes: Sequence[str]) -> None:
    """What the orders mean and lead to, `notes` on that, and the board after them; without the table of strengths where
    a window has no room for it.
    """
    session, tried, game = table.session, trial.draft, table.session.table.game
    head = hypothetical_lines(context, session) if trial.as_if else []
    read = [*order_reading_lines(context, game, tried), *consequence_lines(context, session, tried)]
    said = text_block(*head, *read, *notes).lines
    whole, bare = (
        [*said, *styled_lines(context, turn_board_lines(context, session, strengths=strengths, after=tried.run.state))]
        for strengths in (True, False)
    )
    window = TerminalWindow(context.plain)
    rows = free_rows(window, 0)
    print_by_page(bare if rows is not None and len(bare) <= rows < len(whole) else whole, window, context.lang)
