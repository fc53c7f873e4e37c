"""Loaded dice for the pages of the documentation: what is drawn at random there is the same in every run.

Python loads this by itself where the folder is on its path, which only scripts/transcripts.py does. Nothing that is
installed knows of it.
"""

import hashlib
import os
import secrets
from pathlib import Path


def _token_bytes(nbytes: int | None = None) -> bytes:
    count = Path(os.environ["REFEREE_PAGE_DICE"])
    throws = int(count.read_text() if count.exists() else "0") + 1
    count.write_text(str(throws))
    return hashlib.shake_256(f"a page, throw {throws}".encode()).digest(nbytes or 32)


if "REFEREE_PAGE_DICE" in os.environ:
    secrets.token_bytes = _token_bytes
