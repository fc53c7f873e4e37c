"""People with a home and a place to begin in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.players import Player


@pytest.fixture
def people(tmp_path: Path) -> Callable[[str], Player]:
    return lambda name: Player(tmp_path, name)
