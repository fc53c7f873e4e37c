"""Files appear whole or not at all, whoever dies or writes beside."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.record import files
from referee.record.store import DataFolder, GameFolder, effects
from tests.needed_tools import posix
from tests.record.racing import FILES, race
from tests.record.store.disk import GAME, OTHER, STEP, PowerCut, count_effects, everything


def test_a_crash_at_any_change_leaves_the_old_state_or_the_new_one(
    tmp_path: Path, stop_at: Callable[[int, BaseException], list[str]]
) -> None:
    """Attacks 29, 126. A second run completes with the same bytes."""
    total = count_effects(lambda: GameFolder(tmp_path / "counted").commit("0017.step", STEP))
    for number in range(total):
        folder = GameFolder(tmp_path / f"game{number}")
        passed = stop_at(number, PowerCut())
        with pytest.raises(PowerCut):
            folder.commit("0017.step", STEP)
        effects.clear()

        assert everything(folder.path) in ({}, {"record/0017.step": STEP}), passed
        folder.commit("0017.step", STEP)
        assert everything(folder.path) == {"record/0017.step": STEP}
    assert total >= 5


def test_a_guard_is_the_old_one_or_the_new_one_after_a_crash(
    tmp_path: Path, stop_at: Callable[[int, BaseException], list[str]]
) -> None:
    prepared = DataFolder(tmp_path / "counted")
    prepared.write_guard(GAME, b"step 16")
    total = count_effects(lambda: prepared.write_guard(GAME, b"step 17"))
    for number in range(total):
        home = DataFolder(tmp_path / f"home{number}")
        home.write_guard(GAME, b"step 16")
        stop_at(number, PowerCut())
        with pytest.raises(PowerCut):
            home.write_guard(GAME, b"step 17")
        effects.clear()

        assert home.guard(GAME) in (b"step 16", b"step 17")
        assert set(everything(home.path)) == {f"games/{GAME}/guard"}
    assert total >= 4


KILLED = """
import os, sys
from pathlib import Path
from referee.record.store import GameFolder, effects
from tests.record.store.disk import STEP
left = int(sys.argv[2])
def hook(effect):
    global left
    if left == 0:
        os._exit(9)
    left -= 1
effects.append(hook)
GameFolder(Path(sys.argv[1])).commit("0017.step", STEP)
"""


@pytest.mark.parametrize("number", range(1, 6))
def test_a_killed_process_leaves_nothing_that_the_next_one_minds(tmp_path: Path, number: int) -> None:
    """The same with a real process: no `finally` runs, so its temporary file stays, and is swept away later."""
    folder = GameFolder(tmp_path / "game")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder.path), str(number)], check=False)
    whole = {name: data for name, data in everything(folder.path).items() if not name.endswith(".tmp")}

    assert killed.returncode == 9
    assert whole in ({}, {"record/0017.step": STEP})
    assert folder.record_names() in ((), ("0017.step",))
    folder.commit("0017.step", STEP)
    assert folder.read("0017.step") == STEP


@posix
def test_what_a_killed_process_left_is_swept_away(folder: GameFolder) -> None:
    folder.commit("0016.step", STEP)
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = folder.path / "record" / f".0017.step.{files._machine()}-{dead.pid}-1.tmp"
    left.write_bytes(b"half a no")
    folder.commit("0018.step", STEP)

    assert set(everything(folder.path)) == {"record/0016.step", "record/0018.step"}


LIVE = f"{os.getppid()}-1"


@pytest.mark.parametrize(
    ("writer", "age", "stays"),
    [
        (f"{files._machine()}-{LIVE}", 0, True),
        (f"{files._machine()}-{LIVE}", 300, False),
        ("00000000-99999999-1", 0, True),
        ("00000000-99999999-1", 300, False),
    ],
    ids=["live", "live for too long", "of another machine", "of another machine long ago"],
)
@pytest.mark.parametrize("work", ["commit", "replace"])
def test_what_another_process_still_writes_is_not_swept_away(
    folder: GameFolder, writer: str, age: int, stays: bool, work: str
) -> None:
    """F8: its temporary file is swept only when nobody can be writing it any more."""
    folder.commit("0016.step", STEP)
    path = folder.path / "record" / "0017.step"
    other = path.with_name(f".0017.step.{writer}.tmp")
    other.write_bytes(b"half a no")
    os.utime(other, (other.stat().st_atime, other.stat().st_mtime - age))
    if work == "commit":
        folder.commit("0017.step", STEP)
    else:
        files.replace_file(path, STEP, 0o644)

    assert (path.read_bytes(), other.exists()) == (STEP, stays)


@pytest.mark.parametrize("work", ["commit", "replace"])
def test_a_folder_that_may_be_written_but_not_listed_is_written(
    folder: GameFolder, work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others left there cannot be found, which is no reason to refuse."""
    folder.commit("0016.step", STEP)
    path = folder.path / "record" / "0017.step"

    def forbidden(_: object) -> None:
        raise PermissionError

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", forbidden)
        if work == "commit":
            folder.commit("0017.step", STEP)
        else:
            files.replace_file(path, STEP, 0o644)

    assert path.read_bytes() == STEP


def test_threads_of_one_process_do_not_take_each_others_files_away(folder: GameFolder) -> None:
    """F8: a name for each process and thread, so that both writers of one letter succeed."""

    def write(number: int) -> None:
        for _ in range(40):
            folder.write_letter("0017.txt", b"%d\n" % number)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))

    assert [*everything(folder.path)] == ["letters/0017.txt"]


def test_of_two_processes_with_one_text_each_file_is_written_once(tmp_path: Path) -> None:
    """Attacks 29, 127."""
    said = race(tmp_path / "game", STEP, STEP)

    assert [sorted(pair) for pair in zip(*said, strict=True)] == [["same", "won"]] * FILES
    assert set(everything(tmp_path / "game").values()) == {STEP}


def test_of_two_processes_with_different_texts_one_wins_and_the_other_is_told(tmp_path: Path) -> None:
    said = race(tmp_path / "game", STEP, OTHER)
    kept = everything(tmp_path / "game")

    assert [sorted(pair) for pair in zip(*said, strict=True)] == [["lost", "won"]] * FILES
    for number, first in enumerate(said[0], start=1):
        assert kept[f"record/{number:04d}.step"] == (STEP if first == "won" else OTHER)


@posix
def test_a_file_is_on_the_disk_before_it_has_its_name_and_its_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack 126: a power cut takes what was only said to be written."""
    folder, named = GameFolder(tmp_path), tmp_path / "record" / "0017.step"
    folder.commit("0016.step", STEP)  # the folder itself is new, and synced for that
    synced: list[tuple[bool, bool]] = []
    monkeypatch.setattr(os, "fsync", lambda at: synced.append((stat.S_ISDIR(os.fstat(at).st_mode), named.exists())))

    folder.commit("0017.step", STEP)

    assert synced[0] == (False, False)
    assert synced[-1] == (True, True)
