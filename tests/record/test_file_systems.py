"""Real and imitated file systems that lack something: links, room, permission to write.

Some need a machine on which a test may mount; elsewhere these are skipped by name, and the imitated ones remain.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.record.store import DataFolder, GameFolder, effects
from tests.needed_tools import lack, need, posix
from tests.record.racing import FILES, race
from tests.record.store.disk import ANNA, GAME, OTHER, STEP, everything

REFUSALS = (errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)


@pytest.fixture(params=[*(errno.errorcode[number] for number in dict.fromkeys(REFUSALS)), "AttributeError"])
def without_links(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that refuses hard links in this way, or a Python that has none."""

    def refuse(*_: object, **__: object) -> NoReturn:
        if request.param == "AttributeError":
            raise AttributeError("module 'os' has no attribute 'link'")
        number = getattr(errno, request.param)
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "link", refuse)


@pytest.mark.usefixtures("without_links")
def test_a_file_appears_where_there_are_no_links(tmp_path: Path) -> None:
    folder = GameFolder(tmp_path / "game")
    first, again = folder.commit("0017.step", STEP), folder.commit("0017.step", STEP)

    assert (first, again, everything(folder.path)) == (True, False, {"record/0017.step": STEP})


@pytest.mark.usefixtures("without_links")
def test_nothing_is_written_over_where_there_are_no_links(tmp_path: Path) -> None:
    folder = GameFolder(tmp_path / "game")
    folder.commit("0017.step", STEP)
    with pytest.raises(OutOfOrder, match=r"0017\.step already exists with different content"):
        folder.commit("0017.step", OTHER)

    assert everything(folder.path) == {"record/0017.step": STEP}


