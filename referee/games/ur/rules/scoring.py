"""Chapter 10: the best series a player can form.

Series are built greedily, the longest first: series j holds every type of which there are at least j tiles. Their
lengths majorise those of any other partition, and both parts of the score (points of the series, and what the
ziggurats add to the longest ones) grow with majorisation, so both are largest together.
`test_greedy_series_score_what_exhaustive_search_finds` compares this with every partition.

Source: UR 10.1, UR 10.2, UR 10.3; rulings G-6, G-15, G-16.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.games.ur.board import TileBoard, cells_of
from referee.games.ur.data import LETTERS, SERIES_POINTS
from referee.kernel.requests import Seat

JOKER = "+"
"""Stands for the ziggurat in a series."""


class SeriesScore(msgspec.Struct, frozen=True, gc=False):
    """Points, the face the hand tile counts as, and the series, longest first."""

    points: int
    face: str
    series: tuple[str, ...]


def tally(board: TileBoard, seat: Seat) -> tuple[int, ...]:
    """How many tiles of each type, in the order of `LETTERS`, `seat` holds; ziggurat tiles do not count.

    Source: UR 10.1.
    """
    faces = [board.faces[cell] for cell in cells_of(board.held[seat])]
    return tuple(faces.count(letter) for letter in LETTERS)


def best_series(counts: Sequence[int], ziggurats: int) -> tuple[str, ...]:
    """The best series from `counts` tiles of each type: `("ATWCP+", "ATWP", "A")`.

    Source: UR 10.2; ruling G-15 (a ziggurat without a series is one of its own).
    """
    series = [
        "".join(letter for letter, count in zip(LETTERS, counts, strict=True) if count > rank)
        for rank in range(max(counts, default=0))
    ]
    series += [""] * (ziggurats - len(series))
    return tuple(text + JOKER if rank < ziggurats else text for rank, text in enumerate(series))


def points_of(series: Sequence[str]) -> int:
    """The points of all `series` together.

    Source: UR 10.3.
    """
    return sum(SERIES_POINTS[len(text)] for text in series)


def score(board: TileBoard, seat: Seat, hand: str) -> SeriesScore:
    """The best result of `seat`, with the better face of its hand tile (the first one if both are as good).

    Source: UR 10.1, UR 10.2, UR 10.3.
    """
    return best_score(tally(board, seat), board.marked[seat].bit_count(), hand)


def best_score(counts: Sequence[int], ziggurats: int, hand: str) -> SeriesScore:
    """The best result of a collection of tiles with the hand tile `hand` (two letters; none if empty).

    Source: UR 10.1, UR 10.2, UR 10.3.
    """
    results = []
    for face in hand or "-":
        with_hand = [count + (letter == face) for letter, count in zip(LETTERS, counts, strict=True)]
        series = best_series(with_hand, ziggurats)
        results.append(SeriesScore(points_of(series), face, series))
    return max(results, key=lambda result: result.points)
