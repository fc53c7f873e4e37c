"""The names for other programs, used as a stranger's program would use them, and the page that promises them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee import api
from referee.kernel.errors import FileTrouble, RefereeError, Unreadable

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


def test_nothing_is_written_and_a_missing_folder_is_a_refusal(tmp_path: Path) -> None:
    with pytest.raises((FileTrouble, RefereeError)):
        api.audit(api.read(tmp_path / "nothing"))

    assert list(tmp_path.iterdir()) == []
