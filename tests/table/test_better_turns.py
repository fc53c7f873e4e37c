"""After a practice game turns are named in which more was to be had, by what was really there, the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.practice.better_turns import BetterTurn, better_turns
from referee.practice.open_table import open_practice
from referee.practice.opponents import Opponents
from referee.record.store import DataFolder, GameFolder
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.record.store.disk import count_effects, everything
from tests.support.dishonest.light import light
from tests.support.dishonest.run import tell

TURNS = 6
"""After so many the bot has found more."""


def dull_game(place: Path) -> tuple[Path, Path, str]:
    """A game of Ur in which the player does nothing but end each turn, by agreement over after some of them, else as
    the rules have it; home, folder, and the last lines.
    """
    home, folder = place / "home", place / "game"
    assert inside(["practice", "ur", "--seed", "3", "--folder", folder], home, place)[0] == 0
    said = ""
    for _ in range(of(TURNS, 80)):
        session = open_practice(GameFolder(folder), DataFolder(home), "en")
        if session.position.over:
            break
        game, seat = session.table.game, session.eyes.seat or 0
        legal = [*map(game.notation.format_order, game.legal_orders(session.position.state, seat, session.own))]
        order = next((one for one in legal if one.startswith("swap")), legal[0])
        code, said, errors = inside(["move", order, "--yes"], home, folder)
        assert code == 0, errors
    else:
        code, said, errors = inside(["consent", "end", "draw", "--yes"], home, folder)
        assert code == 0, errors
    return home, folder, said


def test_turns_are_named_at_the_end_and_their_orders_are_taken(tmp_path: Path) -> None:
    """What is named works there: back before the step it is played as it stands."""
    home, folder, said = dull_game(tmp_path)
    found = better_turns(Opponents(GameFolder(folder)), 0, None)

    assert 0 < len(found) <= 3 and list(found) == sorted(found, key=lambda one: one.step)
    assert better_turns(Opponents(GameFolder(folder)), 0, None) == found
    lines = said.split("Turns for which the bot good found more")[1].splitlines()[1:]
    assert [" ".join(line.split()[:4]) for line in lines if line.startswith("  before")] == [
        f"before step {one.step}: you" for one in found
    ]
    assert all(isinstance(one, BetterTurn) and one.points > 0 and one.played != one.better for one in found)
    for one in reversed(found):
        assert inside(["practice", "--back", str(one.step), "--yes"], home, folder)[0] == 0
        code, _, errors = inside(["move", ", ".join(one.better), "--yes"], home, folder)
        assert code == 0, errors


def test_with_a_masked_deck_no_turn_is_named(tmp_path: Path) -> None:
    """Nobody has what was really there."""
    words = ["practice", "tigris", "--seats", "2", "-o", "deal=masked", "--folder", tmp_path / "game"]
    with light():
        assert inside(words, tmp_path / "home", tmp_path)[0] == 0
        assert better_turns(Opponents(GameFolder(tmp_path / "game")), 0, None) == ()


def test_nothing_is_named_before_the_end_and_nothing_is_written(tmp_path: Path) -> None:
    """Whoever plays sees no turn of a running game valued by what is really there, and no stop can leave a trace."""
    home, folder = tmp_path / "home", tmp_path / "game"
    assert inside(["practice", "tigris", "--seed", "11", "--folder", folder], home, tmp_path)[0] == 0
    said = inside(["move", "leader priest I6, place temple I8", "--yes"], home, folder)[1]
    said += "".join(inside(words, home, folder)[1] for words in ([], ["status", "--json"], ["log"], ["show"]))
    before = everything(tmp_path)

    assert "Turns for which" not in said
    assert count_effects(lambda: better_turns(Opponents(GameFolder(folder)), 0, None)) == 0
    assert everything(tmp_path) == before


@pytest.mark.parametrize("seed", range(of(3, 40)))
def test_bent_files_of_the_others_name_no_turn_that_nobody_played(seed: int) -> None:
    assert tell(seed, "better turns bent").found == []
