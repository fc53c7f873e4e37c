"""Audits of several games by one command, run as a real process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from referee.audit.recompute import Report
from referee.kernel.errors import BrokenState
from referee.protocol.history import read_record
from referee.record import signature_threads
from referee.record.note import SignedNote
from referee.record.signature_threads import Checkers
from referee.record.sources import FoundRecord, records_at
from referee.service.audits import audit_many
from referee.service.audits.audit_table import AuditChecks
from tests.cli.terminal import inside
from tests.support.rehearse import Match, open_match, play_out

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-c", "from referee.cli.main import main; main()", "audit")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Ten folders: eight valid games, one whose third turn is not its own, one without a game."""
    folder = tmp_path_factory.mktemp("games")
    matches = [
        play_out(open_match("tigris", 3, f"audits {number}"), f"audits {number}", steps=6) for number in range(4)
    ]
    places = [_written(folder / f"sound-{number}", matches[number % 4]) for number in range(8)]
    broken = _written(folder / "broken", matches[0])
    shutil.copy(places[1] / "record" / "0003.step", broken / "record" / "0003.step")
    (folder / "empty").mkdir()
    return [*places[:5], broken, *places[5:], folder / "empty"]


def _written(folder: Path, match: Match) -> Path:
    (folder / "record").mkdir(parents=True)
    for name, data in match.files.items():
        (folder / "record" / name).write_bytes(data)
    return folder


def _audit(*arguments: str | Path) -> tuple[int, list[str], str]:
    run = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_HOME": str(ROOT / "nowhere")},
    )
    return run.returncode, run.stdout.splitlines(), run.stderr


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_several_folders_get_a_line_each_in_the_order_given(games: list[Path], jobs: str) -> None:
    code, lines, said = _audit("--jobs", jobs, *games)

    valid = "6 steps, coverage 1 of 5: game in progress, step 6; no fault found so far"
    expected = {place.name: f"{place}: {valid}" for place in games}
    expected["broken"] = (
        f"{games[5]}: 2 steps, coverage 1 of 5: FAULT 0003.step: not now: "
        "this step note is for another game, step or history"
    )
    expected["empty"] = f"{games[-1]}: there is no game here: the record has no charter.note"
    assert (code, lines, said) == (1, [expected[place.name] for place in games], "")


def test_with_json_every_line_is_one_report(games: list[Path]) -> None:
    code, lines, _said = _audit("--json", games[0], games[-1])
    valid, empty = map(json.loads, lines)

    assert (code, valid["verdict"], valid["step"], valid["folder"]) == (3, "in progress", 6, str(games[0]))
    assert empty == {
        "folder": str(games[-1]),
        "error": {
            "layer": "not understood",
            "exit": 3,
            "code": "no-game-here",
            "sentence": "there is no game here: the record has no charter.note",
            "rule": None,
            "at": None,
            "hint": None,
            "hint_code": None,
        },
    }


def test_sound_games_alone_end_with_zero(games: list[Path]) -> None:
    code, lines, _said = _audit(*games[:3])

    assert (code, len(lines)) == (0, 3)


def test_what_speaks_of_one_game_is_refused_for_several(games: list[Path]) -> None:
    code, lines, said = _audit("--game-id", "A" * 43, *games[:2])

    assert (code, lines) == (5, [])
    assert said == "referee: --game-id and --head are for a single game; there are 2 folders here\n"


def test_one_folder_still_gets_the_whole_page(games: list[Path]) -> None:
    code, lines, _said = _audit(games[0])

    assert (code, lines[0].split()[0], lines[-1].split(":")[0]) == (0, "Tigris", "audit")


def test_one_process_imports_no_machinery_for_many() -> None:
    found = subprocess.run(
        [sys.executable, "-c", f"import sys, {audit_many.__name__}; print('multiprocessing' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )

    assert found.stdout == "False\n"


def test_a_failure_on_one_folder_leaves_the_others_told(
    games: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F7: the folder says that it is our fault and which file to send; the exit code is 70, whatever the others say."""
    whole = audit_many.audit_table

    def fails_once(checks: AuditChecks, found: FoundRecord, **rest: Any) -> Report:
        if found in records_at(games[1]):
            raise IndexError("a secret value")
        return whole(checks, found, **rest)

    monkeypatch.setattr(audit_many, "audit_table", fails_once)
    code, out, said = inside(["audit", "--jobs", "1", games[0], games[1], games[5]], tmp_path / "home", tmp_path)
    first, second, third = out.splitlines()
    (report,) = (games[1] / "pending").glob("bug-*.zip")

    assert (code, said) == (70, "")
    assert first.startswith(f"{games[0]}: 6 steps")
    assert second.startswith(f"{games[1]}: could not be read: error in this program: IndexError at test_")
    assert f"; send {report} to the project: it opens as a game folder" in second
    assert "FAULT 0003.step" in third
    with ZipFile(report) as archive:
        assert "record/charter.note" in archive.namelist()
    assert "secret" not in out


def test_a_failure_on_one_folder_is_an_object_with_json(
    games: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(checks: AuditChecks, found: FoundRecord, **rest: Any) -> Report:
        raise BrokenState("a tile lies on two spaces")

    monkeypatch.setattr(audit_many, "audit_table", fails)
    code, out, _said = inside(["audit", "--json", "--jobs", "1", games[0], games[2]], tmp_path / "home", tmp_path)
    found = [json.loads(line) for line in out.splitlines()]

    assert code == 70
    assert [(line["folder"], line["error"]["layer"], line["error"]["exit"]) for line in found] == [
        (str(games[0]), "our fault", 70),
        (str(games[2]), "our fault", 70),
    ]


def test_one_game_is_checked_by_threads_and_several_are_not(
    games: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Processes share several games, and where one is forked no thread may run."""
    started: list[int] = []

    def counted(signed_notes: Sequence[SignedNote], threads: int) -> Checkers:
        started.append(threads)
        return Checkers(signed_notes, threads)

    monkeypatch.setattr(signature_threads, "Checkers", counted)
    monkeypatch.setattr(read_record, "_WORTH_THREADS", 1)
    monkeypatch.setattr("referee.service.audits.audit_many.core_count", lambda: 3)
    monkeypatch.setattr("referee.service.audits.audit_many.lets_go", lambda: True)
    one = inside(["audit", games[0]], tmp_path / "home", tmp_path)
    several = inside(["audit", "--jobs", "1", games[0], games[5]], tmp_path / "home", tmp_path)

    assert (one[0], several[0], started) == (0, 1, [2, 0, 0])


@pytest.mark.parametrize("lang", ["en", "it"])
def test_data_says_the_verdict_as_the_last_line_of_the_page_does(games: list[Path], tmp_path: Path, lang: str) -> None:
    """Of one game, and of each of several."""
    alone = [[*map(str, [game])] for game in games[4:6]]
    pages = [inside(["audit", *game, "--lang", lang], tmp_path / "home", tmp_path)[1].splitlines() for game in alone]
    one = [
        json.loads(inside(["audit", *game, "--json", "--lang", lang], tmp_path / "home", tmp_path)[1]) for game in alone
    ]
    together = inside(["audit", *map(str, games[4:6]), "--json", "--lang", lang], tmp_path / "home", tmp_path)[1]
    several = [json.loads(line) for line in together.splitlines()]

    assert [report["told"] for report in one] == [page[-1] for page in pages] == [report["told"] for report in several]
    assert len({page[-1] for page in pages}) == 2
