"""The case book runner; written with the first cases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def run_case(case: dict[str, Any]) -> Sequence[tuple[str, str, str]]:
    """Nothing yet."""
    return ()
