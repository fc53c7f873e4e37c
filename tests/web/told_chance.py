"""What would be drawn by chance, told by the name of the home alone: two games of the same people are the same."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path


def drawn(length: int | None = None) -> bytes:
    """The same bytes for the same home, whoever asks, and how often."""
    home = Path(os.environ.get("REFEREE_HOME", "")).name
    return hashlib.shake_256(home.encode()).digest(length or 32)
