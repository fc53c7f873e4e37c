"""`referee log`: what happened, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_result
from referee.messages.step_news import step_lines
from referee.service.table import OpenTable
from referee.service.views.lookups import Log, comment_lines, list_log, memo_lines, reason_lines


@command(prints=Log)
def log(
    context: Context,
    last: Annotated[int | None, typer.Option("--last")] = None,
    new: Annotated[bool, typer.Option("--new")] = False,
    why: Annotated[bool, typer.Option("--why")] = False,
) -> None:
    """Tell what happened, step by step."""
    table = open_game(context, look_on=not new, reads=True)
    found = list_log(table, last=last, new=new, why=why)
    lines = list(_lines(table, found)) or [context.sentence("nothing-new")]
    if why and not found.reasons:
        lines.append(context.sentence("no-bot-moved"))
    print_result(context, found, lines)


def _lines(table: OpenTable, found: Log) -> Iterator[str]:
    for step in found.steps:
        yield from step_lines(table.reader.lang, table.session.table, step)
        yield from reason_lines(table, found.reasons, step.step)
        yield from memo_lines(table, (one.text for one in found.jotted if one.step == step.step))
        yield from comment_lines(table, found.comments, step.step)
