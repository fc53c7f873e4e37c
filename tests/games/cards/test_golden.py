"""The golden games show all that can be ordered. That they read the same and how they end, the contract asks."""

from __future__ import annotations

from pathlib import Path

from referee.games.cards import GAME

GAMES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def test_there_is_a_game_for_every_number_of_players() -> None:
    seats = {int(path.read_text("utf-8").split("\n")[2].removeprefix("seats: ")) for path in GAMES}

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
