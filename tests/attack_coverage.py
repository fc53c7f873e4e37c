"""Which tests have run in a session, and which of those that hold an attack have not though everything was to run."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.needed_tools import ABSENT, is_required


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


def not_tested(entries: Iterable[Mapping[str, Any]], lacking: Mapping[str, str]) -> list[str]:
    """A line for each attack and test of it that could not run here, with what it lacks."""
    return [
        f"attack {entry['id']}: {test}: {lacking[test]}"
        for entry in entries
        for test in entry.get("held_by", ())
        if test in lacking
    ]


class Ran:
    """A plugin: in a session that was asked for everything, a test that holds an attack has to run. One that is skipped
    for something that is not here is named, and fails the session only where tools are required.
    """

    def __init__(self, attacks: Path) -> None:
        self.attacks = attacks
        self.ran: set[str] = set()
        self.skipped: dict[str, set[str]] = {}
        self.missing: list[str] = []
        self.untested: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = function_of(report.nodeid)
        if report.skipped:  # an expected failure as well: it holds nothing
            reason = str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else ""
            self.skipped.setdefault(name, set()).add(reason.removeprefix("Skipped: "))
        elif report.when == "call":
            self.ran.add(name)

    def lacking(self) -> dict[str, str]:
        """Tests that were skipped for nothing but what is not here, and what that is."""
        return {
            name: "; ".join(sorted(reason.partition(ABSENT)[0] for reason in reasons)) + ABSENT
            for name, reasons in self.skipped.items()
            if all(ABSENT in reason for reason in reasons)
        }

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        ended = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if ended and asked_for_everything(session.config) and not (session.shouldfail or session.shouldstop):
            entries, lacking = read_entries(self.attacks), {} if is_required() else self.lacking()
            self.missing = not_held(entries, {*self.ran, *lacking}, self.skipped.keys() - lacking)
            self.untested = not_tested(entries, lacking)
        if self.missing and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        told = {"attacks not tested here": self.untested, "attacks that nothing held in this session": self.missing}
        for title, lines in told.items():
            if lines:
                terminalreporter.section(title)
            for line in lines:
                terminalreporter.line(line)


def asked_for_everything(config: pytest.Config) -> bool:
    """Whether no part of the tests was chosen: by path, word or mark, or by what failed the last time."""
    option = config.option
    chosen = (option.keyword, option.markexpr, getattr(option, "lf", False), option.collectonly)
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not any(chosen)
