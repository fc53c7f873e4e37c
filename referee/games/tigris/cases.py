"""The case book: plays one case of the exchange format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.tigris.state import State


def run_case(case: dict[str, Any]) -> Sequence[tuple[str, str, str]]:
    """(where, expected, found) for whatever differs."""
    raise NotImplementedError


__all__ = ["State", "run_case"]
