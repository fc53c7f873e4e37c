"""Files under the eyes of somebody else: swapped between check and use, or looked at while they are being written."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.kernel.errors import FileTrouble
from referee.record.store import DataFolder, GameFolder, effects
from tests.needed_tools import posix
from tests.record.examples import key_of, name

pytestmark = posix


def swap_after(moment: str, path: Path, other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put `other` in the place of `path` just after this function of the system has looked at it."""
    real = getattr(os, moment)

    def looked(*arguments: object, **more: object) -> object:
        seen = real(*arguments, **more)
        if other.is_symlink() or other.exists():
            other.replace(path)
        return seen

    monkeypatch.setattr(os, moment, looked)


@pytest.mark.parametrize("moment", ["open", "fstat"])
def test_a_file_that_is_swapped_while_it_is_read_is_the_one_that_was_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Attack 64: it is opened once, and looked at and read through that."""
    folder, other = GameFolder(tmp_path / "game"), tmp_path / "other"
    folder.commit("ack-anna.note", b"the one that was checked\n")
    path = folder.path / "record" / "ack-anna.note"
    other.write_bytes(b"the one that was put in its place\n")
    swap_after(moment, path, other, monkeypatch)

    assert folder.read("ack-anna.note") == b"the one that was checked\n"
    monkeypatch.undo()
    assert folder.read("ack-anna.note") == b"the one that was put in its place\n"


def test_a_private_file_swapped_for_one_that_others_may_read_is_still_the_private_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack 64, for a key: its owner and mode are those of what was opened."""
    home, other = DataFolder(tmp_path / "home"), tmp_path / "other"
    secret = format_private(key_of("anna"), "anna")
    path = home.write_key("anna", secret, format_public(key_of("anna").public, "anna"))
    other.write_bytes(b"another key\n")
    other.chmod(0o644)
    swap_after("open", path, other, monkeypatch)

    assert home.read_key("anna") == secret
    monkeypatch.undo()
    with pytest.raises(FileTrouble, match="other users can read"):
        home.read_key("anna")


@pytest.fixture
def seen_on_the_way() -> Iterator[list[tuple[Path, int]]]:
    """Files that are being written anywhere below the folders of this test, with their modes, at every change."""
    seen: list[tuple[Path, int]] = []
    yield seen
    effects.clear()


def test_what_is_written_on_the_way_to_a_secret_is_beside_it_and_for_its_owner_only(
    tmp_path: Path, seen_on_the_way: list[tuple[Path, int]]
) -> None:
    """Attack 74: whatever the umask says, and nothing in the folder for temporary files."""
    home = DataFolder(tmp_path / "home")
    before, shared = os.umask(0), set(Path(tempfile.gettempdir()).iterdir())
    final = {"anna", "anna.pub", "guard", ".gitignore", "lock"}

    def look(_: str) -> None:
        for path in tmp_path.rglob("*"):
            if path.is_file() and path.name not in final:
                seen_on_the_way.append((path, path.stat().st_mode & 0o777))

    effects.append(look)
    try:
        home.write_key("anna", format_private(key_of("anna"), "anna"), format_public(key_of("anna").public, "anna"))
        home.write_guard(name("game"), b"step 1")
        home.write_guard(name("game"), b"step 2")
    finally:
        os.umask(before)

    private = {(path.parent.name, mode) for path, mode in seen_on_the_way if ".pub." not in path.name}
    assert private == {("home", 0o600), ("keys", 0o600), (name("game"), 0o600)}
    new = set(Path(tempfile.gettempdir()).iterdir()) - shared
    assert [path for path in new if "anna" in path.name or "guard" in path.name] == []
