"""`referee stats`: what many finished games have in common."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.folders.find_game import named_path
from referee.cli.printing.output import print_result
from referee.cli.report.club_pages import statistics_page, statistics_text
from referee.cli.report.report_files import HtmlFile, MarkdownFile, write
from referee.club.statistics import Statistics
from referee.service.club_results import count_games


@command(prints=Statistics)
def stats(
    context: Context,
    paths: Annotated[list[str] | None, typer.Argument(metavar="[INDEX|GAME]...")] = None,
    rating: Annotated[bool, typer.Option("--rating")] = False,
    html: HtmlFile = None,
    markdown: MarkdownFile = None,
) -> None:
    """Results by player, seat, game and options, from an index or from games."""
    counted = count_games([named_path(text) for text in paths or ()] or [context.folder().path], rating=rating)
    if html is not None or markdown is not None:
        write(context, statistics_page(context, counted), html, markdown)
    print_result(context, counted, lambda: statistics_text(context, counted))
