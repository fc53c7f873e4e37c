"""The contract suite: one test for each promise and game, on positions from random games.

`REFEREE_CONTRACT_GAMES=20 pytest tests/games/contract` plays more games; `scripts/fuzz.py GAME` goes on for hours.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from referee.games import find
from referee.kernel.dice import stream
from tests.games.contract import promises
from tests.games.contract.playout import GAMES_PER_OPTION_SET, Playout, Table, option_sets, playout, sets_of, tables
from tests.games.contract.public_facts import depends_on_public_facts_only
from tests.games.known import GAMES
from tests.long_runs import of

POSITIONS_PER_GAME = of(2, 8)
CLOSE_LOOK = of(40, 400)
"""Positions of the two games in which every decision is looked at."""


@cache
def finished(name: str) -> tuple[Playout, ...]:
    """Random games under every set of options; the promises of single steps have been checked on the way."""
    return tuple(
        playout(find(name), options, seed, POSITIONS_PER_GAME, promises.every_step)
        for options in option_sets(name)
        for seed in range(GAMES_PER_OPTION_SET)
    )


@cache
def positions(name: str) -> tuple[Table, ...]:
    """The positions kept from all those games, set-ups and ends included."""
    return tuple(table for game in finished(name) for table in (game.first, *game.kept, game.last))


@cache
def spellings(name: str) -> tuple[str, ...]:
    """Orders that were legal in one of the positions."""
    spell = find(name).notation.format_order
    found = {spell(move) for table in positions(name) for seat in table.asked for move in table.superset(seat)}
    return tuple(sorted(found))


def chance(label: str) -> Iterator[int]:
    return stream(b"contract", label)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_ends_and_keeps_its_invariants_on_the_way(name: str) -> None:
    for game in finished(name):
        promises.ends_properly(game.last, chance("end"))


@pytest.mark.parametrize("promise", promises.AT_A_POSITION, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_at_every_position_a_game(name: str, promise: promises.Promise) -> None:
    words = chance(promise.__name__)

    for table in positions(name):
        promise(table, words)


@pytest.mark.parametrize("name", [name for name in GAMES if find(name).info.maskable])
def test_the_goods_of_the_set_up_hang_on_options(name: str) -> None:
    """A deck that nobody sees is mixed, and its first hands opened, before the public chance has spoken."""
    for game in finished(name):
        promises.can_be_masked(game.first)


@pytest.mark.parametrize("name", GAMES)
def test_orders_of_other_positions_are_refused_under_a_listed_rule(name: str) -> None:
    words = chance("foreign")

    for table in positions(name):
        promises.refuses_what_it_does_not_list(table, words, spellings(name))


@pytest.mark.parametrize("name", GAMES)
def test_another_deal_of_what_nobody_sees_changes_no_public_fact(name: str) -> None:
    words = chance("elsewhere")

    for game in finished(name):
        for table in (game.first, *game.kept):
            depends_on_public_facts_only(table, words, game.last.orders[len(table.orders) :])


@pytest.mark.parametrize("seats_index", (0, -1), ids=("fewest seats", "most seats"))
@pytest.mark.parametrize("name", GAMES)
def test_at_every_decision_of_a_game_accepted_is_what_is_enumerated(name: str, seats_index: int) -> None:
    seats = find(name).info.seats[seats_index]
    options = next(options for options in sets_of(find(name).info) if options.seats == seats)
    words = chance("close look")

    for _, table in zip(range(CLOSE_LOOK), tables(find(name), options, seed=1000), strict=False):
        promises.lists_moves_in_order(table, words)
        promises.accepts_what_it_lists(table, words)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_is_the_same_game(name: str) -> None:
    again = playout(find(name), option_sets(name)[0], 0, POSITIONS_PER_GAME)

    assert again == finished(name)[0]
