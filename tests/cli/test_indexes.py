"""An index of audits: what has not changed is not audited again, and what stands there is what an audit says."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from referee.audit.game_index import IndexEntry, record_digest
from referee.cli.main import run
from referee.service.audits import audit_many
from tests.support import ROOT

EXAMPLES = ROOT / "examples"
NAMES = ("ur-3p", "cards-2p", "tigris-running")


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three games, and a home without keys."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        shutil.copytree(EXAMPLES / name, tmp_path / name)
    return tmp_path


def indexed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    """The exit code and the lines of an audit with the index `club.index`."""
    code = run(["audit", *words, "--index", "club.index"])
    return code, capsys.readouterr().out.splitlines()


def kept(club: Path) -> dict[str, IndexEntry]:
    """The entries of the index, by game."""
    lines = (club / "club.index").read_bytes().splitlines()
    return {entry.game: entry for entry in (msgspec.json.decode(line, type=IndexEntry) for line in lines)}


def audited(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The records that are audited from now on."""
    seen: list[str] = []
    real = audit_many.audit_table

    def report_on(checks: object, found: object, **rest: object) -> object:
        seen.append(record_digest(found.files))  # type: ignore[attr-defined]
        return real(checks, found, **rest)  # type: ignore[arg-type]

    monkeypatch.setattr(audit_many, "audit_table", report_on)
    return seen


def test_the_second_run_says_the_same_and_audits_nothing(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = indexed(capsys, *NAMES)
    before = (club / "club.index").read_bytes()
    seen = audited(monkeypatch)

    assert (indexed(capsys, *NAMES), seen, (club / "club.index").read_bytes()) == (first, [], before)
    assert first[0] == 0 and len(first[1]) == len(kept(club)) == len(NAMES)


def test_one_changed_byte_has_that_game_audited_and_named(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed(capsys, *NAMES)
    step = club / "cards-2p" / "record" / "0007.step"
    step.write_bytes(step.read_bytes().replace(b"\nstep 7\n", b"\nstep 8\n", 1))
    seen = audited(monkeypatch)
    code, lines = indexed(capsys, *NAMES)

    assert (code, len(seen)) == (1, 1)
    assert [line.partition(":")[0] for line in lines if "FAULT 0007.step" in line] == ["cards-2p"]


def test_a_game_with_a_fault_is_audited_each_time(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (club / "ur-3p" / "record" / "0007.step").unlink()
    first = indexed(capsys, *NAMES)
    seen = audited(monkeypatch)

    assert (indexed(capsys, *NAMES), len(seen)) == (first, 1)


def test_another_program_audits_again(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed(capsys, *NAMES)
    monkeypatch.setattr("referee.audit.game_index.ENGINE", "referee 99")
    seen = audited(monkeypatch)
    indexed(capsys, *NAMES)

    assert len(seen) == len(NAMES)


def test_a_game_that_went_on_has_one_line(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    newest = max((club / "tigris-running" / "record").glob("*.step"))
    later = newest.read_bytes()
    newest.unlink()
    indexed(capsys, *NAMES)
    before = {entry.steps for entry in kept(club).values()}
    newest.write_bytes(later)
    indexed(capsys, *NAMES)

    assert len(kept(club)) == len(NAMES)
    assert {entry.steps for entry in kept(club).values()} - before == {int(newest.stem)}


def test_with_json_a_line_is_the_entry(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (indexed(capsys, *NAMES, "--json")[1] for _ in range(2))
    found = [json.loads(line) for line in first]
    lines = (club / "club.index").read_text("utf-8").splitlines()

    assert first == second
    assert [entry.pop("folder") for entry in found] == list(NAMES)
    assert sorted(map(json.dumps, found)) == sorted(json.dumps(json.loads(line)) for line in lines)


def test_an_archive_is_spared_when_all_its_games_are_known(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.make_archive("both", "zip", club, ".")
    first = indexed(capsys, "both.zip")
    seen = audited(monkeypatch)

    assert (indexed(capsys, "both.zip"), seen, len(first[1])) == (first, [], len(NAMES))


def test_the_index_holds_for_any_reader(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A key at hand makes one reader see more; it is left out, and so is what only one of them knows."""
    keys = club / "home" / "keys"
    keys.mkdir(parents=True, mode=0o700)
    (club / "home").chmod(0o700)
    shutil.copy(EXAMPLES / "keys" / "anna", keys / "anna")
    (keys / "anna").chmod(0o600)
    indexed(capsys, "tigris-running")

    assert {entry.depth for entry in kept(club).values()} == {1}
    for option in (["--last-signatures"], ["--expect", "anna=SHA256:x"]):
        assert run(["audit", "ur-3p", "--index", "other.index", *option]) == 5
    assert not (club / "other.index").exists()


@pytest.mark.parametrize("line", ["a list of mine", "[1]", "{}", '{"game": 7}', '{"x":' * 9000, "\u2028"])
def test_what_is_no_index_is_refused_by_its_line_and_stays(
    club: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    (club / "club.index").write_text(f"{line}\n", "utf-8")
    code = run(["audit", "ur-3p", "--index", "club.index"])

    assert (code, (club / "club.index").read_text("utf-8")) == (3, f"{line}\n")
    assert "line 1" in capsys.readouterr().err


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_all_shards_together_are_the_whole(club: Path, capsys: pytest.CaptureFixture[str], count: int) -> None:
    run(["audit", *NAMES])
    whole = capsys.readouterr().out.splitlines()
    for part in range(1, count + 1):
        run(["audit", *NAMES, "--shard", f"{part}/{count}"])

    assert sorted(capsys.readouterr().out.splitlines()) == sorted(whole)


@pytest.mark.parametrize("shard", ["0/3", "4/3", "3", "1/0", "-1/3", "1/3/3", "one/two"])
def test_a_shard_that_there_is_not_is_refused(club: Path, shard: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", *NAMES, f"--shard={shard}"]) == 3
    assert shard in capsys.readouterr().err
