"""Treasures are spread as the rules say, and what is told of them is what is compared."""

from __future__ import annotations

from itertools import product

from referee.kernel.tallies import lowest_first, spread_treasures


def raised(points: tuple[int, ...], treasures: int) -> tuple[int, ...]:
    """The rule word for word: each treasure raises what is lowest then."""
    colours = sorted(points)
    for _ in range(treasures):
        colours[0] += 1
        colours.sort()
    return tuple(colours)


def test_treasures_go_to_the_weakest_one_after_the_other() -> None:
    for points in product(range(5), repeat=4):
        for treasures in range(4):
            shares = spread_treasures(points, treasures)

            assert sum(shares) == treasures
            assert tuple(sorted(map(sum, zip(points, shares, strict=True)))) == raised(points, treasures)
            assert lowest_first(points, treasures) == raised(points, treasures)


def test_of_equal_colours_the_last_is_raised() -> None:
    assert spread_treasures((3, 1, 1, 5), 1) == (0, 0, 1, 0)
    assert spread_treasures((2, 2, 2, 2), 3) == (0, 1, 1, 1)
