"""Run all tests: lint, types, storeys, and pytest. `python3 scripts/test.py [pytest arguments]`.

With `--fast` first: what can be known in a minute while one is at work: lint, types, storeys, and the tests of kernel,
keys, notes and one game. With `--lowest` first: the tests of notes, keys and tables alone, with the lowest versions of
all packages.
"""

from __future__ import annotations

import subprocess
import sys

from environment import LOWEST, ROOT, enter

LOW = ("tests/kernel", "tests/crypto", "tests/record", "tests/table")
FAST = ("tests/kernel", "tests/crypto", "tests/drawing", "tests/record", "tests/games/ur", "tests/test_house.py")


def lowest(arguments: list[str]) -> int:
    """The tests in which the packages matter, in an environment with their lowest versions."""
    enter("requirements-lowest.txt", LOWEST)
    command = [sys.executable, "-m", "pytest", *(arguments or LOW)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    if sys.argv[1:2] == ["--lowest"]:
        raise SystemExit(lowest(sys.argv[2:]))
    enter("requirements-dev.txt")
    run = [sys.executable, "-m"]
    checks = (
        [*run, "ruff", "check", "."],
        [*run, "ruff", "format", "--check", "."],
        [*run, "mypy"],
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"],
        [*run, "pytest", *(FAST if sys.argv[1:2] == ["--fast"] else sys.argv[1:])],
    )
    failed = [command for command in checks if subprocess.run(command, cwd=ROOT, check=False).returncode != 0]
    for command in failed:
        print("failed:", " ".join(command[2:] if command[1] == "-m" else ["import contracts"]), flush=True)
    raise SystemExit(1 if failed else 0)
