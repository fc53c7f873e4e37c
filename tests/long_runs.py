"""How deep the tests go. The usual run proves every promise; the long one proves it on more games, seeds and pages.

`@pytest.mark.long` on a deep form of what a shorter test holds as well: it is left out, and counted at the end, unless
`--long` is given. `of(10, 100)` where one test has both depths. Of a test with many rows a usual run of everything asks
one of three, always the same ones; a run of files or tests that are named asks each row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar
from zlib import crc32

import pytest
from xdist.scheduler import LoadFileScheduling

from tests.attack_coverage import asked_for_everything, function_of

T = TypeVar("T")

MARK = "long: the deep form of what a shorter test holds too; only with --long"
COUNTED = "left out as long"
EVERYTHING = "asked for everything"

MANY, SHARE = 12, 3
"""A test of more rows than these is asked one of so many of them in a usual run of everything."""

IN_PARTS = ("tests/test_transcripts.py", "tests/cli/test_masked_games.py")
"""Files whose tests share little and take long: a core that is free takes one test."""

WEB = "tests/web/"
"""Pages share a browser: it starts once."""

SOURCE = tuple(f"tests/{name}.py" for name in ("test_code", "test_house", "record/test_names", "words/test_catalogues"))
"""These read the source of the program, which is parsed once."""

SILENCE = tuple(f"tests/cli/test_{name}.py" for name in ("silence", "silence_mails", "host_replaced"))
"""These go on with the same evenings, each played once in a process."""

HEAVY = (WEB, "tests/test_transcripts.py", "tests/test_months.py", "tests/test_evening.py", "tests/cli/test_masked")
"""What takes longest goes first, lest one core be at it when the others have nothing left."""

_depth = {"long": True}


def of(short: T, long: T) -> T:
    """`long` in a long run, else `short`. Outside of a session of tests, as in a fuzzer, everything goes deep."""
    return long if _depth["long"] else short


def some_rows(names: Iterable[str]) -> Iterator[str]:
    """Of these tests those of a usual run: of many rows of one test the first, the last, and a part that hangs on their
    names alone.
    """
    tests: dict[str, list[str]] = {}
    for name in names:
        tests.setdefault(function_of(name), []).append(name)
    for rows in tests.values():
        ends = (rows[0], rows[-1])
        yield from (row for row in rows if len(rows) <= MANY or row in ends or crc32(row.encode()) % SHARE == 0)


class Scheduling(LoadFileScheduling):
    """Tests of one file stay together, for they share what was made once for all of them; but for `IN_PARTS`. Those of
    pages, those of evenings with somebody silent, and those that read the source, share it over several files.
    """

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        if file in IN_PARTS:
            return nodeid
        shared = {**dict.fromkeys(SOURCE, "source"), **dict.fromkeys(SILENCE, "silence")}
        return WEB if file.startswith(WEB) else shared.get(file, file)


class Depth:
    """A plugin: leaves the long tests out unless they are asked for, and tells at the end how many those were."""

    def __init__(self, config: pytest.Config) -> None:
        _depth["long"] = bool(config.getoption("--long"))
        config.addinivalue_line("markers", MARK)
        given = getattr(config, "workerinput", {EVERYTHING: asked_for_everything(config)})
        self.samples = bool(given[EVERYTHING])
        self.left_out = 0

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput[EVERYTHING] = self.samples

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: not item.nodeid.startswith(HEAVY))
        if _depth["long"]:
            return
        names = [item.nodeid for item in items if not item.get_closest_marker("long")]
        kept = {*(some_rows(names) if self.samples else names)}
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
