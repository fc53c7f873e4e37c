"""A browser without a window, for pictures of pages and for the tests of pages: Debian's Chromium, if it is there."""

from __future__ import annotations

from shutil import which

SMALL = "chromium-headless-shell"
"""The same one without what a window needs: it takes two thirds of the time."""
PROGRAM = SMALL if which(SMALL) else "chromium"
