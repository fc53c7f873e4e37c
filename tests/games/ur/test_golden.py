"""Whole games, one for each way to end, as texts that are rebuilt from their orders."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.ur import GAME
from tests.games.ur.playthrough import retold

GAMES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_played_again_reads_the_same(path: Path) -> None:
    text = path.read_text("utf-8")

    assert retold(text) == text


def test_there_is_a_game_for_every_way_to_end() -> None:
    endings = {path.read_text("utf-8").rstrip().rsplit("\n", 1)[1].split(":")[0] for path in GAMES}

    assert endings == set(GAME.info.endings)
