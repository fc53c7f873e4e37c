"""A folder and a home."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.store import Folder, Home


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "game")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")
