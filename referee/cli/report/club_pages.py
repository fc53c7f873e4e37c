"""The pages of a club: statistics of many games, and the standings of a league."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from referee.cli.context import Context
from referee.cli.printing.audit_text import ending_text
from referee.cli.report.page_content import Commands, Grid, Page, ReportPart, Share
from referee.cli.report.terminal import lines_of
from referee.club.league import League, TableResult
from referee.club.ratings import PlayerRating
from referee.club.statistics import GameCount, Statistics
from referee.drawing.text_picture import pack_entries
from referee.games import find
from referee.i18n.catalogue import catalogue_text
from referee.i18n.option_names import option_name, option_value_text
from referee.kernel.sentence import in_language
from referee.service.club_results import LeagueTable, NextTable, pair_of

_WIDTH = 76


def statistics_text(context: Context, counted: Statistics) -> list[str]:
    """What a terminal shows: games, players, seats, and options of which more than one value was chosen."""
    return lines_of(_statistics_parts(context, counted), context.lang)


def statistics_page(context: Context, counted: Statistics) -> Page:
    """The statistics as a page of their own."""
    told = context.sentence
    counts = {
        "count": sum(game.games for game in counted.games),
        "finished": sum(game.finished for game in counted.games),
        "clean": sum(game.clean for game in counted.games),
    }
    worth = ReportPart(told("stats-worth"), said=(told("stats-worth-said"),))
    parts = (*_statistics_parts(context, counted, listed=True), worth)
    return Page(told("stats-title"), context.lang, (told("stats-of-all", **counts),), (), parts)


def _statistics_parts(context: Context, counted: Statistics, *, listed: bool = False) -> Iterator[ReportPart]:
    """A part for each game and each table; none for a table without rows. `listed`: all numbers are in tables."""
    if counted.practice:
        yield ReportPart(context.sentence("stats-practice", count=counted.practice))
    yield from (_game_part(context, game, listed=listed) for game in counted.games)
    if counted.ratings or counted.unrated:
        yield _ratings(context, counted)
    for heading, grid in (
        ("stats-players", _players(context, counted)),
        ("stats-seats", _seats_grid(context, counted)),
        ("stats-options", _options(context, counted)),
    ):
        if grid.rows:
            yield ReportPart(context.sentence(heading), grids=(grid,))


def _players(context: Context, counted: Statistics) -> Grid:
    called = distinct_names((row.key, row.name) for row in counted.players)
    names = [_apart(context, called[row.key], host_played=row.host_played) for row in counted.players]
    rows = zip(names, counted.players, strict=True)
    return Grid(
        context.sentences("stats-player", "stats-games", "stats-first", "stats-place"),
        tuple((name, str(row.games), str(row.first), f"{row.place:.2f}") for name, row in rows),
        tuple(Share(row.first, row.games) for row in counted.players),
    )


def _ratings(context: Context, counted: Statistics) -> ReportPart:
    """The ratings in all games together, and in each if there are several, with what their numbers say."""
    games = {row.game for row in counted.ratings}
    rows = [row for row in counted.ratings if row.game or len(games) > 2]
    heads = ("stats-game", "stats-player", "stats-games", "stats-rating", "stats-sure-within", "stats-at-least")
    called = distinct_names((row.key, row.name) for row in counted.ratings)
    grid = Grid(context.sentences(*heads), tuple(_rating_cells(context, row, called[row.key]) for row in rows))
    said = [context.sentence(code) for code in ("stats-rating-says", "stats-rating-order") if rows]
    said += [context.sentence("stats-unrated", count=counted.unrated)] if counted.unrated else []
    return ReportPart(context.sentence("stats-ratings"), said=tuple(said), grids=(grid,) if rows else ())


def distinct_names(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What each key is called, from (key, name): a name that two keys share has four letters of the key after it."""
    names = dict(named)
    times = Counter(name.casefold() for name in names.values())
    return {
        key: f"{name} ({key.removeprefix('SHA256:')[:4]})" if times[name.casefold()] > 1 else name
        for key, name in names.items()
    }


def _rating_cells(context: Context, row: PlayerRating, name: str) -> tuple[str, ...]:
    game = row.game or context.sentence("stats-all-games")
    return game, name, str(row.games), f"{row.mu:.1f}", f"{2 * row.sigma:.1f}", f"{row.ordinal:.1f}"


def _seats_grid(context: Context, counted: Statistics) -> Grid:
    return Grid(
        context.sentences("stats-game", "stats-seat", "stats-games", "stats-first"),
        tuple((row.game, str(row.seat), str(row.games), str(row.first)) for row in counted.seats),
        tuple(Share(row.first, row.games) for row in counted.seats),
    )


