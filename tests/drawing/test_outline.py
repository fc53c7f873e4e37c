"""Outlines of squares: closed, clockwise, never crossing themselves, rounded, and the same whatever the order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.drawing.outline import loops, outline

CELLS = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20)


def area(loop: tuple[tuple[int, int], ...]) -> float:
    """Positive for a way clockwise (y points down)."""
    pairs = zip(loop, (*loop[1:], loop[0]), strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def test_a_square_is_four_corners_clockwise_from_its_upper_left() -> None:
    assert loops([(1, 2)]) == (((1, 2), (2, 2), (2, 3), (1, 3)),)


def test_straight_edges_are_one_line() -> None:
    assert loops([(0, 0), (1, 0), (2, 0)]) == (((0, 0), (3, 0), (3, 1), (0, 1)),)


def test_a_hole_is_a_way_of_its_own_the_other_way_round() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    outer, inner = loops(ring)

    assert (area(outer), area(inner)) == (9, -1)


def test_squares_that_touch_by_a_corner_keep_apart() -> None:
    assert loops([(0, 0), (1, 1)]) == (((0, 0), (1, 0), (1, 1), (0, 1)), ((1, 1), (2, 1), (2, 2), (1, 2)))


@given(CELLS)
def test_what_the_ways_enclose_is_as_large_as_the_squares(cells: frozenset[tuple[int, int]]) -> None:
    assert sum(area(loop) for loop in loops(cells)) == len(cells)


@given(CELLS)
def test_the_order_of_the_squares_does_not_matter(cells: frozenset[tuple[int, int]]) -> None:
    assert outline(sorted(cells), 48, (0, 0), 2, 9) == outline(sorted(cells, reverse=True), 48, (0, 0), 2, 9)


def test_a_path_has_a_curve_for_each_corner_and_a_line_for_each_side() -> None:
    assert outline([(0, 0)], 48, (26, 112), 2, 9) == ("M28 123q0 -9 9 -9h26q9 0 9 9v26q0 9 -9 9h-26q-9 0 -9 -9z")
