"""What some tests need beside Python: other programs and packages. Without it a test is skipped by name, and counted.

`@pytest.mark.needs("zsh")`, or `need("zsh")` in what a test calls. Where `$REFEREE_TEST_TOOLS` is `required`, as in
`.ci/run`, a test without its tool fails instead; but not for the tools in `$REFEREE_TEST_WITHOUT`, which cannot be had.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PACKAGES = frozenset(
    ("aiosmtpd", "bcrypt", "build", "distributed", "duckdb", "nacl", "openskill", "playwright", "starlette", "uvicorn")
)
"""What is a package of Python; everything else is a program."""

MARK = "needs(*tools): programs or packages without which the test is skipped by name"


FILES = {
    "axe.min.js": Path(__file__).parent / "browser" / "node_modules" / "axe-core" / "axe.min.js",
    "peers": Path(__file__).parents[1] / ".venv-peers" / "requirements-peers.txt.installed",
}
"""What is a file: `npm ci --prefix tests/browser` brings the first, `python3 scripts/bench.py peers` the second."""


def is_here(tool: str) -> bool:
    """Whether a program, package or file is installed."""
    if tool in FILES:
        return FILES[tool].is_file()
    return find_spec(tool) is not None if tool in PACKAGES else shutil.which(tool) is not None


def is_required() -> bool:
    """Whether a missing tool is a failure."""
    return os.environ.get("REFEREE_TEST_TOOLS") == "required"


def need(*tools: str) -> None:
    """Skip this test if a tool is missing, or fail it where tools are required."""
    missing = [tool for tool in tools if not is_here(tool)]
    if is_required() and not set(missing) <= set(os.environ.get("REFEREE_TEST_WITHOUT", "").split()):
        pytest.fail(f"{', '.join(missing)}: not installed here, and $REFEREE_TEST_TOOLS says required", pytrace=False)
    if missing:
        pytest.skip(f"{', '.join(missing)}: not installed here")


class Tools:
    """A plugin: looks after `needs`, and tells at the end which tests were skipped, by reason."""

    def __init__(self) -> None:
        self.skipped: dict[str, list[str]] = {}

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", MARK)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        need(*(tool for mark in item.iter_markers("needs") for tool in mark.args))

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
