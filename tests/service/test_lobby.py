"""All tables of a home, as the list of games prints them and as a page shows them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from referee.record.store import DataFolder
from referee.service.reader import Reader
from referee.service.table import open_table
from referee.service.views.lobby import Lobby, list_tables
from referee.session.game_folders import remember_location
from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import inside


def _reader(folder: Path, name: str) -> Reader:
    return Reader(DataFolder(home_of(folder, name)))


@pytest.fixture
def lobby_of(tmp_path: Path) -> Lobby:
    """A game of the one who is asked, one that is over, and one that is gone."""
    name = asked(running())
    reader = _reader(tmp_path, name)
    places = [lay(tmp_path / "one", running().files), lay(tmp_path / "two", finished().files)]
    places.append(lay(tmp_path / "three", running("cards").files))
    for place in places:
        remember_location(open_table(reader, place).session)
    shutil.rmtree(places[2])
    return list_tables(reader)


def test_a_table_is_listed_with_whom_it_waits_for_and_what_to_do(tmp_path: Path, lobby_of: Lobby) -> None:
    name = asked(running())
    first = lobby_of.tables[0]

    assert (first.head.stage, first.head.game, first.turn, first.asked) == ("playing", "tigris", True, (name,))
    assert [seat.id for seat in first.seats if seat.you and seat.asked] == [name]
    assert first.task is not None
    assert first.task.command == "referee words", "the words of the others are heard before the first move"
    assert lobby_of.waiting == 1


def test_what_cannot_be_read_says_why_and_stops_no_other(lobby_of: Lobby) -> None:
    (gone,) = (row for row in lobby_of.tables if row.trouble is not None)

    assert (gone.trouble and gone.trouble.code, gone.seats, gone.head.game) == ("game-is-gone", (), "cards")
    assert [row.head.stage for row in lobby_of.tables] == ["playing", "over", ""]


def test_the_list_of_games_prints_the_same_tables(tmp_path: Path, lobby_of: Lobby) -> None:
    code, out, errors = inside(["games", "--json"], home_of(tmp_path, asked(running())), tmp_path)

    assert (code, errors) == (0, "")
    printed, given = json.loads(out)["games"], json.loads(msgspec.json.encode(lobby_of.games))["games"]
    assert printed[:2] == given[:2]
    assert printed[2]["trouble"]["code"] == given[2]["trouble"]["code"], "its path is written as it is typed"


def test_a_protected_key_is_asked_for_or_the_table_says_so(tmp_path: Path) -> None:
    place, home = lay(tmp_path / "one", running().files), DataFolder(protected(tmp_path, "anna"))
    remember_location(open_table(Reader(home), place, "open sesame").session)

    (closed,), (opened,) = (list_tables(Reader(home, passphrase=ask)).tables for ask in (None, lambda: "open sesame"))
    assert closed.trouble is not None
    assert closed.trouble.code == "key-locked"
    assert [seat.id for seat in opened.seats if seat.you] == ["anna"]
