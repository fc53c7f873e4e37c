"""A home is watched by the names of its files: each table that has changed has another version, and no other."""

from __future__ import annotations

import shutil
from pathlib import Path

from referee.mail.inbox import watch_shared_folder
from referee.record.file_names import step_name
from referee.record.store import DataFolder, GameFolder
from referee.service.home.home_watch import SHARED, home_versions
from referee.service.reader import Reader
from referee.service.table import open_table
from referee.session.game_folders import remember_location
from tests.cli.games_on_disk import home_of, lay, running


def _known(folder: Path, *games: str) -> tuple[Reader, dict[str, Path]]:
    """A reader whose home knows these games, and the folder of each table."""
    reader, places = Reader(DataFolder(home_of(folder, "anna"))), dict[str, Path]()
    for game in games:
        table = open_table(reader, lay(folder / game, running(game).files))
        remember_location(table.session)
        places[table.id] = folder / game
    return reader, places


def test_a_table_that_has_changed_has_another_version_and_one_that_is_gone_has_none(tmp_path: Path) -> None:
    reader, places = _known(tmp_path, "tigris", "cards")
    first, second = places
    before = home_versions(reader)
    assert {*before} == {*places}

    GameFolder(places[first]).write_pending("0006-answer-bert-0.note", b"a note")
    shutil.rmtree(places[second])
    after = home_versions(reader)
    assert {*after} == {first}
    assert after[first] != before[first]


def test_a_table_is_another_one_with_each_file_that_comes_or_is_signed_anew(tmp_path: Path) -> None:
    reader, places = _known(tmp_path, "tigris")
    ((table, place),) = places.items()
    folder, found = GameFolder(place), [home_versions(reader)[table]]
    last = (place / "record" / step_name(5)).read_bytes()
    for change in (
        lambda: folder.drop_record(step_name(5)),
        lambda: folder.write_outbox("0005-move-anna.note", last),
        lambda: folder.drop_outbox("0005-move-anna.note"),
        lambda: folder.write_outbox("0005-move-anna.note", last + last),
        lambda: folder.write_letter("0005.txt", b"a letter"),
        lambda: reader.home.write_guard(open_table(reader, place).session.table.game_id, b"{}", "draft-anna"),
    ):
        change()
        found.append(home_versions(reader)[table])
    assert found[3] == found[1], "the outbox is empty again"
    assert len({*found}) == len(found) - 1, found


def test_what_comes_into_a_shared_folder_is_a_change_of_no_table(tmp_path: Path) -> None:
    reader, places = _known(tmp_path, "tigris")
    (tmp_path / "shared").mkdir()
    watch_shared_folder(reader.home, tmp_path / "shared")
    before = home_versions(reader)
    (tmp_path / "shared" / "new.txt").write_text("a file")
    after = home_versions(reader)

    assert before[SHARED] != after[SHARED]
    assert [before[table] for table in places] == [after[table] for table in places]


def test_looking_writes_nothing(tmp_path: Path) -> None:
    reader, _ = _known(tmp_path, "tigris")
    before = sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*"))
    home_versions(reader)
    assert sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*")) == before
