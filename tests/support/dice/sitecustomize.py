"""Loaded dice, and a clock that is set, for the pages of the documentation: what is drawn at random there is the same
in every run, and so is the day where a page sets one. No page cuts the power, so nothing waits for the disk.

Python loads this by itself where the folder is on its path, which only support/page_stages.py does. Nothing that is
installed knows of it. What a page has loaded or set is seen when it is asked for: one warm process serves all pages.
"""

import datetime as dt
import hashlib
import os
import secrets
from pathlib import Path

_drawn = secrets.token_bytes


def _token_bytes(nbytes: int | None = None) -> bytes:
    if "REFEREE_PAGE_DICE" not in os.environ:
        return _drawn(nbytes)
    count = Path(os.environ["REFEREE_PAGE_DICE"])
    throws = int(count.read_text() if count.exists() else "0") + 1
    count.write_text(str(throws))
    return hashlib.shake_256(f"a page, throw {throws}".encode()).digest(nbytes or 32)


class _Clock(dt.datetime):
    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> "_Clock":
        """What the clock of the page says, if it has one."""
        if "REFEREE_PAGE_CLOCK" not in os.environ:
            return super().now(tz)
        said = cls.fromisoformat(Path(os.environ["REFEREE_PAGE_CLOCK"]).read_text())
        return said.astimezone(tz)


def _as_if_synced(descriptor: int) -> None: ...


os.fsync = _as_if_synced
secrets.token_bytes = _token_bytes
dt.datetime = _Clock  # type: ignore[misc]
