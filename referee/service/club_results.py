"""What many games come to: statistics, and the table of a league."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from referee.audit.game_index import IndexEntry, index_entry, read_index_entries, record_digest
from referee.audit.recompute import audit
from referee.club.league import (
    League,
    LeagueResults,
    LeagueRound,
    LeagueRow,
    Standings,
    TableResult,
    check_league,
    next_round,
)
from referee.club.ratings import RatingTable
from referee.club.statistics import Statistics, StatisticsCounter
from referee.drawing.safe_text import shell_text
from referee.games import find
from referee.kernel.canonical_json import convert_to
from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.history.valid_part import ValidPart
from referee.record import files
from referee.record.file_names import slug
from referee.record.notes.escaping import single_line_text
from referee.record.notes.fields import SEAT_LONGEST
from referee.record.sources import records_at
from referee.service.opening.table_terms import options_with_preset


class Meeting(msgspec.Struct, frozen=True):
    """How often two players met."""

    players: tuple[str, str]
    """The names of the two players."""
    times: int
    """At how many tables both sat, those without a result counted."""


class NextTable(msgspec.Struct, frozen=True):
    """A table of the next round."""

    players: tuple[str, ...]
    """The names of its players, in the order of the seats."""
    commands: tuple[str, ...]
    """What its host types to begin, line by line."""


class SpareGames(msgspec.Struct, frozen=True):
    """Games of players who have played more of them than the league has tables for."""

    players: tuple[str, ...]
    """The names of the players."""
    games: int
    """How many games they have played."""
    tables: int
    """How many tables the league has for them; so many games count, the oldest first."""


class LeagueTable(msgspec.Struct, frozen=True):
    """A league with its places, tables and meetings."""

    game: str
    """The board game that is played."""
    title: str
    """What people call the league."""
    rows: tuple[LeagueRow, ...]
    """Each player with place and points, the first place first."""
    tables: tuple[TableResult, ...]
    """Each table that was set, with its result as far as there is one."""
    met: tuple[Meeting, ...]
    """How often each two players met."""
    next: tuple[NextTable, ...] = ()
    """The tables of the next round; empty unless they were asked for."""
    byes: tuple[str, ...] = ()
    """The players who sit out in the next round; empty unless it was asked for."""
    spare: tuple[SpareGames, ...] = ()
    """Games beyond those that count; empty if there are none."""


def count_games(paths: Iterable[Path], *, rating: bool = False) -> Statistics:
    """What the games at some paths, or in indexes there, have in common, in this order; `rating` rates their players.

    Raises:
        RefereeError: as `index_entries_at`.
    """
    counting = StatisticsCounter(RatingTable() if rating else None)
    for path in paths:  # the games seen are dropped before a line is made of them
        for audited in index_entries_at(path):
            counting.add(audited)
    return counting.statistics()


def league_table(league: League, paths: Iterable[Path], *, following: bool = False) -> LeagueTable:
    """The standings of a league by the games at some paths; `following` adds the tables of its next round.

    Raises:
        RefereeError: as `index_entries_at`.
    """
    results = LeagueResults(league)
    for path in paths:
        for audited in index_entries_at(path):
            results.add(audited)
    standings = Standings(results)
    paired = next_round(league, standings) if following else LeagueRound()
    return LeagueTable(
        league.game,
        league.title,
        standings.rows,
        tuple(table for table, _ in standings.tables),
        tuple(Meeting(pair, standings.met[frozenset(pair)]) for pair in sorted(map(pair_of, standings.met))),
        tuple(_next_table(league, number, table) for number, table in enumerate(paired.tables, 1)),
        paired.byes,
        tuple(SpareGames(*group) for group in results.spare()),
    )


def pair_of(players: Iterable[str]) -> tuple[str, str]:
    """Two players in the order of their names."""
    first, second = sorted(players)
    return first, second


_LINE, _FIELD = re.compile(r"line (\d+)"), re.compile(r"`\$\.?([^`]*)`$|field `([^`]*)`")


def read_league(text: bytes) -> League:
    """The league that a file describes, with its options in English.

    Raises:
        Unreadable: it is not TOML, has another shape, or says what cannot be.
    """
    try:
        told = tomllib.loads(text.decode())
        found = convert_to(League, told)
    except UnicodeDecodeError:
        raise Unreadable("league-no-toml") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        line = _LINE.search(str(error))
        raise Unreadable("league-no-toml", at=Sentence("line", number=int(line[1])) if line else None) from None
    except msgspec.ValidationError as error:
        field = _FIELD.search(str(error))
        named = (field[1] or field[2]) if field else ""
        raise Unreadable("league-field", field=named, hint=Sentence("league-shown")) from None
    game, options = find(found.game), [f"{name}={value}" for name, value in found.options.items()]
    check_league(found)
    if found.title:
        single_line_text(found.title, "title")
    chosen = [options_with_preset(game, seats, options, None) for seats in found.sizes]
    return replace(found, options=dict(chosen[0]))


def _next_table(league: League, number: int, players: tuple[str, ...]) -> NextTable:
    """A table as its host opens it: `charter` has the seats in this order, where they are not drawn."""
    called = " ".join([*([league.title] if league.title else ()), f"{len(league.rounds) + 1}.{number}"])
    options = "".join(f" --option {shell_text(f'{name}={value}')}" for name, value in league.options.items())
    offer = f"referee offer {league.game} --seats {len(players)} --title {shell_text(called)}{options}"
    seats = [slug(name.split(maxsplit=1)[0], SEAT_LONGEST) or slug(name, SEAT_LONGEST) for name in players]
    if league.options.get("seating") == "drawn" or "" in seats or len(set(seats)) < len(seats):
        return NextTable(players, (offer,))
    return NextTable(players, (offer, f"referee charter --game {shell_text(called)} --order {','.join(seats)}"))


_OBJECT = b"{"


def index_entries_at(path: Path) -> Iterator[IndexEntry]:
    """The entries of an index, or those of the games at a path, which are audited now.

    Raises:
        NoGame: there is none. Unreadable: a line of an index is not an entry, or the file is not one of these.
            FileTrouble: it cannot be read.
    """
    if path.is_file() and _begins_with(path, _OBJECT):
        yield from read_index_entries(files.file_lines(path), str(path))
        return
    for found in records_at(path):
        seen: list[ValidPart] = []
        report = audit(found.files, strangers=found.foreign, seen=seen.append)
        yield index_entry(record_digest(found.files), report, seen[-1])


def _begins_with(path: Path, sign: bytes) -> bool:
    with files.open_named_file(path) as file:
        return file.read(len(sign)) == sign
