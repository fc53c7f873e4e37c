"""A second look at archives reads those alone that have changed, and says and writes what it would have anyway."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from referee.cli.main import run
from referee.record.sources import records_at as real_records
from referee.service.audits import audit_many, index_file
from referee.service.audits.audit_table import audit_table as real_report
from tests.needed_tools import posix

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("ur-3p", "cards-2p", "tigris-running")
ARCHIVES = tuple(f"{name}.zip" for name in NAMES)
SEEN = Path("club.index.seen")
LATER = 60


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three archives, and a home without keys."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        assert run(["archive", str(ROOT / "examples" / name), "--to", f"{name}.zip"]) == 0
    return tmp_path


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the archives that are read from now on, by the index or by an audit."""
    paths: list[str] = []

    def records_at(path: Path) -> object:
        paths.append(path.name)
        return real_records(path)

    monkeypatch.setattr(index_file, "records_at", records_at)
    monkeypatch.setattr(audit_many, "records_at", records_at)
    return paths


def look(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, bytes]:
    """The exit code, the lines and the index of an audit; what lies beside it counts as written a minute later."""
    capsys.readouterr()
    code = run(["audit", *(words or ARCHIVES), "--index", "club.index"])
    if SEEN.exists():
        age(SEEN)
    return code, capsys.readouterr().out, Path("club.index").read_bytes()


def age(path: Path, seconds: int = LATER) -> None:
    later = time.time() + seconds
    os.utime(path, (later, later))


def test_what_has_not_changed_is_not_read_again(
    club: Path, capsys: pytest.CaptureFixture[str], read: list[str]
) -> None:
    first = look(capsys)
    assert (first[0], sorted(read)) == (0, sorted(ARCHIVES))

    read.clear()
    assert (look(capsys), read) == (first, [])
    SEEN.unlink()
    assert (look(capsys), read) == (first, list(ARCHIVES))


def test_all_reads_each_archive_and_says_the_same(
    club: Path, capsys: pytest.CaptureFixture[str], read: list[str]
) -> None:
    first = look(capsys)
    read.clear()

    assert (look(capsys, *ARCHIVES, "--all"), read) == (first, list(ARCHIVES))


def test_all_of_some_keeps_what_is_known_of_the_others(
    club: Path, capsys: pytest.CaptureFixture[str], read: list[str]
) -> None:
    look(capsys)
    look(capsys, ARCHIVES[0], "--all")
    read.clear()
    look(capsys)

    assert read == []


@posix
def test_another_archive_of_the_same_size_and_time_is_read(
    club: Path, capsys: pytest.CaptureFixture[str], read: list[str]
) -> None:
    """Whoever sets its time back leaves that of its entry on the disk."""
    look(capsys)
    before = Path("cards-2p.zip").stat()
    data = Path("cards-2p.zip").read_bytes()
    Path("cards-2p.zip").write_bytes(data.replace(b"\nstep 7\n", b"\nstep 8\n", 1))
    os.utime("cards-2p.zip", ns=(before.st_atime_ns, before.st_mtime_ns))
    after = Path("cards-2p.zip").stat()
    assert (after.st_size, after.st_mtime_ns, after.st_ino) == (before.st_size, before.st_mtime_ns, before.st_ino)
    read.clear()
    code, lines, _ = look(capsys)

    damaged = next(line for line in lines.splitlines() if line.startswith("cards-2p.zip"))
    assert (code, set(read), "clean" in damaged) == (3, {"cards-2p.zip"}, False)


def test_what_was_changed_as_it_was_told_is_read_again(
    club: Path, capsys: pytest.CaptureFixture[str], read: list[str]
) -> None:
    """The clock of a disk may stand still for two seconds: who writes within them cannot be told apart."""
    first = look(capsys)
    age(SEEN, 0)
    read.clear()

    assert (look(capsys), read) == (first, list(ARCHIVES))


def test_what_changes_while_it_is_read_is_read_again(
    club: Path, capsys: pytest.CaptureFixture[str], read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:

    def report_on(*given: object, **more: object) -> object:
        with Path("ur-3p.zip").open("ab") as file:
            file.write(b"\0")
        return real_report(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(audit_many, "audit_table", report_on)
    look(capsys, "ur-3p.zip")

    assert not SEEN.exists()


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "\0", '["a",[1,2,3,4]]', '["a",[1,2,3,4],[["b",7]]]', "[" * 9000, '["a",[1,2,3,4],[],' * 9000],
)
def test_a_damaged_file_has_all_archives_read(
    club: Path, capsys: pytest.CaptureFixture[str], read: list[str], text: str
) -> None:
    first = look(capsys)
    whole = SEEN.read_bytes()
    SEEN.write_bytes(whole + text.encode() + b"\n" if text else b"")
    age(SEEN)
    read.clear()

    assert (look(capsys), read) == (first, list(ARCHIVES))
    assert sorted(SEEN.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_a_folder_in_its_place_is_said_when_all_is_done(
    club: Path, capsys: pytest.CaptureFixture[str], read: list[str]
) -> None:
    first = look(capsys)
    SEEN.unlink()
    SEEN.mkdir()
    read.clear()

    assert run(["audit", *ARCHIVES, "--index", "club.index"]) == 74
    assert (read, Path("club.index").read_bytes()) == (list(ARCHIVES), first[2])
    assert "club.index.seen" in capsys.readouterr().err


def test_a_digest_that_no_record_has_spares_no_audit(
    club: Path, capsys: pytest.CaptureFixture[str], read: list[str]
) -> None:
    first = look(capsys)
    lines = SEEN.read_text("utf-8").splitlines()
    SEEN.write_text("".join(f'{line.rpartition(chr(44))[0]},"{"A" * 44}"]]]\n' for line in lines), "utf-8")
    age(SEEN)
    read.clear()

    assert (look(capsys), read) == (first, list(ARCHIVES))


def test_a_folder_is_read_each_time_for_its_time_says_nothing_of_its_files(
    club: Path, capsys: pytest.CaptureFixture[str], read: list[str]
) -> None:
    shutil.copytree(ROOT / "examples" / "ur-3p", "ur-3p")
    look(capsys, "ur-3p")
    read.clear()
    look(capsys, "ur-3p")

    assert (read, SEEN.exists()) == (["ur-3p"], False)


def test_what_is_gone_is_forgotten(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    look(capsys)
    Path("ur-3p.zip").rename("older.zip")
    look(capsys, "older.zip")
    told = SEEN.read_text("utf-8")

    assert [name in told for name in ("ur-3p.zip", "older.zip", "cards-2p.zip")] == [False, True, True]


def test_all_goes_with_an_index(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", *ARCHIVES, "--all"]) == 2
    assert "--index FILE" in capsys.readouterr().err