def _options(context: Context, counted: Statistics) -> Grid:
    values = Counter((row.game, row.option) for row in counted.options)
    rows = tuple(
        (
            row.game,
            option_name(row.game, row.option, context.lang),
            option_value_text(row.game, row.option, row.value, context.lang),
            str(row.games),
            f"{row.turns:.1f}",
        )
        for row in counted.options
        if values[row.game, row.option] > 1
    )
    return Grid(context.sentences("stats-game", "stats-option", "stats-value", "stats-games", "stats-turns"), rows)


def _game_part(context: Context, game: GameCount, *, listed: bool) -> ReportPart:
    """A game: how many of it, how long they were, how they ended, what was counted in them."""
    title, told = _apart(context, find(game.game).info.title, host_played=game.host_played), list[str]()
    counts = {"count": game.games, "finished": game.finished, "clean": game.clean}
    if game.finished:
        means = {"turns": f"{game.turns:.1f}", "steps": f"{game.steps:.1f}", "moves": f"{game.moves:.1f}"}
        reasons = [f"{count} x {ending_text(context, game.game, reason)}" for reason, count in game.reasons.items()]
        told.append(f"  {context.sentence('stats-length', **means)}")
        told.append(f"  {context.sentence('stats-ended', reasons=', '.join(reasons))}")
    rows = tuple(
        (_tally(context, game.game, name), f"{seat:.1f}", f"{first:.1f}")
        for name, (seat, first) in game.tallies.items()
    )
    heading = context.sentence("stats-of-game", title=title, **counts)
    if rows and listed:
        grid = Grid(context.sentences("stats-on-average", "stats-a-seat", "stats-a-winner"), rows)
        return ReportPart(heading, said=tuple(told), grids=(grid,))
    if rows:
        told.append(f"  {context.sentence('stats-tallies')}")
        entries = [context.sentence("stats-tally", name=name, all=seat, first=first) for name, seat, first in rows]
        told += [f"    {text}" for text in pack_entries(entries, _WIDTH - 4, gap="   ")]
    return ReportPart(heading, said=tuple(told))


def _apart(context: Context, name: str, *, host_played: bool) -> str:
    """A game or a player, marked where the host held a seat."""
    return context.sentence("stats-host-played", name=name) if host_played else name


def _tally(context: Context, game: str, name: str) -> str:
    return catalogue_text(game, "tally", name, context.lang) or name


def league_page(context: Context, league: League, made: LeagueTable) -> Page:
    """A league as a page of its own."""
    spare = tuple(
        context.sentence("league-spare", names=", ".join(group.players), games=group.games, tables=group.tables)
        for group in made.spare
    )
    rounds, over = {table.round for table in made.tables}, sum(bool(table.game) for table in made.tables)
    played = context.sentence("league-played", count=len(rounds), over=over, tables=len(made.tables))
    return Page(
        _league_title(context, league), context.lang, (played,), spare, tuple(_league_parts(context, league, made))
    )


def league_table_name(context: Context, league: League, at: int, table: NextTable) -> str:
    """What the table of a next round is called."""
    names = ", ".join(table.players)
    return context.sentence("league-table-of", round=len(league.rounds) + 1, table=at, names=names)


def _league_title(context: Context, league: League) -> str:
    game = in_language(find(league.game).info.title, context.lang)
    return f"{league.title}: {game}" if league.title else game


def _league_parts(context: Context, league: League, made: LeagueTable) -> Iterator[ReportPart]:
    """The standings with their rule, the rounds, who has met whom, and the next round; none without rows."""
    rules, standings = tuple(_points_explanation(context, league)), _standings(context, made)
    yield ReportPart(context.sentence("league-standings"), said=rules, grids=(standings,))
    if made.tables:
        rows = tuple((str(table.round), str(table.table), _table_lines(context, table)) for table in made.tables)
        heads = context.sentences("league-head-round", "league-head-table", "league-head-result")
        yield ReportPart(context.sentence("league-rounds"), grids=(Grid(heads, rows),))
        yield ReportPart(context.sentence("league-met"), grids=(_crosstable(context, made),))
    for at, table in enumerate(made.next, 1):
        typed = Commands(context.sentence("league-host-types"), table.commands)
        yield ReportPart(league_table_name(context, league, at, table), commands=(typed,))


def _points_explanation(context: Context, league: League) -> Iterator[str]:
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
