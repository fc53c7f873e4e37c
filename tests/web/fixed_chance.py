"""What would be drawn by chance, told by the name of the home and a word: two games of the same people are the same."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path


def drawn_by(word: str) -> Callable[[int | None], bytes]:
    """What draws the same bytes for the same home and word, whoever asks, and how often."""

    def drawn(length: int | None = None) -> bytes:
        home = Path(os.environ.get("REFEREE_HOME", "")).name
        return hashlib.shake_256(f"{word}{home}".encode()).digest(length or 32)

    return drawn


def drawn_in_turn(word: str) -> Callable[[int | None], bytes]:
    """The same, but what one home draws differs from time to time, as the two keys of a host who plays must."""
    counts = Counter[str]()

    def drawn(length: int | None = None) -> bytes:
        home = Path(os.environ.get("REFEREE_HOME", "")).name
        counts[home] += 1
        return hashlib.shake_256(f"{word}{home}{counts[home]}".encode()).digest(length or 32)

    return drawn
