"""The programs that play, in the short form of `scripts/rate_bots.py`: they win, come to an end, and do so again."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import asdict, replace

from referee.games import built_in, find
from referee.games.ur.bot import GOOD_WEIGHTS
from referee.kernel.bot import GOOD, GREEDY
from scripts.rate_bots import (
    RANDOM,
    Result,
    Row,
    changed_weights,
    dealt_table,
    duel,
    game_of,
    games_worth,
    interval,
    line,
    rated,
    rows_of,
    table,
    with_values,
)
from tests.long_runs import of

LONGEST = {"cards": 120, "civilization": 160, "tigris": 160, "ur": 160}
"""Turns of a game of programs alone; people need about half of them."""


def every(*short: str) -> list[object]:
    """All games; in a short run these alone, the same in no two tests."""
    return [pytest.param(name, marks=() if name in short else pytest.mark.long) for name in built_in()]


@pytest.mark.long
@pytest.mark.parametrize("name", every("tigris"))
def test_a_program_beats_random_orders(name: str) -> None:
    row = rows_of(name)[1]
    found = [game_of(row, number) for number in range(of(1, 3))]

    assert row.seats[0] == GOOD
    assert set(row.seats[1:]) == {RANDOM}
    assert sum(result.won for result in found) >= 0.95 * len(found)


@pytest.mark.long
@pytest.mark.parametrize("name", every("ur"))
def test_a_game_of_programs_ends_within_the_turns_that_people_take(name: str) -> None:
    row = rows_of(name)[4]
    found = [game_of(row, number) for number in range(of(1, 3))]

    assert set(row.seats) == {GOOD, GREEDY}
    assert max(result.turns for result in found) <= LONGEST[name]


def test_a_game_has_one_course() -> None:
    """A usual run plays the quick level; the good one is played twice in a duel below."""
    row = of(Row("ur", RANDOM, (GREEDY, GREEDY, RANDOM)), Row("ur", GOOD, (GOOD, GREEDY, GREEDY)))
    first, again = game_of(row, 3), game_of(row, 3)

    assert replace(first, spent=()) == replace(again, spent=())
    assert len(first.spent) == len(again.spent) > sum(first.kinds.values()) > 0


def test_the_interval_is_that_of_wilson() -> None:
    """Values from the paper's formula, worked out by hand: 8 of 10, and the ends."""
    assert tuple(round(end, 4) for end in interval(8, 10)) == (0.4902, 0.9433)
    assert interval(0, 10)[0] == 0.0
    assert interval(10, 10)[1] == 1.0


def test_games_of_one_deal_count_by_what_the_deals_differ() -> None:
    """Who wins each deal from one seat and loses it from the other has shown as little of luck as can be; who wins both
    or none has played half as many games as it seems.
    """
    assert games_worth([1, 0] * 20, 2) == 40
    assert round(games_worth([1, 1, 0, 0] * 10, 2), 6) == 19
    assert round(games_worth([1, 0, 1, 1] * 10, 2), 6) == 57
    assert games_worth([1, 1], 2) == games_worth([0, 1], 2) == 2


def test_each_deal_is_played_from_every_seat() -> None:
    row = Row("ur", GREEDY, (GREEDY, RANDOM, RANDOM))
    firsts = [dealt_table(row, number)[0].state.board.faces for number in range(6)]

    assert len(set(firsts[:3])) == len(set(firsts[3:])) == 1
    assert firsts[0] != firsts[3]


def test_a_row_says_what_was_won_and_whether_that_is_enough() -> None:
    row = Row("ur", GOOD, (GOOD, RANDOM, RANDOM), 95)
    entry = rated(row, [Result(1.0, 40, 100, "ziggurats", (0.02, 0.01, 0.03), {"Swap": 2})])
    lost = rated(row, [Result(0.0, 40, 100, "no-swap", (0.01,))])

    assert (entry["won"], entry["found"], lost["found"]) == (100.0, "reached", "missed")
    assert (entry["cpu_ms"], entry["endings"], entry["kinds"]) == ([20.0, 30.0], {"ziggurats": 1}, {"Swap": 2})
    assert line(lost).startswith("ur: good among good random random")
    assert "of 95 missed" in line(lost)


def test_every_game_has_rows_for_all_its_levels() -> None:
    for name in built_in():
        assert {row.who for row in rows_of(name)} == {*find(name).levels, "any"}
    assert table((), 1, 1, print) == []


QUICK = with_values(GOOD_WEIGHTS, ["width=1", "budget=5", "plans=1", "later=5"])


def test_weights_are_named_on_the_command_line() -> None:
    found = with_values(GOOD_WEIGHTS, ["rivals=70", "strength=0,1,2,3,4,5"])

    assert (found.rivals, found.strength) == (70, (0, 1, 2, 3, 4, 5))
    assert {name for name, value in asdict(found).items() if value != getattr(GOOD_WEIGHTS, name)} == {
        "rivals",
        "strength",
    }


def test_a_step_changes_few_weights_and_none_that_is_fixed() -> None:
    fixed = ("width", "budget", "plans", "later", "strength")
    for seed in range(20):
        tried = changed_weights(GOOD_WEIGHTS, random.Random(seed), fixed)
        other = {name for name, value in asdict(tried).items() if value != getattr(GOOD_WEIGHTS, name)}

        assert 1 <= len(other) <= 3
        assert not other & {*fixed}
        assert changed_weights(GOOD_WEIGHTS, random.Random(seed), fixed) == tried


@pytest.mark.long
def test_a_duel_has_one_course() -> None:
    first, again = (duel("ur", QUICK, RANDOM, 7, 1) for _ in range(2))

    assert (first["games"], first["who"]) == (3, "tried")
    assert {**first, "cpu_ms": []} == {**again, "cpu_ms": []}


@pytest.mark.long
def test_a_duel_has_as_many_seats_and_the_level_that_was_asked_for() -> None:
    found = duel("ur", QUICK, GREEDY, 7, 1, seats=4, level=GREEDY)

    assert (found["games"], found["seats"]) == (4, ["tried", GREEDY, GREEDY, GREEDY])
    assert found["won"] == 25.0  # it is one of them
