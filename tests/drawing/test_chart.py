"""A chart of points: each line goes where the points went, and names, colours and dashes tell all of them apart."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from referee.drawing.chart import HIGH, LEFT, LINES, RIGHT, WIDE, chart
from referee.drawing.stylesheet import THEMES, Theme
from tests.drawing.sights import SIGHTS, contrast

SEATS = 6


def corners(line: str) -> list[tuple[float, float]]:
    """The corners of a path of level and upright lines."""
    x = y = 0.0
    found = []
    for sign, first, second in re.findall(r"([MHV])([\d.]+)(?: ([\d.]+))?", line):
        x = float(first) if sign in "MH" else x
        y = float(second) if sign == "M" else float(first) if sign == "V" else y
        found.append((x, y))
    return found


def test_a_line_is_level_until_the_points_change_and_ends_at_the_last_step() -> None:
    drawn = chart([(0,), (0,), (4,), (2,), (2,)])
    right = WIDE - RIGHT
    ground, top = dict(reversed(tick) for tick in drawn.ticks)[0], dict(reversed(tick) for tick in drawn.ticks)[4]

    assert drawn.across == (right - LEFT) / 4
    assert corners(drawn.lines[0]) == [
        (LEFT, ground),
        (LEFT + 2 * drawn.across, ground),
        (LEFT + 2 * drawn.across, top),
        (LEFT + 3 * drawn.across, top),
        (LEFT + 3 * drawn.across, (ground + top) / 2),
        (right, (ground + top) / 2),
    ]


def test_lines_of_equal_points_lie_beside_one_another() -> None:
    first, second = (corners(line)[0][1] for line in chart([(1, 1), (1, 1)]).lines)

    assert 2 <= second - first <= 4


@pytest.mark.parametrize("points", [(0,) * SEATS, (9,) * SEATS, (0, 9, 0, 9, 0, 9), (5, 4, 4, 4, 4, 0)])
def test_no_name_lies_over_another_or_outside(points: tuple[int, ...]) -> None:
    heights = sorted(chart([(0,) * SEATS, points]).ends[1])

    assert all(lower - upper >= 19 for upper, lower in pairwise(heights))
    assert heights[0] > 8
    assert heights[-1] <= HIGH


def test_names_stand_in_the_order_of_the_points() -> None:
    assert [seat for _, seat in sorted((y, seat) for seat, y in enumerate(chart([(3, 1, 2)]).ends[0]))] == [0, 2, 1]


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_line_has_a_contrast_of_three_for_every_eye(theme: Theme, sight: str) -> None:
    assert [colour for colour, _ in LINES if contrast(theme[colour], theme["paper"], sight) < 3] == []


def test_lines_are_told_apart_without_their_colours() -> None:
    assert len({dashes for _, dashes in LINES}) == len(LINES) == SEATS
