"""A folder, a home, and a disk that stops at the n-th change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.record.store import Folder, Home, effects


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "game")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def stop_at() -> Iterator[Callable[[int, BaseException], list[str]]]:
    """A function that makes the n-th change on disk raise; the list it gives fills with the changes that happen."""

    def arrange(number: int, error: BaseException) -> list[str]:
        passed: list[str] = []

        def hook(effect: str) -> None:
            if len(passed) == number:
                raise error
            passed.append(effect)

        effects[:] = [hook]
        return passed

    yield arrange
    effects.clear()
