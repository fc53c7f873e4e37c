"""`referee archive`: one file for a record, the same bytes wherever it is written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from threading import Thread
from zipfile import ZipFile

import pytest

from referee.cli.main import run
from referee.record.sources import records_at
from tests.needed_tools import posix
from tests.support import ROOT

EXAMPLES = ROOT / "examples"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, and a home without keys."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


@pytest.mark.parametrize("game", ["ur-3p", "cards-2p", "tigris-running", "civilization-2p"])
def test_what_comes_out_is_the_record_that_went_in(place: Path, game: str) -> None:
    assert run(["archive", str(EXAMPLES / game), "--to", "game.zip"]) == 0
    (found,) = records_at(place / "game.zip")

    assert found.files == records_at(EXAMPLES / game)[0].files


def test_copies_of_a_game_give_the_same_bytes(place: Path) -> None:
    """Other times, other folders, other files beside the record, another order on disk: nothing of it goes in."""
    shutil.copytree(EXAMPLES / "ur-3p", place / "elsewhere" / "my copy")
    record = place / "elsewhere" / "my copy" / "record"
    for file in sorted(record.iterdir(), reverse=True):
        data = file.read_bytes()
        file.unlink()
        file.write_bytes(data)
    (record / ".DS_Store").write_bytes(b"x")
    for game, name in ((EXAMPLES / "ur-3p", "one.zip"), (record.parent, "two.zip"), (record, "three.zip")):
        run(["archive", str(game), "--to", name])

    assert (place / "one.zip").read_bytes() == (place / "two.zip").read_bytes() == (place / "three.zip").read_bytes()


def test_an_archive_of_an_archive_is_the_same(place: Path) -> None:
    run(["archive", str(EXAMPLES / "ur-3p"), "--to", "one.zip"])
    run(["archive", "one.zip", "--to", "two.zip"])

    assert (place / "one.zip").read_bytes() == (place / "two.zip").read_bytes()


@posix
def test_a_device_or_a_pipe_is_written_into_and_stays_what_it_is(place: Path) -> None:
    """Finding: `--to /dev/null` by root put a file in the place of the device."""
    run(["archive", str(EXAMPLES / "ur-3p"), "--to", "one.zip"])
    os.mkfifo(place / "pipe")
    came: list[bytes] = []
    reader = Thread(target=lambda: came.append((place / "pipe").read_bytes()), daemon=True)
    reader.start()

    assert run(["archive", str(EXAMPLES / "ur-3p"), "--to", "pipe"]) == 0
    assert (place / "pipe").is_fifo()
    reader.join(10)
    assert came == [(place / "one.zip").read_bytes()]


def test_without_a_name_the_file_is_called_after_the_game(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["archive", str(EXAMPLES / "ur-3p")])
    (file,) = place.glob("*.zip")
    with ZipFile(file) as archive:
        folders = {name.rpartition("/")[0] for name in archive.namelist()}

    assert capsys.readouterr().out.startswith(f"{file.name} contains 33 steps")
    assert folders == {f"{file.stem.rpartition('-')[0]}/record"}


def test_nothing_but_the_record_goes_in(place: Path) -> None:
    shutil.copytree(EXAMPLES / "ur-3p", place / "game")
    for part in ("outbox", "letters", "pending"):
        (place / "game" / part).mkdir(exist_ok=True)
        (place / "game" / part / "private.txt").write_text("private")
    run(["archive", "game", "--to", "game.zip"])

    assert b"private" not in (place / "game.zip").read_bytes()


@pytest.mark.parametrize(("what", "code"), [("nothing", 3), ("empty", 3), ("two.zip", 5)])
def test_what_is_not_one_game_is_refused_and_nothing_is_written(place: Path, what: str, code: int) -> None:
    (place / "empty").mkdir()
    for name in ("ur-3p", "cards-2p"):
        shutil.copytree(EXAMPLES / name, place / "two" / name)
    shutil.make_archive("two", "zip", place / "two")

    assert run(["archive", what, "--to", "game.zip"]) == code
    assert not (place / "game.zip").exists()
