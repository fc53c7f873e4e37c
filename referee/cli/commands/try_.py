"""`referee try`: orders tried on the player's own knowledge."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from referee.cli.arguments import Orders
from referee.cli.context import Context, command
from referee.cli.printing.lines import as_if_lines, consequence_lines, reading_lines
from referee.cli.printing.output import data, note, print_picture
from referee.cli.printing.pages import Window
from referee.kernel.events import event_words
from referee.kernel.game import View
from referee.table.desk.jottings import jottings, keep_line
from referee.table.step.draft import draft
from referee.table.step.typed_orders import words_given
from referee.table.telling.boards import board_page
from referee.table.telling.choices import as_if_asked
from referee.words.prose import events_prose


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
def try_(context: Context, orders: Orders, keep: Annotated[str, typer.Option("--keep", metavar="NAME")] = "") -> None:
    """Player: try orders on your own knowledge, with the referee's own code."""
    desk = context.desk()
    position, as_if = as_if_asked(desk.position, desk.eyes)
    given = jottings(desk).meant(words_given(orders))
    tried = draft(position, desk.eyes, given)
    line = keep_line(desk, keep, given) if keep else None
    names, game, run = desk.table.names, desk.table.game, tried.run
    certain = not (run.unforeseen or tried.covered)
    if context.json:
        events = tuple(event_words(event, names) for event in run.events)
        told = events_prose(game, run.events, desk.table.called, context.lang)
        state = game.to_json(run.state)
        data(context, Tried(tried.do, tried.lines, tried.covered, events, told, certain, state, as_if), "")
        return
    data(context, None, as_if_lines(context, desk) if as_if else [])
    data(context, None, [*reading_lines(context, desk.table.game, tried), *consequence_lines(context, desk, tried)])
    window = Window(context.plain)
    view = View(desk.table.called, desk.eyes.seat, None, context.lang, window.columns, desk.position.state)
    print_picture(context, board_page(game, run.state, view, legend=False, listed=context.plain))
    if line is not None:
        note(context.sentence("line-kept", name=line.name))
    if not certain:
        note(context.sentence("rest-unknown-yet"))
