"""A running game in the folders of its people, made once and copied for each test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.table.intake.mails import AT_TABLE
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import STRANGER, small


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small game, three steps played, in the folders of its people."""
    root = tmp_path_factory.mktemp("laid_out")
    materialize(small(), root, AT_TABLE, steps=3)
    return root


@pytest.fixture
def table(laid_out: Path, tmp_path: Path) -> dict[str, Person]:
    """A copy of these folders."""
    shutil.copytree(laid_out, tmp_path, dirs_exist_ok=True)
    return {name: Person(name, tmp_path, keyless=name == STRANGER) for name in AT_TABLE}
