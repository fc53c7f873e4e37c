"""The programs that play, in the short form of `scripts/rate_bots.py`: they win, come to an end, and do so again."""

from __future__ import annotations

import pytest

from referee.games import built_in
from referee.kernel.bot import GOOD, GREEDY
from scripts.rate_bots import RANDOM, Result, Row, game_of, interval, line, rated, rows_of, table
from tests.long_runs import of

LONGEST = {"cards": 120, "civilization": 160, "tigris": 160, "ur": 160}
"""Turns of a game of programs alone; people need about half of them."""


def every(*short: str) -> list[object]:
    """All games; in a short run these alone, so that each game is played once in the two tests together."""
    return [pytest.param(name, marks=() if name in short else pytest.mark.long) for name in built_in()]


@pytest.mark.parametrize("name", every("civilization", "tigris"))
def test_a_program_beats_random_orders(name: str) -> None:
    row = rows_of(name)[1]
    found = [game_of(row, number) for number in range(of(1, 8))]

    assert row.seats[0] == GOOD
    assert set(row.seats[1:]) == {RANDOM}
    assert sum(result.won for result in found) >= 0.95 * len(found)


@pytest.mark.parametrize("name", every("cards", "ur"))
def test_a_game_of_programs_ends_within_the_turns_that_people_take(name: str) -> None:
    row = rows_of(name)[4]
    found = [game_of(row, number) for number in range(of(1, 8))]

    assert set(row.seats) == {GOOD, GREEDY}
    assert max(result.turns for result in found) <= LONGEST[name]


def test_a_game_has_one_course() -> None:
    row = Row("ur", GOOD, (GOOD, GREEDY, GREEDY))
    first, again = game_of(row, 3), game_of(row, 3)

    assert (first.won, first.turns, first.orders, first.answers) == (
        again.won,
        again.turns,
        again.orders,
        again.answers,
    )


def test_the_interval_is_that_of_wilson() -> None:
    """Values from the paper's formula, worked out by hand: 8 of 10, and the ends."""
    assert tuple(round(end, 4) for end in interval(8, 10)) == (0.4902, 0.9433)
    assert interval(0, 10)[0] == 0.0
    assert interval(10, 10)[1] == 1.0


def test_a_row_says_what_was_won_and_whether_that_is_enough() -> None:
    row = Row("ur", GOOD, (GOOD, RANDOM, RANDOM), 95)
    entry = rated(row, [Result(1.0, 40, 100, 30, 0.1, 0.01)])
    lost = rated(row, [Result(0.0, 40, 100, 30, 0.1, 0.01)])

    assert (entry["won"], entry["found"], lost["found"]) == (100.0, "reached", "missed")
    assert line(lost).startswith("ur: good among good random random")
    assert "of 95 missed" in line(lost)


def test_every_game_has_rows_for_both_levels() -> None:
    for name in built_in():
        assert {row.who for row in rows_of(name)} == {GOOD, GREEDY, "any"}
    assert table((), 1, 1, print) == []
