"""How deep the tests go. The usual run proves every promise; the long one proves it on more games, seeds and pages.

`@pytest.mark.long` on a deep form of what a shorter test holds as well: it is left out, and counted at the end, unless
`--long` is given. `of(10, 100)` where one test has both depths.
"""

from __future__ import annotations

from typing import Any, TypeVar

import pytest
from xdist.scheduler import LoadFileScheduling

T = TypeVar("T")

MARK = "long: the deep form of what a shorter test holds too; only with --long"
COUNTED = "left out as long"

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
        self.left_out = 0

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: not item.nodeid.startswith(HEAVY))
        if _depth["long"]:
            return
        long = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if not item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        self.left_out = len(long)

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
