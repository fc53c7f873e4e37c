"""Tests that hold an attack must run whenever all tests do; those without their tool are skipped by name."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from referee.i18n.compiler import write
from referee.record.store import effects
from referee.session import session
from tests.attack_coverage import Ran
from tests.cached_reads import remember_notes, remember_records
from tests.long_runs import Depth
from tests.needed_tools import Tools
from tests.short_reports import Quiet

remember_notes()


def _place() -> tuple[str, str | None]:
    """Where this process is, and the home that its environment names."""
    with suppress(FileNotFoundError):
        return str(Path.cwd()), os.environ.get("REFEREE_HOME")
    return "", None


PLACE = _place()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the deep forms of tests too")
    parser.addoption("--checkpoint", action="store_true", help="let every command begin at a checkpoint and keep one")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Tools())
    config.pluginmanager.register(Depth(config))
    if config.getoption("--checkpoint"):
        session.EVERY = 1
    elif not config.getoption("--long"):
        remember_records()
    if not hasattr(config, "workerinput"):  # a worker sees a part of the tests; who gives them out sees all
        write(*(Path(__file__).parent / name / name for name in ("claims", "oxo")))
        config.pluginmanager.register(Ran(Path(__file__).with_name("attacks.toml")))
    else:
        config.pluginmanager.register(Quiet())


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: it is not looked through for garbage, neither now nor later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(400_000)  # as the command does
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems() -> None:
    """What Hypothesis draws hangs on the test alone. Else it reads all our modules that are loaded, and draws of what
    they name: a test would see other values alone than among all others, and each process would read a thousand files.
    """
    if "hypothesis" in sys.modules:
        from hypothesis.internal.conjecture import providers

        providers._get_local_constants = lambda: providers._local_constants


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """A file of tests that leaves its process in another place fails itself, instead of those behind it."""
    done = yield
    if nextitem is None or nextitem.path != item.path:
        left = _place()
        os.chdir(PLACE[0])
        assert left == PLACE, f"{item.path.name} leaves its process elsewhere"
    return done


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """pytest looks for garbage five times as it leaves, in all that the tests have made."""
    gc.freeze()


@pytest.fixture
def stop_at() -> Iterator[Callable[[int, BaseException], list[str]]]:
    """A function that makes the n-th change on disk raise; the list it gives fills with the changes that happen."""

    def arrange(number: int, error: BaseException) -> list[str]:
        passed: list[str] = []

        def hook(effect: str) -> None:
            if len(passed) == number:
                raise error
            passed.append(effect)

        effects[:] = [hook]
        return passed

    yield arrange
    effects.clear()
