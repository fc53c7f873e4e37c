"""Say what the next versions of the packages would break: `python3 scripts/canary.py [pytest arguments]`.

Takes the newest Typer, msgspec, rich, cryptography and openskill there are, whatever bound pyproject.toml sets, in an
environment of their own, and runs the tests of `--fast`, of the help pages, of completion and of ratings with them.
Nothing of the project depends on it: it is run to learn early, and it may fail. Exit 0 if nothing breaks, 1 if
something does.
"""

from __future__ import annotations

import subprocess
import sys

import test as suite
from environment import ROOT, install, program

NEWEST = ("typer", "msgspec", "rich", "cryptography", "openskill")
VENV = ROOT / ".venv-newest"
LOCK = "requirements/dev.txt"
TESTS = (
    *suite.FAST,
    "tests/cli/test_help.py",
    "tests/cli/test_completion.py",
    "tests/table/test_ratings.py",
    "tests/test_code.py",
)


def versions(python: str) -> dict[str, str]:
    """Which versions of the packages an environment has."""
    ask = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"
    told = subprocess.run([python, "-c", ask, *NEWEST], check=True, capture_output=True, text=True).stdout.split()
    return dict(zip(NEWEST, told, strict=True))


def main(arguments: list[str]) -> int:
    """Install, run, and tell which versions it was; the exit code of the tests."""
    install(LOCK, VENV)
    python = str(program(VENV, "python"))
    locked = versions(python)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade"]
    subprocess.run([*pip, *NEWEST], check=True)
    done = subprocess.run(
        [python, "-m", "pytest", "-q", *suite.EVERY_CORE, *(arguments or TESTS)], cwd=ROOT, check=False
    ).returncode
    newest = versions(python)
    for name in NEWEST:
        print(f"{name:14} {newest[name]}" + ("" if newest[name] == locked[name] else f"  (locked: {locked[name]})"))
    print("nothing breaks" if done == 0 else "something breaks: see above")
    return 0 if done == 0 else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
