"""Greedy series are the best ones."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from referee.games.ur.data import LETTERS, SERIES_POINTS
from referee.games.ur.rules.scoring import best_score, best_series, points_of
from referee.kernel.dice import below, stream
from tests.long_runs import of


@cache
def best_of_all(counts: tuple[int, ...], ziggurats: int) -> int:
    """The best total over every partition into series, ziggurats put wherever at most one to a series."""
    first = next((index for index, count in enumerate(counts) if count), None)
    if first is None:
        return ziggurats  # each one a series of its own
    others = [index for index, count in enumerate(counts) if count and index > first]
    best = 0
    for size in range(len(others) + 1):
        for chosen in combinations(others, size):
            rest = tuple(count - (index == first or index in chosen) for index, count in enumerate(counts))
            for joker in range(min(ziggurats, 1) + 1):
                points = SERIES_POINTS[1 + size + joker] + best_of_all(rest, ziggurats - joker)
                best = max(best, points)
    return best


def test_greedy_series_score_what_exhaustive_search_finds() -> None:
    """Random collections: up to five tiles of each type, up to five ziggurats."""
    words = stream(b"ur", "collections")
    for _ in range(of(700, 2000)):
        counts = tuple(below(words, 6) for _ in LETTERS)
        ziggurats = below(words, 6)

        assert points_of(best_series(counts, ziggurats)) == best_of_all(counts, ziggurats), (counts, ziggurats)


def test_the_better_face_of_the_hand_tile_is_taken() -> None:
    words = stream(b"ur", "hands")
    for _ in range(200):
        counts = tuple(below(words, 4) for _ in LETTERS)
        as_war = best_of_all((*counts[:2], counts[2] + 1, *counts[3:]), 1)
        as_politics = best_of_all((*counts[:4], counts[4] + 1), 1)

        assert best_score(counts, 1, "WP").points == max(as_war, as_politics)


def test_the_example_of_the_leaflet_makes_32_points() -> None:
    """Three Agriculture, two Trade, two War, one Culture, one Politics, a ziggurat, War/Politics in hand."""
    score = best_score((3, 2, 2, 1, 1), 1, "WP")

    assert (score.points, score.face, score.series) == (32, "P", ("ATWCP+", "ATWP", "A"))
