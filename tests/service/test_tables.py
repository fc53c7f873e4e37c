"""A table is opened by its id or in its folder, kept as long as its record is the same, and never with a passphrase."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.kernel.errors import NotAuthentic, RefereeError
from referee.record.file_names import step_name
from referee.record.store import DataFolder, GameFolder
from referee.service.errors import Locked, NotHere, Refused, refusal_of
from referee.service.reader import Reader
from referee.service.table import open_table
from referee.session import session
from referee.session.game_folders import remember_location
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.protected_keys import protected


def _reader(folder: Path, name: str = "anna") -> Reader:
    return Reader(DataFolder(home_of(folder, name)))


def test_a_table_is_opened_by_its_id_and_in_its_folder(tmp_path: Path) -> None:
    folder, reader = lay(tmp_path / "game", running().files), _reader(tmp_path)
    here = open_table(reader, folder)
    remember_location(here.session)

    assert (open_table(reader, here.id).session.folder.path, here.session.role) == (folder, "anna")


def test_a_table_that_is_not_here_says_so(tmp_path: Path) -> None:
    reader, folder = _reader(tmp_path), lay(tmp_path / "game", running().files)
    with pytest.raises(NotHere, match="no such game"):
        open_table(reader, "../../etc")
    with pytest.raises(NotHere, match="no game in this folder"):
        open_table(reader, tmp_path)
    known = open_table(reader, folder)
    remember_location(known.session)
    shutil.rmtree(folder)
    with pytest.raises(NotHere, match="no longer exists"):
        open_table(reader, known.id)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many files of the record each reading had to go through."""
    found: list[int] = []

    def counted(real: Callable[..., object], at: int) -> Callable[..., object]:
        def call(*values: object, **named: object) -> object:
            found.append(len(values[at]))  # type: ignore[arg-type]
            return real(*values, **named)

        return call

    monkeypatch.setattr(session, "read_history", counted(session.read_history, 0))
    monkeypatch.setattr(session, "continue_history", counted(session.continue_history, 1))
    return found


def test_a_table_is_read_once_and_then_only_what_is_new(tmp_path: Path, reads: list[int]) -> None:
    files, last = dict(running().files), step_name(5)
    newest = files.pop(last)
    folder, reader = lay(tmp_path / "game", files), _reader(tmp_path)

    first, again = open_table(reader, folder), open_table(reader, folder)
    assert (first.session is again.session, reads) == (True, [len(files)])

    (folder / "record" / last).write_bytes(newest)
    later = open_table(reader, folder)
    assert (later.session.position.step, first.session.position.step, reads) == (5, 4, [len(files), 1])
    assert (sorted(first.session.seen), sorted(later.session.seen)) == ([*range(5)], [*range(6)])


def test_a_record_that_was_replaced_under_the_same_names_is_read_anew(tmp_path: Path, reads: list[int]) -> None:
    folder, reader = lay(tmp_path / "game", running().files), _reader(tmp_path)
    open_table(reader, folder)
    path = folder / "record" / step_name(5)
    path.write_bytes(path.read_bytes().replace(b"step 5", b"step 4"))

    with pytest.raises(RefereeError):
        open_table(reader, folder)


def test_a_key_that_comes_into_the_home_is_found(tmp_path: Path) -> None:
    folder, reader = lay(tmp_path / "game", running().files), Reader(DataFolder(tmp_path / "home-anna"))
    assert open_table(reader, folder).session.role is None
    home_of(tmp_path, "anna")
    assert open_table(reader, folder).session.role == "anna"


def test_what_a_passphrase_has_opened_is_asked_for_again(tmp_path: Path) -> None:
    folder, reader = lay(tmp_path / "game", running().files), Reader(DataFolder(protected(tmp_path, "anna")))
    with pytest.raises(Locked):
        open_table(reader, folder)
    with pytest.raises(NotAuthentic):
        open_table(reader, folder, "another one")

    assert open_table(reader, folder, "open sesame").session.role == "anna"
    with pytest.raises(Locked):
        open_table(reader, folder)


def test_two_open_one_table_at_once(tmp_path: Path) -> None:
    folder, reader = lay(tmp_path / "game", running().files), _reader(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        tables = list(pool.map(lambda _: open_table(reader, folder), range(16)))

    assert {table.session.position.step for table in tables} == {5}


def test_a_refusal_is_data_in_the_language_of_the_reader(tmp_path: Path) -> None:
    with pytest.raises(NotHere) as refused:
        open_table(_reader(tmp_path), tmp_path)

    english, italian = refusal_of(refused.value, "en"), refusal_of(refused.value, "it")
    assert isinstance(english, Refused)
    assert (english.code, english.layer, english.sentence) == (
        "no-game-folder",
        "file system",
        "there is no game in this folder",
    )
    assert (italian.code, italian.sentence) == ("no-game-folder", "in questa cartella non c'è una partita")


def test_a_folder_that_is_opened_is_left_as_it_was(tmp_path: Path) -> None:
    folder, reader = lay(tmp_path / "game", running().files), _reader(tmp_path)
    open_table(reader, folder)

    assert [path.name for path in folder.iterdir()] == ["record"]
    assert GameFolder(folder).list_outbox() == ()
