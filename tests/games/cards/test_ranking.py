"""The ranking: treasures where they help most, the weakest colour first, equal rows equal places."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from referee.games.cards.cases import Given, state_of
from referee.games.cards.rules.ending import outcome, result_of
from referee.games.cards.state import VictoryPile, change
from referee.kernel.game import Outcome


def best_by_trying(cards: tuple[int, ...], treasures: int) -> tuple[int, ...]:
    """The best ascending row over every way to share the treasures out."""
    rows = []
    for shared in combinations_with_replacement(range(4), treasures):
        rows.append(tuple(sorted(count + shared.count(colour) for colour, count in enumerate(cards))))
    return max(rows)


def test_treasures_go_where_they_help_most() -> None:
    for first, second, third, fourth in product(range(5), repeat=4):
        for treasures in range(8):
            pile = VictoryPile((first, second, third, fourth), treasures)

            assert result_of(pile) == best_by_trying(pile.cards, treasures), pile


@pytest.mark.parametrize(
    ("piles", "ranks"),
    [
        (((4, 4, 6, 9), (4, 5, 5, 5)), (2, 1)),
        (((4, 5, 5, 5), (5, 5, 4, 5)), (1, 1)),
        (((1, 1, 1, 1), (0, 9, 9, 9), (1, 1, 1, 1)), (1, 3, 1)),
        (((0, 9, 9, 9), (0, 9, 9, 9), (1, 1, 1, 1)), (2, 2, 1)),
    ],
)
def test_the_weakest_colour_counts_then_the_next(
    piles: tuple[tuple[int, int, int, int], ...], ranks: tuple[int, ...]
) -> None:
    state = state_of(Given(seats=len(piles)))
    over = change(state, piles=tuple(VictoryPile(cards) for cards in piles), frames=(), ending="cards")

    assert outcome(over) == Outcome("cards", ranks, tuple(tuple(sorted(cards)) for cards in piles))


def test_there_is_no_result_while_the_game_runs() -> None:
    assert outcome(state_of(Given())) is None
