"""`referee league`: the standings of a league, and the tables of its next round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.folders.find_game import named_path
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_aside, print_result
from referee.cli.prompts.game_options import naming_pack_file
from referee.cli.report.club_pages import league_page, league_table_name
from referee.cli.report.report_files import HtmlFile, MarkdownFile, write
from referee.cli.report.terminal import lines_of
from referee.club.league import League
from referee.service.club_results import LeagueTable, league_table, read_league
from referee.service.data_checks import read_input


@command(prints=LeagueTable)
def league(
    context: Context,
    path: Annotated[Path, typer.Argument(metavar="FILE")],
    paths: Annotated[list[str] | None, typer.Argument(metavar="[INDEX|GAME]...")] = None,
    following: Annotated[bool, typer.Option("--next")] = False,
    html: HtmlFile = None,
    markdown: MarkdownFile = None,
) -> None:
    """The standings of a league; the tables of its next round."""
    text = read_input(path)
    with naming_pack_file(path):
        asked = read_league(text)
    made = league_table(asked, map(named_path, paths or ()), following=following)
    page = league_page(context, asked, made)
    if html is not None or markdown is not None:
        write(context, page, html, markdown)
    told = [page.title, *page.verdicts, "", *lines_of(page.parts, context.lang)]
    print_result(context, made, _as_toml(context, asked, made) if following else told)
    proposed = context.sentence("league-append", round=len(asked.rounds) + 1, file=path_text(path))
    print_aside(context, *page.summary, *([proposed] if following else ()))


def _as_toml(context: Context, league: League, made: LeagueTable) -> Iterator[str]:
    """The next round as it is written in the file of the league, with what the hosts type below it."""
    yield from ("", f"[[rounds]]  # {len(league.rounds) + 1}", "tables = [")
    yield from (f"    {_array(table.players)}," for table in made.next)
    yield from ("]", f"byes = {_array(made.byes)}")
    for at, table in enumerate(made.next, 1):
        yield f"# {league_table_name(context, league, at, table)}"
        yield from (f"#   {line}" for line in table.commands)


def _array(names: Sequence[str]) -> str:
    """Names of one visible line each, as an array of TOML."""
    quoted = (name.replace("\\", "\\\\").replace('"', '\\"') for name in names)
    return "[" + ", ".join(f'"{name}"' for name in quoted) + "]"
