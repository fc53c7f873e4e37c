"""Trouble with a disk is a sentence, and nothing odd in a shared folder is ever read."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.record.note import FILE_LIMIT
from referee.record.store import GameFolder, effects, read_input
from tests.needed_tools import posix
from tests.record.store.disk import STEP, count_effects, everything


@posix
@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.ENOSPC, "no space left on device"),
        (errno.EROFS, "read-only file system"),
        (errno.EDQUOT, "quota exceeded"),
        (errno.EACCES, "permission denied"),
        (errno.EPERM, "operation not permitted"),
        (errno.EIO, "input/output error"),
    ],
)
def test_a_file_system_that_refuses_is_quoted_and_nothing_changes(
    folder: GameFolder, stop_at: Callable[[int, BaseException], list[str]], number: int, says: str
) -> None:
    """Attack 67: full, read-only, quota, no permission, no `link()` on a network share."""
    folder.commit("0016.step", STEP)
    for place in range(count_effects(lambda: GameFolder(folder.path.parent / "x").commit("0016.step", STEP)) - 3):
        stop_at(place, OSError(number, os.strerror(number)))
        with pytest.raises(FileTrouble, match=says) as trouble:
            folder.commit("0017.step", STEP)
        effects.clear()

        assert trouble.value.exit_code == 74
        assert everything(folder.path) == {"record/0016.step": STEP}


def test_a_missing_file_is_a_sentence(folder: GameFolder) -> None:
    with pytest.raises(FileTrouble, match="no such file"):
        folder.read("0017.step")
    with pytest.raises(FileTrouble, match="no such file"):
        read_input(folder.path / "mail")


def test_a_file_that_is_too_large_is_not_read(folder: GameFolder) -> None:
    """Attack 45: the size is known before anything is looked at, and no more than that is read."""
    folder.commit("0017.step", STEP)
    with (folder.path / "record/0017.step").open("r+b") as file:
        file.truncate(2**40)
    with pytest.raises(FileTrouble, match=f"more than {FILE_LIMIT} bytes"):
        folder.read("0017.step")


@posix
def test_nothing_odd_is_opened(folder: GameFolder, tmp_path: Path) -> None:
    """Attack 63: symbolic links, FIFOs, devices, a directory with the name of a file."""
    folder.commit("0001.step", STEP)
    record, secret = folder.path / "record", tmp_path / "secret"
    secret.write_bytes(b"secret")
    (record / "0002.step").symlink_to(secret)
    (record / "0003.step").symlink_to("nowhere")
    (record / "0004.step").symlink_to("0004.step")
    os.mkfifo(record / "0005.step")
    (record / "0006.step").mkdir()
    says = ["symbolic link", "symbolic link", "symbolic link", "not a regular file", "not a regular file"]

    for number, sentence in enumerate(says, 2):
        with pytest.raises(FileTrouble, match=sentence):
            folder.read(f"{number:04d}.step")
        with pytest.raises((FileTrouble, OutOfOrder)):
            folder.commit(f"{number:04d}.step", STEP)
    assert secret.read_bytes() == b"secret"


@posix
def test_a_part_of_the_folder_that_points_elsewhere_is_not_followed(folder: GameFolder, tmp_path: Path) -> None:
    """Attack 63: else a shared folder could send a record into somebody's home."""
    target = tmp_path / "elsewhere"
    target.mkdir()
    folder.path.mkdir()
    (folder.path / "record").symlink_to(target)
    for work in (lambda: folder.commit("0001.step", STEP), folder.record_names, lambda: folder.read("0001.step")):
        with pytest.raises(FileTrouble, match="symbolic link"):
            work()

    assert list(target.iterdir()) == []


@posix
def test_a_device_is_no_mail(tmp_path: Path) -> None:
    with pytest.raises(FileTrouble, match="not a regular file"):
        read_input("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileTrouble, match="not a regular file"):
        read_input(tmp_path / "pipe")


@posix
def test_a_mail_may_be_reached_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "mail").write_bytes(STEP)
    (tmp_path / "link").symlink_to(tmp_path / "mail")

    assert read_input(tmp_path / "link") == STEP
