"""Whole games, one for each way to end, as texts that are rebuilt from their orders."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.cards import GAME
from tests.games.cards.playthrough import retold

GAMES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_played_again_reads_the_same(path: Path) -> None:
    text = path.read_text("utf-8")

    assert retold(text) == text


def test_there_is_a_game_for_every_way_to_end_and_for_every_number_of_players() -> None:
    texts = [path.read_text("utf-8") for path in GAMES]
    endings = {text.rstrip().rsplit("\n", 1)[1].split(":")[0] for text in texts}
    seats = {int(text.split("\n")[2].removeprefix("seats: ")) for text in texts}

    assert endings == set(GAME.info.endings)
    assert seats == set(GAME.info.seats)


def test_every_sort_of_order_occurs_in_the_games() -> None:
    verbs = {
        line.split("> ")[1].split()[0]
        for path in GAMES
        for line in path.read_text("utf-8").split("\n")
        if line.split("> ")[0] in ("anna", "bert", "carl", "dora")
    }

    assert verbs == {
        *("card", "catastrophe", "commit", "connect", "convert", "decline", "income", "leader", "pass", "score"),
        *("ship", "swap", "war", "withdraw"),
    }
