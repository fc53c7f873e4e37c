"""Guards and the lock of a game: one process at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.record import locks
from referee.record.store import DataFolder
from tests.needed_tools import posix
from tests.record.examples import name
from tests.record.store.disk import GAME


@pytest.mark.parametrize("bad", ["", "..", "../../x", GAME[:-1], GAME + "A", GAME[:-1] + "/", GAME + "\n"])
def test_a_game_is_named_by_its_whole_id(home: DataFolder, bad: str) -> None:
    """Attacks 62, 132: two games whose ids share a beginning have two guards."""
    with pytest.raises(FileTrouble, match="not a valid file name here"):
        home.write_guard(bad, b"step 17")


def test_guards_of_games_and_roles_stay_apart(home: DataFolder) -> None:
    home.write_guard(GAME, b"a")
    home.write_guard(GAME, b"b", "guard-anna")
    home.write_guard(name("other"), b"c")

    assert (home.guard(GAME), home.guard(GAME, "guard-anna"), home.guard(name("other"))) == (b"a", b"b", b"c")
    assert home.guard(name("third")) is None


LOCKED = """
import sys
from pathlib import Path
from referee.record import locks
from referee.kernel.errors import OutOfOrder
from referee.record.store import DataFolder
locks.PATIENCE = float(sys.argv[3])
try:
    with DataFolder(Path(sys.argv[1])).locked(sys.argv[2]):
        print("locked")
except OutOfOrder as refusal:
    print(refusal)
"""


@posix
def test_one_process_at_a_time_works_on_a_game(home: DataFolder) -> None:
    """Attack 29: the loser is told, and nobody waits for ever."""
    with home.locked(GAME):
        assert other(home, GAME) == "another process is using this game"
        assert other(home, name("other")) == "locked"
    assert other(home, GAME) == "locked"


@posix
def test_the_lock_of_a_system_without_flock_is_the_same_lock(home: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library that takes it there shuts out the others, and is shut out."""
    monkeypatch.setattr(locks, "PATIENCE", 0.1)
    with home.locked(GAME), monkeypatch.context() as elsewhere:
        elsewhere.setattr(locks, "fcntl", None)
        with pytest.raises(OutOfOrder), home.locked(GAME):
            raise AssertionError
        with home.locked(name("other")):
            assert other(home, name("other")) == "another process is using this game"
        assert other(home, name("other")) == "locked"


def other(home: DataFolder, game: str, patience: float = 0.2) -> str:
    """What another process says that wants the lock of a game."""
    command = [sys.executable, "-c", LOCKED, str(home.path), game, str(patience)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_a_process_waits_a_moment_for_another_one(home: DataFolder) -> None:
    with ThreadPoolExecutor(1) as thread:
        with home.locked(GAME):
            waiting = thread.submit(other, home, GAME, 60.0)
            assert not waiting.done()
        assert waiting.result() == "locked"


KILLED_WITH_THE_LOCK = """
import os, sys
from pathlib import Path
from referee.record.store import DataFolder
with DataFolder(Path(sys.argv[1])).locked(sys.argv[2]):
    os._exit(9)
"""


def test_a_lock_left_by_a_dead_process_never_blocks(home: DataFolder) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED_WITH_THE_LOCK, str(home.path), GAME], check=False)

    assert (killed.returncode, other(home, GAME, 0.0)) == (9, "locked")


@posix
def test_the_lock_is_the_owners_and_no_link_is_followed_to_it(home: DataFolder, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with home.locked(GAME):
            pass
    finally:
        os.umask(before)
    lock, target = home.path / "games" / GAME / "lock", tmp_path / "precious"
    mode = lock.stat().st_mode & 0o777
    target.write_bytes(b"precious")
    lock.unlink()
    lock.symlink_to(target)
    with pytest.raises(FileTrouble, match="symbolic links are not followed"), home.locked(GAME):
        pass

    assert (mode, target.read_bytes()) == (0o600, b"precious")
