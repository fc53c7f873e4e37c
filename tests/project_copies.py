"""Copies of the project in which a test makes a change, as somebody does who works on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("referee", "scripts", "tests", "examples")
FILES = ("pyproject.toml",)
_LEFT_OUT = frozenset(("notes-1", "golden", "vectors"))
_COMPILED = f".{sys.implementation.cache_tag}"


def left_out(folder: str, names: Iterable[str]) -> set[str]:
    """What a copy does not get. What is compiled it gets, or each process of it would compile the whole program."""
    if Path(folder).name == "__pycache__":
        return {name for name in names if _COMPILED not in name}
    return _LEFT_OUT.intersection(names)


def copy_project(place: Path, *folders: str) -> Path:
    """A copy in `place` of these folders, or of all that programs and tests read."""
    for folder in folders or FOLDERS:
        shutil.copytree(ROOT / folder, place / folder, ignore=left_out)
    for file in FILES:
        shutil.copy(ROOT / file, place / file)
    return place


def run_in(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a copy, with the program and the tests of the copy."""
    home = {"REFEREE_HOME": str(place / "home"), "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    left_out = ("REFEREE_LANG", "LANG", "LC_ALL", "PYTEST_CURRENT_TEST", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=place,
        env=environment | home,
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


def files_in(place: Path, *folders: str) -> dict[str, bytes]:
    """Every file below the folders of a copy by its path, without what is compiled."""
    found = (path for folder in folders for path in (place / folder).rglob("*") if path.is_file())
    kept = (path for path in found if "__pycache__" not in path.parts and path.suffix != ".mo")
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in kept}
