"""The file layer where a call is missing that one of Linux, macOS and Windows lacks: everything has its twin.

Each case is a Python of its own from which these calls were taken before the program was imported.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.kernel.errors import FileTrouble
from referee.record import files
from tests.cli.terminal import inside
from tests.needed_tools import posix

pytestmark = posix  # where another system is played; Windows is itself

ROOT = Path(__file__).resolve().parents[2]

TAKEN = '''
import os, sys

system, *missing = sys.argv[2:]

class Os:
    """The module os as this system has it."""
    name = system
    def __getattr__(self, wanted):
        if wanted in missing:
            raise AttributeError(wanted)
        return getattr(os, wanted)

for module in ("fcntl", "resource", "termios", "pwd", "grp", "pty", "readline"):
    if module in missing:
        sys.modules[module] = None

from pathlib import Path
from referee.kernel.errors import RefereeError
from referee.record import files, store
files.os = Os()

def said(work):
    try:
        return work()
    except RefereeError as refusal:
        return refusal.code

def rename_as_windows(self, target, rename=Path.rename):
    if Path(target).exists():
        raise FileExistsError(17, "file exists", str(target))
    return rename(self, target)

if system == "nt":
    Path.rename = rename_as_windows

place = Path(sys.argv[1])
folder, home = store.GameFolder(place / "game"), store.DataFolder(place / "home")
STEP = b"one\\n"
print(said(lambda: folder.commit("0001.step", STEP)), said(lambda: folder.commit("0001.step", STEP)))
print(said(lambda: folder.commit("0001.step", b"two\\n")), folder.read("0001.step"), folder.record_names())
home.write_key("anna", b"private\\n", "public")
print(home.keys(), home.read_key("anna"), said(lambda: home.write_key("anna", b"other\\n", "public").name))
home.write_guard("g" * 43, b"seen")
home.write_guard("g" * 43, b"more")
print(home.guard("g" * 43), folder.write_letter("0001.txt", b"x").name, folder.has_letter("0001.txt"))
folder.write_pending("wait.note", b"x")
folder.drop_pending("wait.note")
print(folder.list_pending(), said(lambda: files.read_file(place, 10)))
print(sorted(path.name for path in place.rglob("*") if path.name.endswith(".tmp")))
'''

WINDOWS = ("nt", "link", "symlink", "fchmod", "geteuid", "getuid", "O_NOFOLLOW", "O_NONBLOCK", "uname", "kill", "fcntl")
SYSTEMS = {
    "Linux": ("posix",),
    "a Python without links": ("posix", "link"),
    "a Python without symbolic links": ("posix", "symlink", "O_NOFOLLOW"),
    "no O_NONBLOCK": ("posix", "O_NONBLOCK"),
    "no modes through a descriptor": ("posix", "fchmod"),
    "no name of the machine": ("posix", "uname"),
    "macOS": ("posix", "sched_getaffinity", "O_BINARY"),
    "Windows": WINDOWS,
}


def done(system: str, place: Path) -> str:
    run = subprocess.run(
        [sys.executable, "-c", TAKEN, str(place), *SYSTEMS[system]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stdout + run.stderr[-1500:]


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "Linux"])
def test_files_are_kept_as_on_linux_on(system: str, tmp_path: Path) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()

    assert done(system, tmp_path / "here") == done("Linux", tmp_path / "there")


def test_a_file_that_a_scanner_holds_for_a_moment_is_replaced_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = hold(monkeypatch, Path, "replace")
    files.replace_file(tmp_path / "guard", b"seen", 0o600)

    assert (held, (tmp_path / "guard").read_bytes()) == ([], b"seen")


def hold(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> list[PermissionError]:
    """On Windows, as it seems: the next three calls of a function find a file held. What is left of them."""
    held, done = [PermissionError(13, "held")] * 3, getattr(where, name)

    def scanned(*given: object, **more: object) -> object:
        if held:
            raise held.pop()
        return done(*given, **more)

    monkeypatch.setattr(where, name, scanned)
    monkeypatch.setattr(files, "_IS_WINDOWS", True)
    monkeypatch.setattr(files, "_PAUSE", 0)
    return held


def test_a_file_that_is_held_for_a_moment_is_read_and_removed_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "0001.step"
    path.write_bytes(b"one")
    opening = hold(monkeypatch, files.os, "open")
    found = files.read_file(path, 10)
    removing = hold(monkeypatch, Path, "unlink")
    files.remove_file(path)

    assert (found, opening, removing, path.exists()) == (b"one", [], [], False)


def test_a_name_is_given_on_windows_to_a_file_that_is_held_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = hold(monkeypatch, Path, "rename")
    (tmp_path / "temp").write_bytes(b"one")
    monkeypatch.setattr(files, "os", SimpleNamespace(**{**vars(os), "name": "nt"}))
    new = files._rename_to_free_name(tmp_path / "temp", tmp_path / "0001.step")

    assert (new, held, (tmp_path / "0001.step").exists()) == (True, [], True)


def test_what_is_denied_for_good_is_told_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_IS_WINDOWS", True)
    monkeypatch.setattr(files, "_PAUSE", 0)
    monkeypatch.setattr(files.os, "open", lambda *given: (_ for _ in ()).throw(PermissionError(13, "denied")))
    with pytest.raises(FileTrouble, match="permission denied"):
        files.read_file(tmp_path / "0001.step", 10)


@pytest.mark.parametrize("name", ["con", "nul", "aux", "prn", "com1", "lpt9"])
def test_no_key_has_the_name_of_a_device(name: str, tmp_path: Path) -> None:
    """Windows would write it to a printer."""
    code, _, errors = inside(["key", "new", name], tmp_path / "home", tmp_path)

    assert (code, errors.splitlines()[0]) == (3, f"referee: {name} is the name of a device on Windows")
    assert list(tmp_path.iterdir()) == []


def test_the_whole_program_is_imported_where_only_posix_has_a_module() -> None:
    code = (
        "import sys, pkgutil, importlib, referee\n"
        "missing = 'fcntl resource termios pwd grp pty readline tty'.split()\n"
        "sys.modules.update(dict.fromkeys(missing))\n"
        "names = [m.name for m in pkgutil.walk_packages(referee.__path__, 'referee.') if 'main' not in m.name]\n"
        "print(len([importlib.import_module(name) for name in names]) > 200)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (run.stdout, run.stderr) == ("True\n", "")
