"""Keys are read by their owner alone, and only where nobody else may put files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.store import DataFolder
from tests.needed_tools import posix
from tests.record.examples import key_of
from tests.record.store.disk import ANNA, GAME, everything


def test_a_key_is_kept_and_read_back(home: DataFolder) -> None:
    path = home.write_key("anna", *ANNA)

    assert (home.keys(), home.read_key("anna")) == (("anna",), ANNA[0])
    assert path.with_name("anna.pub").read_text() == ANNA[1] + "\n"
    assert everything(home.path) == {
        ".gitignore": b"*\n",
        "keys/anna": ANNA[0],
        "keys/anna.pub": f"{ANNA[1]}\n".encode(),
    }


def test_a_key_is_never_written_over(home: DataFolder) -> None:
    home.write_key("anna", *ANNA)
    with pytest.raises(OutOfOrder, match="anna already"):
        home.write_key("anna", format_private(key_of("bert"), "bert"), format_public(key_of("bert").public, "bert"))

    assert home.read_key("anna") == ANNA[0]


@posix
def test_secrets_are_for_their_owner_only(home: DataFolder) -> None:
    """Attack 69: whatever the umask says."""
    before = os.umask(0)
    try:
        home.write_key("anna", *ANNA)
        home.write_guard(GAME, b"step 17")
    finally:
        os.umask(before)
    modes = {
        str(path.relative_to(home.path.parent)): path.stat().st_mode & 0o777
        for path in [home.path, *home.path.rglob("*")]
    }

    assert modes == {
        "home": 0o700,
        "home/.gitignore": 0o600,
        "home/keys": 0o700,
        "home/keys/anna": 0o600,
        "home/keys/anna.pub": 0o644,
        "home/games": 0o700,
        f"home/games/{GAME}": 0o700,
        f"home/games/{GAME}/guard": 0o600,
    }


@posix
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o601])
def test_a_key_that_others_may_read_is_refused_with_the_remedy(home: DataFolder, mode: int) -> None:
    """Attack 69."""
    path = home.write_key("anna", *ANNA)
    path.chmod(mode)
    with pytest.raises(FileTrouble, match="other users can read") as trouble:
        home.read_key("anna")

    assert str(trouble.value.hint) == f"chmod 600 {path}"


@posix
def test_a_key_of_somebody_else_is_refused(home: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    home.write_key("anna", *ANNA)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(FileTrouble, match="belongs to someone else"):
        home.read_key("anna")


@posix
def test_a_key_behind_a_link_is_refused(home: DataFolder, tmp_path: Path) -> None:
    path = home.write_key("anna", *ANNA)
    path.rename(tmp_path / "moved")
    path.symlink_to(tmp_path / "moved")
    with pytest.raises(FileTrouble, match="symbolic link"):
        home.read_key("anna")


@pytest.mark.parametrize("bad", ["", "..", "../anna", "Anna", "anna.pub", "a/b", "-anna", "a" * 33, "anna\n"])
def test_no_other_name_names_a_key(home: DataFolder, bad: str) -> None:
    with pytest.raises(FileTrouble, match="not a valid file name here"):
        home.read_key(bad)


@posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o720, 0o702])
@pytest.mark.parametrize("part", ["", "keys", "games"])
def test_no_key_is_used_where_others_may_put_files(home: DataFolder, part: str, mode: int) -> None:
    """F12: else somebody could put another key, or another memory, in the place of the own one."""
    home.write_key("anna", *ANNA)
    home.write_guard(GAME, b"step 17")
    folder = home.path / part
    folder.chmod(mode)
    hints = []
    for work in (lambda: home.read_key("anna"), lambda: home.write_key("bert", *ANNA), home.locked(GAME).__enter__):
        with pytest.raises(FileTrouble, match="others can put files into this private folder") as trouble:
            work()
        hints.append(trouble.value.hint)

    assert hints == [Sentence("chmod-700", path=folder)] * 3
    folder.chmod(0o700)
    assert home.read_key("anna") == ANNA[0]


@posix
@pytest.mark.needs("root")
@pytest.mark.parametrize("part", ["", "keys", "games"])
def test_no_key_is_used_in_a_folder_of_somebody_else(home: DataFolder, part: str) -> None:
    """Finding F12."""
    home.write_key("anna", *ANNA)
    home.write_guard(GAME, b"step 17")
    os.chown(home.path / part, 4242, 4242)

    with pytest.raises(FileTrouble, match="this private folder belongs to someone else"):
        home.read_key("anna")


@posix
def test_a_folder_that_others_may_only_read_is_used_and_told(home: DataFolder) -> None:
    """F12: every file in it that is secret is closed by its own mode."""
    home.write_key("anna", *ANNA)
    closed = home.open_to_readers()
    (home.path / "keys").chmod(0o755)

    assert (closed, home.open_to_readers(), home.read_key("anna")) == (None, home.path / "keys", ANNA[0])
