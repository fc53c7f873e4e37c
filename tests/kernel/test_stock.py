"""What is drawn again after a step back: by whoever drew it first, in the same order, and by others only at the end."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import pytest

from referee.kernel.dice import below, stream
from referee.kernel.errors import BrokenState
from referee.kernel.goods import Stock, Taker
from tests.table.second_table import Bag

SIZE = 8
ANNA, BERT = 0, 1
Draws = Sequence[tuple[Taker, int]]


def drawn(stock: Stock, draws: Draws) -> tuple[list[tuple[int, ...]], Stock]:
    """The positions of each draw, and what is left."""
    found = []
    for taker, count in draws:
        positions, stock = stock.take(taker, count, SIZE)
        found.append(positions)
    return found, stock


@pytest.mark.parametrize(
    ("first", "again", "expected"),
    [
        ([(ANNA, 2), (BERT, 1)], [(ANNA, 2), (BERT, 1)], [(0, 1), (2,)]),
        ([(ANNA, 2), (BERT, 1)], [(BERT, 1), (ANNA, 2)], [(2,), (0, 1)]),
        ([(ANNA, 2), (BERT, 1)], [(BERT, 3), (ANNA, 1)], [(2, 3, 4), (0,)]),
        ([(ANNA, 1), (BERT, 1), (ANNA, 1)], [(ANNA, 1), (ANNA, 3)], [(0,), (2, 3, 4)]),
        ([("hill", 1), (ANNA, 1)], [(ANNA, 2), ("hill", 1), ("cave", 1)], [(1, 2), (0,), (3,)]),
        ([(ANNA, 3)], [(BERT, 5), (BERT, 2)], [(3, 4, 5, 6, 7), (2, 1)]),
    ],
    ids=["as before", "the other first", "more than before", "in two draws", "face down on a place", "the pile ends"],
)
def test_goods_of_undone_steps_go_to_those_who_had_them(
    first: Draws, again: Draws, expected: list[tuple[int, ...]]
) -> None:
    _, later = drawn(Stock(), first)

    assert drawn(later.back_to(Stock()), again)[0] == expected


def test_after_two_steps_back_in_a_row_all_that_was_ever_drawn_is_kept_for_its_first_taker() -> None:
    _, once = drawn(Stock(), [(ANNA, 2), (BERT, 2)])
    _, twice = drawn(once.back_to(Stock()), [(BERT, 3)])

    assert drawn(twice.back_to(Stock()), [(ANNA, 3), (BERT, 3)])[0] == [(0, 1, 5), (2, 3, 4)]


def test_going_back_part_of_the_way_returns_what_was_drawn_since_and_no_more() -> None:
    _, then = drawn(Stock(), [(ANNA, 2)])
    _, later = drawn(then, [(BERT, 2), (ANNA, 1)])

    assert later.back_to(then) == Stock((ANNA, ANNA, BERT, BERT, ANNA), (2, 3, 4))


def test_a_pile_gives_no_more_than_lies_in_it() -> None:
    _, later = drawn(Stock(), [(ANNA, 3), (BERT, 3)])
    with pytest.raises(BrokenState) as refused:
        later.back_to(Stock((ANNA,) * 3)).take(ANNA, 6, SIZE)

    assert refused.value.code == "pile-too-small"


@pytest.mark.parametrize("world", range(20))
def test_a_second_reading_of_the_page_gives_everybody_the_same_goods(world: int) -> None:
    words = stream(sha256(f"stock {world}".encode()).digest(), "draws")
    size = 30
    stock, bag, trail = Stock(), Bag(size), [Stock()]
    bag.keep()
    found = []
    for _ in range(25):
        if len(trail) > 2 and below(words, 4) == 0:
            step = 1 + below(words, len(trail) - 1)
            stock = stock.back_to(trail[step - 1])
            bag.go_back(step - 1)
            trail, bag.kept = trail[:step], bag.kept[:step]
        left = size - stock.drawn + len(stock.returned)
        taker, count = below(words, 3), min(left, below(words, 5))
        positions, stock = stock.take(taker, count, size)
        found.append((list(positions), bag.draw(str(taker), count)))
        trail.append(stock)
        bag.keep()

    assert [one for one, _ in found] == [two for _, two in found]
