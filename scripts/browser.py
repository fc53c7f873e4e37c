"""A browser without a window, for pictures of pages and for the tests of pages: Debian's Chromium, if it is there."""

from __future__ import annotations

PROGRAM = "chromium"
