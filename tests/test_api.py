"""The names for other programs, used as a stranger's program would use them, and the page that promises them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, make_archive

import msgspec
import pytest

from referee import api
from referee.kernel import errors
from referee.kernel.errors import Unreadable

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")


def test_the_page_names_what_the_module_offers_and_nothing_else() -> None:
    assert sorted(set(re.findall(r"^### `(\w+)", PAGE, re.MULTILINE))) == sorted(api.__all__)


def test_the_program_of_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (printed,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "examples").symlink_to(EXAMPLES)
    command, here = [sys.executable, "-c", program], {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=here, capture_output=True, text=True, check=False)

    assert (done.stderr, done.stdout) == ("", printed)


@pytest.mark.parametrize(
    ("example", "verdict", "stage"),
    [("tigris-4p", "clean", "over"), ("tigris-running", "in progress", "playing"), ("ur-3p", "clean", "over")],
)
def test_a_stranger_reads_audits_and_sees_where_a_game_stands(example: str, verdict: str, stage: str) -> None:
    game = api.read(EXAMPLES / example)

    assert (api.audit(game).verdict, api.status(game).stage) == (verdict, stage)


def test_a_replay_tells_every_step_and_ends_where_the_game_stands() -> None:
    game = api.read(EXAMPLES / "ur-3p")
    steps = list(api.replay(game, "it"))

    assert [step.number for step in steps] == list(range(len(steps)))
    assert steps[-1].number == api.status(game).step
    assert steps[-1].state["ending"]


def test_a_note_of_the_record_proves_nothing_and_a_text_without_a_note_is_refused() -> None:
    game = api.read(EXAMPLES / "ur-3p")
    (first, *_) = api.judge(game, [game.record["0001.step"]])

    assert not first.upheld
    with pytest.raises(Unreadable):
        api.judge(game, [b"hello"])


def test_what_is_missing_or_no_game_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(api.FileTrouble) as missing:
        api.read(tmp_path / "nothing")
    assert missing.value.code == "nothing-there"
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "0001-anna-0a1b2c3d.txt").write_bytes((EXAMPLES / "ur-3p/record/0001.step").read_bytes())
    with pytest.raises(api.NoGame):
        api.read(tmp_path / "shared")
    (tmp_path / "text").write_bytes(b"hello")
    with pytest.raises(api.Unreadable):
        api.read(tmp_path / "text")

    assert sorted(path.name for path in tmp_path.rglob("*")) == ["0001-anna-0a1b2c3d.txt", "shared", "text"]


@pytest.mark.parametrize("kind", ["zip", "tar", "gztar"])
def test_a_game_in_an_archive_is_read_as_its_folder_is(tmp_path: Path, kind: str) -> None:
    path = make_archive(str(tmp_path / "ur"), kind, EXAMPLES, "ur-3p")
    packed, laid = api.read(path), api.read(EXAMPLES / "ur-3p")

    assert packed.record == laid.record
    assert api.audit(packed) == api.audit(laid)
    assert api.status(packed) == api.status(laid)
    assert list(api.replay(packed)) == list(api.replay(laid))


def test_of_several_games_in_one_archive_none_is_chosen(tmp_path: Path) -> None:
    for name in ("ur-3p", "tigris-running"):
        copytree(EXAMPLES / name / "record", tmp_path / "both" / name / "record")
    path = make_archive(str(tmp_path / "both"), "zip", tmp_path / "both")
    with pytest.raises(api.Unreadable) as refused:
        api.read(path)

    assert refused.value.code == "several-games-there"
    assert "ur-3p" in str(refused.value) and "tigris-running" in str(refused.value)


def test_a_game_is_shown_in_a_line() -> None:
    path = EXAMPLES / "ur-3p"
    game = api.read(path)
    files, beside = len(game.record), len(game.beside)

    assert repr(game) == f"Game(path={str(path)!r}, record={files} files, beside={beside} files)"


@pytest.mark.parametrize("kind", [api.Game, api.Step, api.Report, api.Status, api.Verdict])
def test_the_page_names_every_field(kind: type[msgspec.Struct]) -> None:
    part = PAGE.partition(f"### `{kind.__name__}`\n")[2].partition("\n#")[0]

    assert set(kind.__struct_fields__) <= set(re.findall(r"`(\w+)`", part))


def test_refusals_are_named_by_the_module() -> None:
    for name in ("Unreadable", "NotAuthentic", "OutOfOrder", "IllegalMove", "FileTrouble", "Unsupported"):
        assert getattr(api, name) is getattr(errors, name)
        assert issubclass(getattr(api, name), api.RefereeError)
