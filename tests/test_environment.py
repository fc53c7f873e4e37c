"""The environment that the two commands of the README make for themselves: whole or not at all, of locked packages."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import environment
from scripts.environment import ROOT, UNFINISHED, halves, is_whole, make, program, unfinished
from tests.long_runs import of
from tests.needed_tools import PYTHON, cure, lack, posix

PACKAGE = re.compile(
    r"^[a-z0-9][\w.-]*==\S+(?: ; [^\\\n]+)? \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", re.MULTILINE
)
"""A pinned package, for which systems if not for all, and its hashes."""
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_each_half_of_a_lock_file_is_one_and_both_are_the_whole(lock: Path) -> None:
    whole = lock.read_text("utf-8")
    first, second = (PACKAGE.findall(half) for half in halves(whole))

    assert sorted(first + second) == sorted(PACKAGE.findall(whole))
    assert len(first + second) == len(re.findall(r"^[a-z0-9]", whole, re.MULTILINE))
    assert abs(len(first) - len(second)) <= 1


def test_there_are_lock_files() -> None:
    assert len(LOCKS) > 4


# --- a Python that is too old ---------------------------------------------------------------------

DOORS = ("demo.py", "test.py", "oldest.py")
"""What every Python has to be able to read."""
OLD = ("2.7", "3.6", "3.9", "3.10")
NEW = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.AsyncFunctionDef, ast.Nonlocal, ast.FunctionDef, ast.Starred)
"""What some Python before 3.11 cannot read: a function would have annotations here."""


def python_of(version: str) -> str:
    """A Python of this version that starts; else the test is skipped."""
    places = [f"python{version}", *Path.home().glob(f".pyenv/versions/{version}.*/bin/python")]
    for place in filter(None, map(shutil.which, places)):
        said = subprocess.run([place, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True)
        if said.stdout.decode().strip() == version:
            return str(place)
    return lack(f"Python {version}")


@pytest.mark.parametrize("version", OLD)
@pytest.mark.parametrize("door", ["demo.py", "test.py"])
def test_an_old_python_is_told_in_a_sentence_what_is_needed(door: str, version: str) -> None:
    done = subprocess.run([python_of(version), "-B", f"scripts/{door}"], cwd=ROOT, capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(rf"referee needs Python 3\.11 or newer; this is {version}\.\d+\+?\n", done.stderr)


@pytest.mark.parametrize("door", DOORS)
def test_every_python_can_read_what_it_is_started_with(door: str) -> None:
    text = (ROOT / "scripts" / door).read_text("ascii")
    tree = ast.parse(text)
    imported = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]

    assert [type(node).__name__ for node in ast.walk(tree) if isinstance(node, NEW)] == []
    assert ast.unparse(imported[0]) == ("import sys" if door == "oldest.py" else "import oldest")


# --- whole or not at all --------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where an environment is made, on a machine without uv."""
    monkeypatch.setenv("PATH", "/nowhere")
    return tmp_path / "made"


def script(path: Path, *lines: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return str(path)


@posix
def test_a_python_that_makes_half_an_environment_leaves_none(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian's `python3` without python3-venv: it makes all but pip, and fails."""
    debian = script(tmp_path / "python3", f'{sys.executable} -m venv --without-pip "$3" && exit 1')
    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as said:
        make(place, debian)

    assert str(said.value).startswith("this Python cannot make an environment: ")
    assert "Debian and Ubuntu: apt install python3-venv" in str(said.value)
    assert not place.exists()


@posix
def test_what_stands_in_the_way_of_an_environment_is_told(place: Path, tmp_path: Path) -> None:
    broken = script(tmp_path / "python3", "echo first", "echo no space left >&2", "exit 1")
    with pytest.raises(SystemExit, match=r"this Python cannot make an environment: .*: no space left$"):
        make(place, broken)


@posix
def test_uv_makes_an_environment_where_this_python_cannot(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(tmp_path / "bin" / "uv", f'for place do :; done; exec {sys.executable} -m venv --without-pip "$place"')
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    make(place, script(tmp_path / "python3", "exit 1"))

    assert program(place, "python").exists()


def _without_pip(place: Path) -> None:
    for found in [*place.rglob("pip")]:
        found.rename(found.with_name("pip-gone"))


def _without_interpreter(place: Path) -> None:
    program(place, "python").unlink()


def _with_a_broken_interpreter(place: Path) -> None:
    _without_interpreter(place)
    script(program(place, "python"), "exit 127")


def _broken_off(place: Path) -> None:
    with pytest.raises(KeyboardInterrupt), unfinished(place):
        raise KeyboardInterrupt


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment; in the usual run its pip is an empty package, which is made in a tenth of the time."""
    place = tmp_path_factory.mktemp("environment") / "whole"
    made = (f'{sys.executable} -m venv --without-pip "$3"', 'mkdir "$(echo "$3"/lib/python3*/site-packages)/pip"')
    make(place, of(script(place.with_name("python3"), *made), sys.executable))
    return place


@posix
@pytest.mark.parametrize("half", [_without_pip, _without_interpreter, _with_a_broken_interpreter, _broken_off])
def test_half_an_environment_is_not_taken_for_one(whole: Path, tmp_path: Path, half: Callable[[Path], None]) -> None:
    shutil.copytree(whole, tmp_path / "half", symlinks=True)
    assert is_whole(tmp_path / "half")
    half(tmp_path / "half")

    assert not is_whole(tmp_path / "half")


@posix
def test_what_is_left_of_an_environment_is_thrown_away(whole: Path, place: Path) -> None:
    place.mkdir()
    (place / UNFINISHED).touch()
    (place / "rest").touch()
    make(place, script(place.with_name("python3"), f'exec {sys.executable} -m venv --without-pip "$3"'))

    assert not (place / UNFINISHED).exists() and not (place / "rest").exists()


def test_a_refusal_of_pip_leaves_an_environment_whole(tmp_path: Path) -> None:
    """What is broken off may be half there; what pip refuses it takes back."""
    with pytest.raises(SystemExit, match="no network"), unfinished(tmp_path):
        raise SystemExit("no network")

    assert not (tmp_path / UNFINISHED).exists()


# --- tests on any machine -------------------------------------------------------------------------

OWN = re.compile(r"skipif|importorskip|pytest\.skip\(")
POSIX_ONLY = re.compile(r"^(?:import|from) (?:fcntl|pty|termios|resource|pwd|grp|tty)\b", re.MULTILINE)


def found_in(what: re.Pattern[str], *folders: str) -> set[str]:
    files = (file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    return {file.relative_to(ROOT).as_posix() for file in files if what.search(file.read_text("utf-8"))}


def test_what_a_machine_lacks_is_asked_for_in_one_place() -> None:
    """Another skip would say nothing of what is missing, and would leave an attack held by nothing."""
    assert found_in(OWN, "tests") == {"tests/needed_tools.py", "tests/test_attacks.py", "tests/test_environment.py"}


def test_what_only_posix_has_is_imported_where_it_is_used() -> None:
    """So every module of tests can be collected on Windows."""
    assert found_in(POSIX_ONLY, "tests", "scripts") == set()


def test_each_reason_to_skip_names_the_command_that_helps() -> None:
    assert [cure(tool) for tool in ("zsh", "axe.min.js", "bcrypt", "root")] == [
        "; Debian and Ubuntu: apt install zsh",
        "; npm ci --prefix tests/browser",
        f"; {PYTHON} scripts/test.py has them in its environment",
        "",
    ]
    assert cure("ssh-keygen", "mkfs.vfat") == "; Debian and Ubuntu: apt install openssh-client dosfstools"
