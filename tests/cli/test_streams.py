"""Streams that are closed, full or read by nobody: an exit code that says so, never a failure of the program."""

from __future__ import annotations

import os
import subprocess
from itertools import combinations
from pathlib import Path

import pytest

from tests.cli.games_on_disk import asked, home_of, running
from tests.cli.terminal import COMMAND, environment
from tests.long_runs import of
from tests.needed_tools import posix

MATCH = running()
WHO = asked(MATCH)
COMMANDS = ("", "status", "games", "move", "audit", "receive", "words", "log", "key list", "--help", "rule TE")
CLOSED = [" ".join(parts) for count in (1, 2, 3) for parts in combinations(("<&-", ">&-", "2>&-"), count)]

full = pytest.mark.needs("/dev/full")


def _typed(game: Path, words: str, streams: str) -> int:
    line = f'exec "$0" "$@" {streams}'
    env = environment(home_of(game.parent, WHO))
    return subprocess.run(
        ["sh", "-c", line, *COMMAND, *words.split()],
        cwd=game,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
        timeout=60,
    ).returncode


def _bugs(game: Path) -> list[Path]:
    return list(game.parent.rglob("bug-*"))


@posix
@pytest.mark.parametrize("words", COMMANDS)
def test_a_closed_stream_is_as_if_nobody_were_there(game: Path, words: str) -> None:
    usual = _typed(game, words, "")
    for streams in CLOSED if words in of(("move",), ("status", "move")) else CLOSED[-1:]:
        assert _typed(game, words, streams) == usual, streams

    assert usual != 70
    assert _bugs(game) == []


@posix
@full
@pytest.mark.parametrize(
    ("words", "streams", "code"),
    [
        ("status", ">/dev/full", 74),
        ("status --json", ">/dev/full", 74),
        ("audit", ">/dev/full", 74),
        ("status", ">/dev/full 2>/dev/full", 74),
        ("receive", "2>/dev/full", 74),
        ("log 77", ">/dev/full 2>/dev/full", 74),
    ],
)
def test_a_stream_that_cannot_be_written_is_trouble_of_a_file(game: Path, words: str, streams: str, code: int) -> None:
    assert _typed(game, words, streams) == code
    assert _bugs(game) == []


@posix
@pytest.mark.parametrize("words", ["audit .", "status", "log", "--help", "audit . --json"])
def test_a_reader_who_has_gone_is_told_by_an_exit_code_of_its_own(game: Path, words: str) -> None:
    """An audit that nobody read to its end has not found a fault; exit 1 says that one has."""
    reader, writer = os.pipe()
    os.close(reader)
    env = environment(home_of(game.parent, WHO))
    done = subprocess.run(
        [*COMMAND, *words.split()], cwd=game, env=env, stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)

    assert (done.returncode, done.stderr) == (141, b"")
    assert _bugs(game) == []


@posix
@full
def test_what_is_full_is_named_where_it_can_be_told(game: Path) -> None:
    env = environment(home_of(game.parent, WHO))
    with Path("/dev/full").open("wb") as device:
        done = subprocess.run(
            [*COMMAND, "status"], cwd=game, env=env, stdout=device, stderr=subprocess.PIPE, check=False
        )

    assert (done.returncode, done.stderr) == (74, b"referee: stdout: no space left on device\n")
