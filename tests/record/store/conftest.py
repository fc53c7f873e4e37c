"""A folder and a home."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.store import DataFolder, GameFolder


@pytest.fixture
def folder(tmp_path: Path) -> GameFolder:
    return GameFolder(tmp_path / "game")


@pytest.fixture
def home(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "home")
