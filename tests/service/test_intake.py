"""Files are taken in by the service: what became of each is a value, and a yes to the end of a game is one too."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.mail.inbox import NamedMail
from referee.record.file_names import step_name
from referee.record.store import DataFolder, GameFolder
from referee.service.incoming.intake import PASTED, take_in
from referee.service.reader import Reader
from referee.service.table import OpenTable, open_table
from referee.session.game_folders import remember_location
from tests.cli.games_on_disk import home_of, lay, running


def _reader(folder: Path, name: str = "anna") -> Reader:
    return Reader(DataFolder(home_of(folder, name)))


def _mail(name: str, data: bytes) -> NamedMail:
    return NamedMail(name, data)


@pytest.fixture
def behind(tmp_path: Path) -> OpenTable:
    """A table of anna's, which lacks the newest step."""
    table = open_table(_reader(tmp_path), lay(tmp_path / "game", running().files, [step_name(5)]))
    remember_location(table.session)
    return table


@pytest.mark.parametrize("by_table", [True, False])
def test_a_step_is_entered_at_its_table(tmp_path: Path, behind: OpenTable, by_table: bool) -> None:
    mail = _mail("step.txt", running().files[step_name(5)])
    (taken,) = take_in(behind if by_table else behind.reader, [mail])

    assert (taken.name, taken.table, taken.kept, taken.refused) == ("step.txt", behind.id, True, None)
    assert "Step 5" in taken.sentence
    assert step_name(5) in GameFolder(tmp_path / "game").record_names()


def test_a_text_that_was_pasted_is_taken_in_as_a_file_is(tmp_path: Path, behind: OpenTable) -> None:
    (nothing,) = take_in(behind, "good morning")
    (taken,) = take_in(behind.reader, f"Dear all,\n\n{running().files[step_name(5)].decode()}\nHanna\n")

    assert (nothing.kept, taken.kept, taken.name) == (False, True, PASTED)
    assert step_name(5) in GameFolder(tmp_path / "game").record_names()


def test_one_that_is_refused_says_why_and_stops_no_other(behind: OpenTable) -> None:
    whole = running().files[step_name(5)]
    spoilt = whole.replace(b"step 5", b"step 4")
    files = [_mail("spoilt.txt", spoilt), _mail("words.txt", b"hello"), _mail("step.txt", whole)]
    found = {taken.name: taken for taken in take_in(behind, files)}

    assert {name: taken.kept for name, taken in found.items()} == {
        "spoilt.txt": False,
        "words.txt": False,
        "step.txt": True,
    }
    assert all(taken.refused is not None for name, taken in found.items() if name != "step.txt")


def test_a_mail_of_a_game_that_nobody_knows_here_belongs_to_no_table(tmp_path: Path) -> None:
    (taken,) = take_in(_reader(tmp_path, "zoe"), [_mail("step.txt", running().files[step_name(5)])])

    assert (taken.table, taken.kept) == ("", False)
    assert taken.refused is not None
    assert taken.refused.code == "mail-of-unknown-game"


def test_the_same_file_again_changes_nothing(tmp_path: Path, behind: OpenTable) -> None:
    mail = _mail("step.txt", running().files[step_name(5)])
    take_in(behind, [mail])
    before = sorted((path, path.stat().st_mtime_ns) for path in (tmp_path / "game").rglob("*"))
    (taken,) = take_in(behind, [mail])

    assert (taken.kept, taken.refused) == (True, None)
    assert sorted((path, path.stat().st_mtime_ns) for path in (tmp_path / "game").rglob("*")) == before
