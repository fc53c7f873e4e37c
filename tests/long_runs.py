"""How deep the tests go. The usual run proves every promise; the long one proves it on more games, seeds and pages.

`@pytest.mark.long` on a deep form of what a shorter test holds as well: it is left out, and counted at the end, unless
`--long` is given. `of(10, 100)` where one test has both depths. Of a test with many rows a usual run of everything asks
one of four, always the same ones, and of those in a browser, which cost a second each, the first; a run of files or
tests that are named asks each row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

import pytest
from xdist.scheduler import LoadFileScheduling

from tests.attack_coverage import asked_for_everything, function_of

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent

MARKS = (
    "long: the deep form of what a shorter test holds too; only with --long",
    "always: a row that every run asks, of however many",
)
COUNTED = "left out as long"
EVERYTHING = "asked for everything"

MANY, SHARE = 2, 4
"""A test of more rows than these is asked one of so many of them in a usual run of everything."""

IN_PARTS = ("tests/test_transcripts.py", "tests/cli/test_masked_games.py")
"""Files whose tests share little and take long: a core that is free takes one test."""

WEB, SECOND = "tests/web/", "tests/web/test_r"
"""Pages share a browser, which starts once in a process: it is given those before `SECOND` in the alphabet or the rest.
"""

SOURCE = tuple(f"tests/{name}.py" for name in ("test_code", "test_house", "record/test_names", "words/test_catalogues"))
"""These read the source of the program, which is parsed once."""

SILENCE = tuple(f"tests/cli/test_{name}.py" for name in ("silence", "silence_mails", "host_replaced"))
"""These go on with the same evenings, each played once in a process."""

HEAVY = (WEB, "tests/test_transcripts.py", "tests/test_months.py", "tests/test_evening.py", "tests/cli/test_masked")
"""What takes longest goes first, in this order, lest one core be at it when the others have nothing left."""

_depth = {"long": True}


def of(short: T, long: T) -> T:
    """`long` in a long run, else `short`. Outside of a session of tests, as in a fuzzer, everything goes deep."""
    return long if _depth["long"] else short


def some_rows(rows: Sequence[pytest.Item]) -> Iterator[str]:
    """The names of the rows of one test that a usual run asks: all of few; of many the first, the last, those that are
    always asked, a part that hangs on their names alone, and one with each value that several of them have. Of those
    in a browser the first.
    """
    is_drawn = bool(_browser_of(rows[0].nodeid.partition("::")[0]))
    some = rows[:1] if is_drawn else rows if len(rows) <= MANY else (rows[0], rows[-1], *filter(_is_chosen, rows))
    chosen = {row.nodeid for row in some}
    chosen |= {row.nodeid for row in rows if row.get_closest_marker("always")}
    shared = Counter(value for row in rows for value in _values(row))
    missing = {value for value, count in shared.items() if count > 1}
    for row in sorted(rows, key=lambda row: row.nodeid not in chosen):
        if row.nodeid in chosen or not missing.isdisjoint(_values(row)):
            missing.difference_update(_values(row))
            yield row.nodeid


def _is_chosen(row: pytest.Item) -> bool:
    """Whether a row is of the part that a usual run asks."""
    return crc32(row.nodeid.encode()) % SHARE == 0


def _values(row: Any) -> Iterable[tuple[str, int]]:
    """Of each parameter of a row its name and the number of its value."""
    return row.callspec.indices.items() if hasattr(row, "callspec") else ()


class Scheduling(LoadFileScheduling):
    """Tests of one file stay together, for they share what was made once for all of them; but for `IN_PARTS`. Those of
    pages in a browser, those of evenings with somebody silent, and those that read the source, share it over several
    files.
    """

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        if file in IN_PARTS:
            return nodeid
        shared = {**dict.fromkeys(SOURCE, "source"), **dict.fromkeys(SILENCE, "silence")}
        return shared.get(file) or _browser_of(file) or file


@cache
def _browser_of(file: str) -> str:
    """The browser that the tests of a file share with others; empty if they open none."""
    if not file.startswith(WEB) or "chromium" not in (ROOT / file).read_text("utf-8"):
        return ""
    return WEB if file < SECOND else SECOND


class Depth:
    """A plugin: leaves the long tests out unless they are asked for, and tells at the end how many those were."""

    def __init__(self, config: pytest.Config) -> None:
        _depth["long"] = bool(config.getoption("--long"))
        for mark in MARKS:
            config.addinivalue_line("markers", mark)
        given = getattr(config, "workerinput", {EVERYTHING: asked_for_everything(config)})
        self.samples = bool(given[EVERYTHING])
        self.left_out = 0

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[EVERYTHING] = self.samples

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: [not item.nodeid.startswith(start) for start in HEAVY])
        if _depth["long"]:
            return
        tests: dict[str, list[pytest.Item]] = {}
        for item in items:
            if not item.get_closest_marker("long"):
                tests.setdefault(function_of(item.nodeid) if self.samples else item.nodeid, []).append(item)
        kept = {name for rows in tests.values() for name in some_rows(rows)}
        self.left_out = len(items) - len(kept)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
        items[:] = [item for item in items if item.nodeid in kept]

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if output := getattr(session.config, "workeroutput", None):
            output[COUNTED] = self.left_out

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.left_out = getattr(node, "workeroutput", {}).get(COUNTED, self.left_out)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: Any) -> Scheduling | None:
        config.option.loadscopereorder = False  # by the number of tests it would be
        return Scheduling(config, log) if config.option.dist == "loadfile" else None

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.left_out:
            terminalreporter.section(f"{self.left_out} deep tests left out; --long runs them too")
