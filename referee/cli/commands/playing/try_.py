"""`referee try`: orders tried on the player's own knowledge."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from referee.cli.completion.choices import order_words
from referee.cli.context import Context, command
from referee.cli.printing.lines import consequence_lines, hypothetical_lines, order_reading_lines
from referee.cli.printing.output import print_notice, print_picture, print_result
from referee.cli.printing.pager import TerminalWindow
from referee.i18n.event_text import event_sentences
from referee.kernel.events import event_words
from referee.kernel.game import Viewer
from referee.messages.board_text import board_page
from referee.messages.order_choices import position_as_if_asked
from referee.protocol.step.draft import draft
from referee.protocol.step.split_orders import quoted_lines
from referee.session.memos import load_memos, save_orders


class Tried(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where orders lead, by what the reader knows."""

    do: tuple[str, ...]
    """The orders in the clear, in the game's canonical spelling."""
    sealed: tuple[str, ...]
    """The lines that would be sealed, in the order of their use."""
    covered: bool
    """Whether the note would have pins and a seal."""
    events: tuple[str, ...]
    """What would happen, in the words of the game."""
    told: tuple[str, ...]
    """The same, sentence by sentence."""
    certain: bool
    """Whether nothing of it depends on what is not known yet."""
    state: Any
    """The public state behind these orders; its shape is the game's."""
    as_if: bool = False
    """Whether the seat is not asked now, and a turn of its own was tried."""


@command(prints=Tried)
def try_(
    context: Context,
    orders: Annotated[list[str], typer.Argument(metavar="ORDER...", autocompletion=order_words)],
    keep: Annotated[str, typer.Option("--keep", metavar="NAME")] = "",
) -> None:
    """Player: try orders on your own knowledge, with the referee's own code."""
    session = context.session()
    position, as_if = position_as_if_asked(session.position, session.eyes)
    given = load_memos(session).meant(quoted_lines(orders))
    tried = draft(position, session.eyes, given)
    line = save_orders(session, keep, given) if keep else None
    names, game, run = session.table.names, session.table.game, tried.run
    certain = not (run.unforeseen or tried.covered)
    if context.json:
        events = tuple(event_words(event, names) for event in run.events)
        told = event_sentences(game, run.events, session.table.called, context.lang)
        state = game.to_json(run.state)
        print_result(context, Tried(tried.do, tried.lines, tried.covered, events, told, certain, state, as_if), "")
        return
    print_result(context, None, hypothetical_lines(context, session) if as_if else [])
    print_result(
        context,
        None,
        [*order_reading_lines(context, session.table.game, tried), *consequence_lines(context, session, tried)],
    )
    window = TerminalWindow(context.plain)
    view = Viewer(session.table.called, session.eyes.seat, None, context.lang, window.columns, session.position.state)
    print_picture(context, board_page(game, run.state, view, legend=False, listed=context.plain))
    if line is not None:
        print_notice(context.sentence("line-kept", name=line.name))
    if not certain:
        print_notice(context.sentence("rest-unknown-yet"))
