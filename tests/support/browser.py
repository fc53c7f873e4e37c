"""A browser without a window, for pictures of pages and for the tests of pages: Debian's Chromium, if it is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SMALL = "chromium-headless-shell"
"""The same one without what a window needs: it takes two thirds of the time."""
PROGRAM = SMALL if which(SMALL) else "chromium"
ARGUMENTS = (*("--no-sandbox", "--disable-gpu"), *("--renderer-process-limit=1", "--disable-site-isolation-trials"))
"""Nobody looks: it draws without a GPU. Every page has an address of its own, and with it a process, which takes longer
to start than to draw most pages: all are drawn by one.
"""


@contextmanager
def launch() -> Iterator[Browser]:
    """The browser, until the block ends; playwright downloads none of its own."""
    from playwright.sync_api import sync_playwright  # for whoever develops alone

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=which(PROGRAM), args=ARGUMENTS)
        yield browser
        browser.close()