def test_a_file_is_read_to_its_end_where_it_comes_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As from a folder on another machine: a short read is no end."""
    folder, read = GameFolder(tmp_path), os.read
    folder.write_outbox("join-anna.note", STEP)
    monkeypatch.setattr(os, "read", lambda descriptor, size: read(descriptor, min(size, 7)))

    assert folder.read_outbox("join-anna.note") == STEP


@pytest.mark.usefixtures("without_links")
def test_a_key_is_made_where_there_are_no_links(tmp_path: Path) -> None:
    home = DataFolder(tmp_path / "home")
    home.write_key("anna", *ANNA)

    assert home.read_key("anna") == ANNA[0]


def test_a_crash_where_there_are_no_links_leaves_the_old_state_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "link")
    seen: list[str] = []
    with hooked(seen.append):
        GameFolder(tmp_path / "counted").commit("0017.step", STEP)
    found = []
    for number in range(len(seen)):
        folder, left = GameFolder(tmp_path / f"game{number}"), iter(range(number))

        def stop(_: str, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise KeyboardInterrupt

        with hooked(stop), pytest.raises(KeyboardInterrupt):
            folder.commit("0017.step", STEP)
        found.append(everything(folder.path))
        folder.commit("0017.step", STEP)
        assert everything(folder.path) == {"record/0017.step": STEP}

    assert "rename 0017.step" in seen
    assert all(state in ({}, {"record/0017.step": STEP}) for state in found)


class hooked:
    """While the block runs, `hook` is told of every change on disk."""

    def __init__(self, hook: Callable[[str], None]) -> None:
        self.hook = hook

    def __enter__(self) -> None:
        effects[:] = [self.hook]

    def __exit__(self, *_: object) -> None:
        effects.clear()


@posix  # where folders are locked; Windows refuses to rename onto a file
def test_of_two_processes_one_wins_where_there_are_no_links(tmp_path: Path) -> None:
    said = race(tmp_path, STEP, OTHER, links=False)
    kept = everything(tmp_path)

    assert [sorted(pair) for pair in zip(*said, strict=True)] == [["lost", "won"]] * FILES
    for number, first in enumerate(said[0], start=1):
        assert kept[f"record/{number:04d}.step"] == (STEP if first == "won" else OTHER)


@posix
@pytest.mark.parametrize("what", ["key", "folder"])
def test_on_a_disk_that_knows_no_owners_it_is_said_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """As FAT and the disks of Windows show everything to WSL: 0777, whatever is set."""
    home = DataFolder(tmp_path / "home")
    home.write_key("anna", *ANNA)
    before = everything(tmp_path)
    looked, held = Path.stat, os.fstat

    def open_to_all(found: os.stat_result) -> os.stat_result:
        return os.stat_result((found.st_mode | 0o777, *found[1:]))

    monkeypatch.setattr(os, "fstat", lambda descriptor: open_to_all(held(descriptor)))
    if what == "folder":
        monkeypatch.setattr(Path, "stat", lambda path, **more: open_to_all(looked(path, **more)))
    with pytest.raises(FileTrouble) as trouble:
        home.read_key("anna")

    assert (trouble.value.code, trouble.value.exit_code) == ("disk-without-owners", 74)
    assert trouble.value.hint is not None and "REFEREE_HOME" in str(trouble.value.hint)
    assert everything(tmp_path) == before


@posix
def test_on_any_other_disk_chmod_is_named_and_nothing_is_changed(tmp_path: Path) -> None:
    home = DataFolder(tmp_path / "home")
    path = home.write_key("anna", *ANNA)
    path.chmod(0o644)
    with pytest.raises(FileTrouble) as trouble:
        home.read_key("anna")

    assert (trouble.value.code, str(trouble.value.hint)) == ("file-open-to-read", f"chmod 600 {path}")
    assert path.stat().st_mode & 0o777 == 0o644
    assert [one.name for one in path.parent.iterdir() if one.name.startswith(".")] == []


# Real ones


def _system(*command: str) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """A function that mounts something and gives the place; or skips, with what could not be mounted."""
    places: list[Path] = []

    def mount(what: str, *options: str) -> Path:
        place = tmp_path / "mounted"
        place.mkdir()
        if os.name != "posix" or os.geteuid() != 0 or not _system("mount", *options, str(place)):
            lack(f"a mounted {what.removeprefix('a ')}")
        places.append(place)
        return place

    yield mount
    for place in places:
        _system("umount", "--lazy", str(place))


def test_a_file_appears_on_a_real_file_system_without_links(mounted: Callable[..., Path], tmp_path: Path) -> None:
    need("mount", "mkfs.vfat")
    image = tmp_path / "image"
    image.write_bytes(bytes(2**21))
    assert _system("mkfs.vfat", str(image))
    folder = GameFolder(mounted("a vfat image", "-o", "loop", str(image)))
    said = [folder.commit("0017.step", STEP), folder.commit("0017.step", STEP)]
    with pytest.raises(OutOfOrder):
        folder.commit("0017.step", OTHER)

    assert (said, everything(folder.path)) == ([True, False], {"record/0017.step": STEP})


def test_on_a_real_disk_without_owners_it_is_said_what_helps(mounted: Callable[..., Path], tmp_path: Path) -> None:
    need("mount", "mkfs.vfat")
    image = tmp_path / "image"
    image.write_bytes(bytes(2**21))
    assert _system("mkfs.vfat", str(image))
    home = DataFolder(mounted("a vfat image", "-o", "loop,umask=000", str(image)) / "home")
    with pytest.raises(FileTrouble) as trouble:
        home.write_key("anna", *ANNA)
        home.read_key("anna")

    assert trouble.value.code == "disk-without-owners"


def test_a_full_disk_is_one_sentence_and_the_next_run_goes_on(mounted: Callable[..., Path]) -> None:
    place = mounted("a small tmpfs", "-t", "tmpfs", "-o", "size=64k", "tmpfs")
    folder, home = GameFolder(place / "game"), DataFolder(place / "home")
    folder.commit("0016.step", STEP)
    home.write_guard(GAME, b"step 16")
    before = everything(place)
    fill = place / "fill"
    with fill.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        while True:
            file.write(bytes(4096))
    said = []
    for work in (lambda: folder.commit("0017.step", STEP), lambda: home.write_guard(GAME, b"step 17")):
        with pytest.raises(FileTrouble, match="no space left on device") as trouble:
            work()
        said.append(trouble.value.exit_code)
    fill.unlink()

    assert (said, everything(place)) == ([74, 74], before)
    home.write_guard(GAME, b"step 17")
    assert (folder.commit("0017.step", STEP), home.guard(GAME)) == (True, b"step 17")


def test_a_file_system_that_is_read_only_is_one_sentence(mounted: Callable[..., Path]) -> None:
    place = mounted("a small tmpfs", "-t", "tmpfs", "-o", "size=64k", "tmpfs")
    folder, home = GameFolder(place / "game"), DataFolder(place / "home")
    folder.commit("0016.step", STEP)
    home.write_guard(GAME, b"step 16")
    before = everything(place)
    if not _system("mount", "-o", "remount,ro", str(place)):
        lack("a tmpfs that is made read-only")
    for work in (lambda: folder.commit("0017.step", STEP), home.locked(GAME).__enter__):
        with pytest.raises(FileTrouble, match="read-only file system") as trouble:
            work()
        assert trouble.value.exit_code == 74

    assert everything(place) == before
    _system("mount", "-o", "remount,rw", str(place))
    assert folder.commit("0017.step", STEP)


@pytest.mark.needs("a user whom permissions bind")
def test_a_folder_without_permission_is_one_sentence(tmp_path: Path) -> None:
    folder = GameFolder(tmp_path / "game")
    folder.commit("0016.step", STEP)
    record = folder.path / "record"
    record.chmod(0o555)
    try:
        with pytest.raises(FileTrouble, match="permission denied"):
            folder.commit("0017.step", STEP)
    finally:
        record.chmod(0o755)

    assert folder.commit("0017.step", STEP)
