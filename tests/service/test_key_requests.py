"""A new key is asked for as it was read: one key, one request, and the same one is sent again."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.errors import OutOfOrder, Unreadable
from referee.record.file_names import step_name
from referee.record.store import DataFolder
from referee.service.errors import Changed, Stale
from referee.service.home.key_requests import KeyWish, ask_new_key, earlier_request, request_new_key
from referee.service.reader import Reader
from referee.service.table import OpenTable, open_table
from tests.cli.games_on_disk import finished, home_of, lay, running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return lay(tmp_path / "game", running().files)


def opened(folder: Path, name: str = "zoe") -> OpenTable:
    return open_table(Reader(DataFolder(home_of(folder.parent, name))), folder)


def test_a_request_makes_one_key_and_is_sent_again(folder: Path) -> None:
    wish, table = KeyWish("anna"), opened(folder)
    ask = ask_new_key(table, wish)
    keys = table.reader.home.keys()
    for other in (KeyWish("bert"), KeyWish("anna", why="stolen"), KeyWish("anna", name="Zoe")):
        with pytest.raises(Changed):
            request_new_key(table, other, ask.digest)
    assert (table.reader.home.keys(), earlier_request(table, wish)) == (keys, None)
    asked = request_new_key(table, wish, ask.digest)

    assert (asked.seat, asked.to, len(asked.words), Path(asked.file).is_file()) == ("anna", "all", 6, True)
    assert set(table.reader.home.keys()) - {*keys} == {asked.key}
    assert earlier_request(opened(folder), wish) == asked


def test_the_holder_of_the_old_key_needs_no_words(folder: Path) -> None:
    table = opened(folder, "anna")
    asked = request_new_key(table, KeyWish(), ask_new_key(table, KeyWish()).digest)

    assert (asked.to, asked.words) == ("host", ())


def test_what_cannot_be_asked_for_makes_no_key(tmp_path: Path, folder: Path) -> None:
    over = lay(tmp_path / "over", finished().files)
    with pytest.raises(OutOfOrder):
        ask_new_key(opened(over), KeyWish("anna"))
    with pytest.raises(Unreadable):
        ask_new_key(opened(folder), KeyWish("nobody"))
    files = running().files
    short = lay(tmp_path / "short", files, without=[step_name(5)])
    table = opened(short)
    ask = ask_new_key(table, KeyWish("anna"))
    (short / "record" / step_name(5)).write_bytes(files[step_name(5)])
    with pytest.raises(Stale):
        request_new_key(table, KeyWish("anna"), ask.digest)
    assert set(table.reader.home.keys()) == {"zoe"}
