"""What tests type is done by copies of one process: each does what a process from scratch does, and is one."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.forked_commands import Copy
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import COMMAND, converse, environment, run, started
from tests.needed_tools import posix

pytestmark = posix

TYPED: dict[str, tuple[tuple[str, ...], bytes, dict[str, str]]] = {
    "what is well": (("status",), b"", {}),
    "in another language": (("show",), b"", {"REFEREE_LANG": "it"}),
    "a wrong word": (("statsu",), b"", {}),
    "what comes in is read": (("receive", "-"), b"no note", {}),
    "no game is here": (("move", "--game", "nowhere"), b"", {}),
    "letters of no alphabet": (("try", "\udcff"), b"", {}),
}


@pytest.mark.parametrize("what", TYPED)
def test_a_copy_says_what_a_process_from_scratch_says(what: str, tmp_path: Path) -> None:
    words, stdin, more = TYPED[what]
    game, home = lay(tmp_path / "game", running().files), home_of(tmp_path, asked(running()))
    scratch = subprocess.run(
        [*COMMAND, *words], env=environment(home, **more), cwd=game, input=stdin, capture_output=True
    )

    assert run(words, home, cwd=game, stdin=stdin, **more) == (scratch.returncode, scratch.stdout, scratch.stderr)


def test_a_copy_is_a_process_that_can_be_killed(tmp_path: Path) -> None:
    game, home = lay(tmp_path / "game", running().files), home_of(tmp_path, asked(running()))
    coming, never = os.pipe()
    with (tmp_path / "said").open("wb") as said:
        process = started(["receive", "-"], environment(home), game, (coming, said.fileno(), said.fileno()))
        alive = process.poll()
        process.kill()
        ended = process.wait(20)
    os.close(coming)
    os.close(never)

    assert isinstance(process, Copy) or not hasattr(os, "pidfd_open")
    assert (alive, ended, process.poll()) == (None, -9, -9)


def test_what_python_reads_at_its_start_makes_a_process_from_scratch(tmp_path: Path) -> None:
    with (tmp_path / "said").open("wb") as said:
        env = environment(tmp_path, PYTHONHASHSEED="1")
        process = started(["--version"], env, None, (0, said.fileno(), said.fileno()))

        assert (isinstance(process, subprocess.Popen), process.wait(20)) == (True, 0)


def test_a_copy_has_a_terminal_of_its_own(tmp_path: Path) -> None:
    """Ctrl-C at a question ends it as whoever typed it expects."""
    game, home = lay(tmp_path / "game", running().files), home_of(tmp_path, asked(running()))
    code, seen = converse(["move"], home, {">": "\x03"}, cwd=game)

    assert (code, seen.splitlines()[-1]) == (130, "referee: interrupted; no file was left half written")
