"""Which tests have run in a session, and which of those that hold an attack have not though everything was to run."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest


def function_of(node: str) -> str:
    """The test function of a node: `tests/x.py::test_y[case]` is a case of `tests/x.py::test_y`."""
    return node.partition("[")[0]


def read_entries(path: Path) -> list[dict[str, Any]]:
    """The entries of a list of attacks."""
    found: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["attack"]
    return found


def not_held(entries: Iterable[Mapping[str, Any]], ran: Iterable[str], skipped: Iterable[str]) -> list[str]:
    """A line for each attack and test of it that did not run, or was skipped in one of its cases."""
    done, left_out = set(ran), set(skipped)
    return [
        f"attack {entry['id']}: {test} {'was skipped' if test in left_out else 'did not run'}"
        for entry in entries
        for test in entry.get("held_by", ())
        if test in left_out or test not in done
    ]


class Ran:
    """A plugin: in a session that was asked for everything, a test that holds an attack has to run."""

    def __init__(self, attacks: Path) -> None:
        self.attacks = attacks
        self.ran: set[str] = set()
        self.skipped: set[str] = set()
        self.missing: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = function_of(report.nodeid)
        if report.skipped:  # an expected failure as well: it holds nothing
            self.skipped.add(name)
        elif report.when == "call":
            self.ran.add(name)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        ended = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if ended and asked_for_everything(session.config) and not (session.shouldfail or session.shouldstop):
            self.missing = not_held(read_entries(self.attacks), self.ran, self.skipped)
        if self.missing and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.missing:
            terminalreporter.section("attacks that nothing held in this session")
            for line in self.missing:
                terminalreporter.line(line)


def asked_for_everything(config: pytest.Config) -> bool:
    """Whether no part of the tests was chosen: by path, word or mark, or by what failed the last time."""
    option = config.option
    chosen = (option.keyword, option.markexpr, getattr(option, "lf", False), option.collectonly)
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not any(chosen)
