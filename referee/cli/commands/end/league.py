"""`referee league`: where the players of a league stand, and the tables of its next round."""

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
from referee.cli.report.page_content import Commands, Grid, Page, ReportPart
from referee.cli.report.report_files import HtmlFile, MarkdownFile, write
from referee.cli.report.terminal import lines_of
from referee.club.league import League, TableResult
from referee.games import find
from referee.kernel.sentence import in_language
from referee.record.store import read_input
from referee.service.club_results import LeagueTable, NextTable, league_table, pair_of, read_league


@command(prints=LeagueTable)
def league(
    context: Context,
    path: Annotated[Path, typer.Argument(metavar="FILE")],
    paths: Annotated[list[str] | None, typer.Argument(metavar="[INDEX|GAME]...")] = None,
    following: Annotated[bool, typer.Option("--next")] = False,
    html: HtmlFile = None,
    markdown: MarkdownFile = None,
) -> None:
    """Where the players of a league stand; the tables of its next round."""
    text = read_input(path)
    with naming_pack_file(path):
        asked = read_league(text)
    made = league_table(asked, map(named_path, paths or ()), following=following)
    parts, called, played = (
        tuple(_parts(context, asked, made)),
        _league_called(context, asked),
        _rounds_played(context, made),
    )
    spare = [
        context.sentence("league-spare", names=", ".join(group.players), games=group.games, tables=group.tables)
        for group in made.spare
    ]
    if html is not None or markdown is not None:
        write(context, Page(called, context.lang, (played,), tuple(spare), parts), html, markdown)
    lines = _as_toml(context, asked, made) if following else [called, played, "", *lines_of(parts, context.lang)]
    print_result(context, made, lines)
    proposed = context.sentence("league-append", round=len(asked.rounds) + 1, file=path_text(path))
    print_aside(context, *spare, *([proposed] if following else ()))


def _as_toml(context: Context, league: League, made: LeagueTable) -> Iterator[str]:
    """The next round as it stands in the file of the league, with what the hosts type below it."""
    yield from ("", f"[[rounds]]  # {len(league.rounds) + 1}", "tables = [")
    yield from (f"    {_array(table.players)}," for table in made.next)
    yield from ("]", f"byes = {_array(made.byes)}")
    for at, table in enumerate(made.next, 1):
        yield f"# {_table_called(context, league, at, table)}"
        yield from (f"#   {line}" for line in table.commands)


def _array(names: Sequence[str]) -> str:
    """Names of one visible line each, as an array of TOML."""
    quoted = (name.replace("\\", "\\\\").replace('"', '\\"') for name in names)
    return "[" + ", ".join(f'"{name}"' for name in quoted) + "]"


def _table_called(context: Context, league: League, at: int, table: NextTable) -> str:
    names = ", ".join(table.players)
    return context.sentence("league-table-of", round=len(league.rounds) + 1, table=at, names=names)


def _league_called(context: Context, league: League) -> str:
    game = in_language(find(league.game).info.title, context.lang)
    return f"{league.title}: {game}" if league.title else game


def _rounds_played(context: Context, made: LeagueTable) -> str:
    rounds, over = {table.round for table in made.tables}, sum(bool(table.game) for table in made.tables)
    return context.sentence("league-played", count=len(rounds), over=over, tables=len(made.tables))


def _parts(context: Context, league: League, made: LeagueTable) -> Iterator[ReportPart]:
    """The standings with their rule, the rounds, who has met whom, and the next round; none without rows."""
    rules, standings = tuple(_points_explained(context, league)), _standings(context, made)
    yield ReportPart(context.sentence("league-standings"), said=rules, grids=(standings,))
    if made.tables:
        rows = tuple((str(table.round), str(table.table), _table_lines(context, table)) for table in made.tables)
        heads = context.sentences("league-head-round", "league-head-table", "league-head-result")
        yield ReportPart(context.sentence("league-rounds"), grids=(Grid(heads, rows),))
        yield ReportPart(context.sentence("league-met"), grids=(_crosstable(context, made),))
    for at, table in enumerate(made.next, 1):
        typed = Commands(context.sentence("league-host-types"), table.commands)
        yield ReportPart(_table_called(context, league, at, table), commands=(typed,))


def _points_explained(context: Context, league: League) -> Iterator[str]:
    scale = [_number(float(points)) for points in league.scale(league.sizes[0])]
    yield context.sentence("league-points-are", points=", ".join(scale), bye=_number(float(league.for_bye())))
    yield context.sentence("league-ties")


_STANDINGS = (
    *("league-head-place", "league-head-player", "league-head-points", "league-head-games"),
    *("league-head-opponents", "league-head-first", "league-head-sat-out"),
)
"""The heads of the standings."""


def _standings(context: Context, made: LeagueTable) -> Grid:
    heads = context.sentences(*_STANDINGS)
    rows = [
        (row.place, row.name, _number(row.points), row.games, _number(row.against), row.first, row.byes)
        for row in made.rows
    ]
    return Grid(heads, tuple(tuple(map(str, row)) for row in rows))


def _table_lines(context: Context, table: TableResult) -> str:
    if not table.game:
        return context.sentence("league-no-result", names=", ".join(table.players))
    return ", ".join(f"{name} {_number(points)}" for name, points in zip(table.players, table.points, strict=True))


def _crosstable(context: Context, made: LeagueTable) -> Grid:
    """How often each two have met, the players in the order of the standings."""
    times, names = {meeting.players: meeting.times for meeting in made.met}, [row.name for row in made.rows]
    rows = [
        (str(at), one, *("-" if one == other else str(times.get(pair_of((one, other)), 0)) for other in names))
        for at, one in enumerate(names, 1)
    ]
    return Grid(("", *context.sentences("league-head-player"), *map(str, range(1, len(names) + 1))), tuple(rows))


def _number(points: float) -> str:
    return f"{points:.2f}".rstrip("0").rstrip(".")
