"""All tables of a home: who is to move and since when, the reader's next task, and why a table cannot be opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from referee.drawing.safe_text import safe_text
from referee.kernel.errors import FileTrouble, RefereeError
from referee.service.errors import Refused, refusal_of
from referee.service.reader import Reader
from referee.service.table import OpenTable, open_table
from referee.service.views.capabilities import capabilities_of
from referee.service.views.games_list import GameRow, Games, game_row
from referee.service.views.table_head import SeatView, TableHead, seat_views, table_head
from referee.service.views.whole_status import with_host_name
from referee.session.game_folders import GameLocation, game_locations, path_of_location, remember_location
from referee.session.todo.status import status_for
from referee.session.todo.task import NOW, TaskText


class TableRow(msgspec.Struct, frozen=True):
    """One table of a home, without any path."""

    head: TableHead
    """Which table it is; what cannot be read of it is empty."""
    seats: tuple[SeatView, ...]
    """The players, the reader first; before the charter those who have joined."""
    asked: tuple[str, ...]
    """Whom the table waits for: seats, or `referee`."""
    turn: bool
    """Whether it waits for the reader."""
    task: TaskText | None
    """What the reader should do first; null if nothing waits for the reader."""
    trouble: Refused | None
    """Why the table cannot be found or read; null if it can."""


class Lobby(msgspec.Struct, frozen=True):
    """The tables of a home."""

    tables: tuple[TableRow, ...]
    """Each table: those with the reader's turn first, those that are over last, then by title."""
    games: Games
    """The same tables as the list of games, with their folders."""
    waiting: int
    """How many tables wait for the reader."""


def list_tables(reader: Reader, shown: Callable[[Path], str] = str) -> Lobby:
    """Every table that the home of a reader knows of; one that cannot be read says why, and stops no other. `shown` is
    how a path is written.
    """
    rows = sorted((_row(reader, place, shown) for place in game_locations(reader.home)), key=_rank)
    tables, games = tuple(table for table, _ in rows), tuple(game for _, game in rows)
    return Lobby(tables, Games(games), sum(table.turn and table.head.stage != "over" for table in tables))


def _rank(row: tuple[TableRow, GameRow]) -> tuple[bool, bool, str]:
    head = row[0].head
    return not row[0].turn, head.stage == "over", head.title.casefold()


def _row(reader: Reader, place: GameLocation, shown: Callable[[Path], str]) -> tuple[TableRow, GameRow]:
    try:
        folder = path_of_location(reader.home, place)
        if folder is None:
            raise FileTrouble("game-is-gone", title=place.title, path=shown(place.folder))
        table = open_table(reader, folder)
        remember_location(table.session)
        return _sound_row(table, place, shown)
    except RefereeError as error:
        trouble = refusal_of(error, reader.lang)
        head = TableHead(place.offer, safe_text(place.title), place.rules, "", "", "")
        row = GameRow(place.title, place.rules, place.path, trouble=trouble)
        return TableRow(head, (), (), False, None, trouble), row


def _sound_row(table: OpenTable, place: GameLocation, shown: Callable[[Path], str]) -> tuple[TableRow, GameRow]:
    session, lang = table.session, table.reader.lang
    status = with_host_name(table, status_for(session, lang, shown, whole_turn=False))
    row = game_row(session, place, status, lang)
    head = replace(table_head(table, status), title=safe_text(place.title), game=place.rules, game_title=row.plays)
    can = capabilities_of(session, asks_mail=False)
    task = min(can.offer_tasks(status.next), key=lambda one: one.rank, default=None)
    mine = task is not None and task.rank <= NOW
    return TableRow(head, seat_views(status), row.asked, row.turn, task if mine else None, None), row
