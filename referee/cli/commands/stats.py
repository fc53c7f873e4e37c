"""`referee stats`: what many finished games have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.auditing.statistics import as_text, entries_at, statistics_page
from referee.cli.context import Context, command
from referee.cli.printing.output import data
from referee.cli.report.written import HtmlFile, MarkdownFile, write
from referee.cli.whereabouts import path_called
from referee.table.reading.statistics import Counting, Statistics


@command(prints=Statistics)
def stats(
    context: Context,
    paths: Annotated[list[str] | None, typer.Argument(metavar="[INDEX|GAME]...")] = None,
    html: HtmlFile = None,
    markdown: MarkdownFile = None,
) -> None:
    """Results by player, seat, game and options, from an index or from games."""
    counting = Counting()
    for path in [path_called(text) for text in paths or ()] or [context.folder().path]:
        for entry in entries_at(Path(path)):
            counting.add(entry)
    counted = counting.statistics()
    if html is not None or markdown is not None:
        write(context, statistics_page(context, counted), html, markdown)
    data(context, counted, [] if context.json else as_text(context, counted))
