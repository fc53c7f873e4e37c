"""The fuzzer takes every game there is, whoever brings it."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games import find
from scripts import fuzz
from tests.games.known import GAMES
from tests.long_runs import of


@pytest.mark.parametrize("game", GAMES)
def test_a_fuzzed_game_leaves_no_file(game: str, tmp_path: Path) -> None:
    assert fuzz.fuzz(find(game), count=of(1, 2), seed=90, positions=2, folder=tmp_path) == 0
    assert list(tmp_path.iterdir()) == []
