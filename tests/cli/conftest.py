"""People with a home and a place to begin in, and the game that a file of tests is about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.record.store import DataFolder, GameFolder
from referee.session.session import Session, open_session
from tests.cli.games_on_disk import home_of, lay
from tests.cli.typing_players import Player


@pytest.fixture
def people(tmp_path: Path) -> Callable[[str], Player]:
    return lambda name: Player(tmp_path, name)


@pytest.fixture
def home(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The home of the person whom a file of tests is about: its `WHO`."""
    return home_of(tmp_path, request.module.WHO)


@pytest.fixture
def session(game: Path, home: Path) -> Session:
    """The session of that person in that game."""
    return open_session(GameFolder(game), DataFolder(home))


@pytest.fixture
def game(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder with the game that a file of tests is about: its `MATCH`."""
    return lay(tmp_path / "game", request.module.MATCH.files)
