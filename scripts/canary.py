"""Say what the next versions of the packages would break: `python3 scripts/canary.py [pytest arguments]`.

Takes the newest Typer, msgspec, rich, cryptography and openskill there are, whatever bound pyproject.toml sets, in an
environment of their own, and runs the tests of `--fast`, of the help pages, of completion and of ratings with them.
What packages load by themselves breaks nothing: how long a command takes is told, with the locked ones and the newest.
Nothing of the project depends on it: it is run to learn early, and it may fail. Exit 0 if nothing breaks, 1 if
something does.
"""

from __future__ import annotations

import os
import subprocess
import sys

import suite
from environment import ROOT, install, program

NEWEST = ("typer", "msgspec", "rich", "cryptography", "openskill")
VENV = ROOT / ".venv-newest"
LOCK = "requirements/dev.txt"
LOADED = ("imports_no_package_that_is_heavy", "leaves_out_the_parts_of_the_program_that_only_others_need")
"""Tests of what a command loads: Typer loads pydantic from 0.29 on, and with it much else."""
TESTS = (
    *suite.FAST,
    "tests/cli/test_help.py",
    "tests/cli/test_completion.py",
    "tests/table/test_ratings.py",
    "tests/test_code.py",
    *(f"--deselect=tests/cli/test_weight.py::test_a_command_{name}" for name in LOADED),
)


def versions(python: str) -> dict[str, str]:
    """Which versions of the packages an environment has."""
    ask = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"
    told = subprocess.run([python, "-c", ask, *NEWEST], check=True, capture_output=True, text=True).stdout.split()
    return dict(zip(NEWEST, told, strict=True))


def start_of(python: str) -> float:
    """The least CPU seconds of some commands that show a board."""
    found = list[float]()
    for _ in range(7):
        before = sum(os.times()[2:4])
        command = [python, "-m", "referee", "show", "--game", str(ROOT / "examples" / "tigris-4p")]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found.append(sum(os.times()[2:4]) - before)
    return min(found)


def main(arguments: list[str]) -> int:
    """Install, run, and tell which versions it was; the exit code of the tests."""
    install(LOCK, VENV)
    python = str(program(VENV, "python"))
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", LOCK], cwd=ROOT, check=True)  # it had the newest the last time
    locked, before = versions(python), start_of(python)
    subprocess.run([*pip, "--upgrade", *NEWEST], check=True)
    done = subprocess.run(
        [python, "-m", "pytest", "-q", *suite.EVERY_CORE, *(arguments or TESTS)], cwd=ROOT, check=False
    ).returncode
    newest = versions(python)
    for name in NEWEST:
        print(f"{name:14} {newest[name]}" + ("" if newest[name] == locked[name] else f"  (locked: {locked[name]})"))
    print(f"a board is shown in {start_of(python):.2f} s of CPU, with the locked packages in {before:.2f} s")
    print("nothing breaks" if done == 0 else "something breaks: see above")
    return 0 if done == 0 else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
