"""What some tests need beside Python: programs, packages, systems. Without it a test is skipped by name, and counted.

`@pytest.mark.needs("zsh")`, or `need("zsh")` in what a test calls. Where `$REFEREE_TEST_TOOLS` is `required`, as in
`.ci/run`, a test without its tool fails instead; but not for the tools in `$REFEREE_TEST_WITHOUT`, which cannot be had,
nor for what nobody can install: another system, another user.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Generator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import pytest

PACKAGES = frozenset(
    ("aiosmtpd", "bcrypt", "build", "distributed", "duckdb", "openskill", "playwright", "starlette", "uvicorn")
)
"""What is a package of Python; everything else is a program."""

_LINES = Path(__file__).with_name("programs.txt").read_text("utf-8").splitlines()
PROGRAMS = {program: package for program, _, package in (line.partition(" ") for line in _LINES)}
"""Programs that tests and the commands of pages start, and the packages of Debian that bring them; `.ci/run` installs
what is missing.
"""

MARK = "needs(*tools): programs, packages or systems without which the test is skipped by name"
ABSENT = ": not here"
"""So goes on, behind its name, what a skipped test lacks."""

PYTHON = "py" if os.name == "nt" else "python3"
FILES = {
    "axe.min.js": Path(__file__).parent / "browser" / "node_modules" / "axe-core" / "axe.min.js",
    "peers": Path(__file__).parents[1] / ".venv-peers" / "peers.installed",
}
"""What is a file."""
COMMANDS = {"axe.min.js": "npm ci --prefix tests/browser", "peers": f"{PYTHON} scripts/bench.py peers"}
"""What is typed for it."""


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0


SYSTEMS: dict[str, Callable[[], bool]] = {
    "a POSIX system": lambda: os.name == "posix",
    "terminals of POSIX": lambda: find_spec("termios") is not None,
    "limits of POSIX": lambda: find_spec("resource") is not None,
    "Linux": lambda: sys.platform == "linux",
    "/proc": lambda: Path("/proc/self/status").exists(),
    "/dev/full": lambda: Path("/dev/full").exists(),
    "root": _is_root,
    "a user whom permissions bind": lambda: os.name == "posix" and not _is_root(),
}
"""What no command installs."""

posix = pytest.mark.needs("a POSIX system")


def is_here(tool: str) -> bool:
    """Whether a program, package or file is installed, or the system is the one that is meant."""
    if tool in SYSTEMS:
        return SYSTEMS[tool]()
    if tool in FILES:
        return FILES[tool].is_file()
    return find_spec(tool) is not None if tool in PACKAGES else shutil.which(tool) is not None


def is_required() -> bool:
    """Whether a missing tool is a failure."""
    return os.environ.get("REFEREE_TEST_TOOLS") == "required"


def cure(*missing: str) -> str:
    """The commands that install what is missing, as the end of a sentence; nothing for what none installs."""
    programs = [tool for tool in missing if tool in PROGRAMS]
    packages = " ".join(dict.fromkeys(PROGRAMS[tool] for tool in programs))
    found = [f"Debian and Ubuntu: apt install {packages}"] if programs else []
    found += [COMMANDS[tool] for tool in missing if tool in COMMANDS]
    if not PACKAGES.isdisjoint(missing):
        found.append(f"{PYTHON} scripts/test.py has them in its environment")
    return "".join(f"; {command}" for command in found)


def need(*tools: str) -> None:
    """Skip this test if a tool is missing, or fail it where tools are required."""
    missing = sorted({tool for tool in tools if not is_here(tool)})
    wanted = {tool for tool in missing if tool not in SYSTEMS}
    if is_required() and not wanted <= set(os.environ.get("REFEREE_TEST_WITHOUT", "").split()):
        pytest.fail(f"{', '.join(missing)}{ABSENT}, and $REFEREE_TEST_TOOLS says required", pytrace=False)
    if missing:
        lack(", ".join(missing), cure(*missing))


def lack(what: str, then: str = "") -> NoReturn:
    """Skip this test for something that is not here, in the form in which `ran.py` knows it from a test left out."""
    pytest.skip(f"{what}{ABSENT}{then}")


class Tools:
    """A plugin: looks after `needs`, and tells at the end which tests were skipped, by reason."""

    def __init__(self) -> None:
        self.skipped: dict[str, list[str]] = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", MARK)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        need(*(tool for mark in item.iter_markers("needs") for tool in mark.args))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """What starts a program that is not here, without a mark, needs it all the same."""
        try:
            return (yield)
        except FileNotFoundError as error:
            name = str(error.filename)
            if name in PROGRAMS and not is_here(name):
                need(name)
            raise

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and isinstance(report.longrepr, tuple):
            reason = str(report.longrepr[2]).removeprefix("Skipped: ")
            self.skipped.setdefault(reason, []).append(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if not self.skipped:
            return
        counted = Counter({reason: len(nodes) for reason, nodes in self.skipped.items()})
        terminalreporter.section(f"{counted.total()} tests skipped")
        for reason, nodes in sorted(self.skipped.items()):
            terminalreporter.line(f"{counted[reason]} x {reason}")
            for test in dict.fromkeys(node.partition("[")[0] for node in nodes):
                terminalreporter.line(f"    {test}")
