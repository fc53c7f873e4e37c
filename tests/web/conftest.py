"""One Chromium for all tests of pages that run in a process."""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.chromium import browser


@pytest.fixture(scope="session")
def launched() -> Iterator[tuple[Any, AbstractEventLoop]]:
    """The browser, and the loop of what drives it."""
    with browser() as started:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield started, loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def chromium(launched: tuple[Any, AbstractEventLoop]) -> Iterator[Any]:
    """The browser, for one test. Its loop counts as running between two calls, so that no other could run in this
    thread: between two tests it does not.
    """
    started, loop = launched
    asyncio._set_running_loop(loop)
    yield started
    asyncio._set_running_loop(None)
