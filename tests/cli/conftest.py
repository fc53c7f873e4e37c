"""People with a home and a place to begin in, and the game that a file of tests is about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.folders import lay
from tests.cli.players import Player


@pytest.fixture
def people(tmp_path: Path) -> Callable[[str], Player]:
    return lambda name: Player(tmp_path, name)


@pytest.fixture
def game(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder with the game that a file of tests is about: its `MATCH`."""
    return lay(tmp_path / "game", request.module.MATCH.files)
