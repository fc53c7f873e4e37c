"""All tests: pytest, and beside it counts, lint, types, layers. `python3 scripts/test.py [pytest arguments]` runs them.

With `--fast` first: what can be known in a minute while one is at work: counts, lint, types, layers, and the tests of
kernel, keys, notes, one game, and of what is generated or said; and whatever tests are named behind it. With
`--lowest` first: tests of notes, keys, tables and pages of help alone, with the lowest versions of all packages, and
with a checkpoint at every command. With `--other` first: the tests of `--fast` alone, in an environment of this
version of Python. With `--some` first: pytest alone. With `--long`: the deep forms of the tests too, as `.ci/run`
does.
"""

from __future__ import annotations

import atexit
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from environment import LOWEST, ROOT, VENV, enter

MANY = ("dishonest", "masked_play", "masked_crash", "audit_tampering")
LOW = (
    *("tests/kernel", "tests/crypto", "tests/record", "tests/table", "tests/cli/test_help.py"),
    *("tests/cli/test_output.py", "tests/cli/test_parameters.py"),
    "tests/test_generated.py::test_the_pages_are_what_their_sources_say",
    *(f"--ignore=tests/table/test_{name}.py" for name in MANY),
)
"""Each package meets what uses it once: what goes the same ways hundreds of times is left to the newest versions."""
FAST = (
    *("tests/kernel", "tests/crypto", "tests/drawing", "tests/record", "tests/games/ur", "tests/test_imports.py"),
    *("tests/test_generated.py", "tests/words/test_catalogues.py", "tests/cli/test_output.py"),
    *("tests/test_house_counts.py", "tests/test_code.py", "tests/test_attacks.py", "tests/cli/test_weight.py"),
    "tests/table/test_practice.py::test_a_seed_is_the_same_game_on_every_machine",
)

EVERY_CORE = ("--numprocesses", str((os.cpu_count() or 1) + 1), "--dist", "loadfile")
"""Tests of one file stay together, for they share what was made once for all of them. One more process than there are
cores: a third of the time a test waits, for a disk, a lock or a process of its own.
"""
MEMORY, ROOM = Path("/dev/shm"), 2**31  # noqa: S108 - a folder of a name that nobody knows is made in it
OTHER = ROOT / f".venv-{platform.python_version()}"
ALONE = {
    "--lowest": (("--checkpoint", *LOW), "requirements/lowest.txt", LOWEST),
    "--other": (FAST, "requirements/dev.txt", OTHER),
    "--some": ((), "requirements/dev.txt", VENV),
}
"""What runs pytest and nothing else: the tests if none are named, the lock, and the environment."""


def alone(first: str, arguments: list[str]) -> int:
    """Pytest alone, in the environment that belongs to the first argument."""
    tests, lock, venv = ALONE[first]
    enter(lock, venv)
    command = [sys.executable, "-m", "pytest", *EVERY_CORE, *(arguments or tests)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def tests_of(arguments: list[str]) -> list[str]:
    """What pytest is given: the arguments, and for a first `--fast` the fast tests."""
    return [*FAST, *arguments[1:]] if arguments[:1] == ["--fast"] else arguments


def write_in_memory() -> None:
    """Have the tests write to memory where the system has a place for it; what they wrote goes with this process."""
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.mkdtemp(prefix="suite-", dir=MEMORY)
        Path(os.environ["TMPDIR"]).chmod(0o711)  # a mail server that a test starts reads its mails as another user
        atexit.register(shutil.rmtree, os.environ["TMPDIR"], ignore_errors=True)


def as_typed(command: list[str]) -> list[str]:
    """A check in the words that tell what has failed."""
    return ["import contracts"] if command[1] == "-c" else command[1 + (command[1] == "-m") :]


def main() -> None:
    """Run what the arguments ask for, and end with 1 if any of it has failed."""
    if sys.argv[1:] and sys.argv[1] in ALONE:
        raise SystemExit(alone(sys.argv[1], sys.argv[2:]))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each of thousands of processes compiles what it imports
    enter("requirements/dev.txt")
    write_in_memory()
    run = [sys.executable, "-m"]
    tests = tests_of(sys.argv[1:])
    checks = [
        [sys.executable, "scripts/house.py", "--check"],
        [*run, "ruff", "check", "."],
        [*run, "ruff", "format", "--check", "."],
        [*run, "mypy"],
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"],
    ]
    pytest = [*run, "pytest", *EVERY_CORE, *tests]
    with ThreadPoolExecutor(1) as beside:
        checked = [beside.submit(check, command) for command in checks]
        if not are_compiled(version("pytest")):  # once beside the checks, and not by each worker at the same moment
            subprocess.run([*run, "pytest", "--collect-only", *tests], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
        tested = subprocess.run(pytest, cwd=ROOT, check=False).returncode
    failed = [as_typed(command) for command, one in zip(checks, checked, strict=True) if not has_passed(one.result())]
    failed += [as_typed(pytest)] if tested else []
    for command in failed:
        print("failed:", " ".join(command), flush=True)
    raise SystemExit(1 if failed else 0)


def are_compiled(release: str) -> bool:
    """Whether this release of pytest has compiled every file of tests since it was written."""
    tag = f"{sys.implementation.cache_tag}-pytest-{release}"
    for path in (ROOT / "tests").rglob("test_*.py"):
        compiled = path.parent / "__pycache__" / f"{path.stem}.{tag}.pyc"
        if not compiled.exists() or compiled.stat().st_mtime < path.stat().st_mtime:
            return False
    return True


def check(command: list[str]) -> subprocess.CompletedProcess[str]:
    """One of the checks, while the tests run: what it says is kept until they are over."""
    return subprocess.run(command, cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def has_passed(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether a check has found nothing; what it says is printed."""
    print(done.stdout, end="", flush=True)
    return done.returncode == 0
