"""Points step by step as lines: one for each seat, named at its end, told apart by colour and dashes. Data alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

WIDE, HIGH = 448, 210
LEFT, RIGHT, TOP, BOTTOM = 40, 132, 14, 14
"""Margins of the lines: numbers at the left, names at the right. On a phone a letter of 16 units is 13 pixels high."""

LINES = (("ink", ""), ("mark", "12 5"), ("bank", "3 4"), ("kingdom", "16 4 3 4"), ("coast", "7 4"), ("dim", "2 7"))
"""(colour of the theme, dashes) of each seat's line."""

_APART = 2.5
"""Equal lines lie so far apart."""

_LABEL = 19
"""Names lie at least so far apart."""


class Chart(NamedTuple):
    """Lines over the steps.

    lines   for each seat the data of a path
    ends    for each step the heights of the names, one for each seat
    ticks   (height, number) of the lines across
    across  how far one step is from the next
    """

    lines: tuple[str, ...]
    ends: tuple[tuple[int, ...], ...]
    ticks: tuple[tuple[float, int], ...]
    across: float


def chart(points: Sequence[Sequence[int]]) -> Chart:
    """The chart of the points of all seats after each step, from the deal."""
    most = max(4, *(number for numbers in points for number in numbers))
    high, seats = HIGH - TOP - BOTTOM, range(len(points[0]))
    across = (WIDE - LEFT - RIGHT) / max(1, len(points) - 1)

    def height(number: float) -> float:
        return TOP + high - number * high / most

    def level(step: int, seat: int) -> float:
        return height(points[step][seat]) + _APART * (seat - (len(seats) - 1) / 2)

    lines = tuple(_level_line([level(step, seat) for step in range(len(points))], across) for seat in seats)
    ends = tuple(_spread([level(step, seat) for seat in seats]) for step in range(len(points)))
    stride = max(1, -(-most // 5))
    return Chart(lines, ends, tuple((_short(height(n)), n) for n in range(0, most + 1, stride)), _short(across))


def _level_line(heights: Sequence[float], across: float) -> str:
    """Level from step to step, and up or down where the number changes."""
    drawn, before = f"M{LEFT} {_short(heights[0]):g}", heights[0]
    for step, height in enumerate(heights):
        if height != before:
            drawn += f"H{_short(LEFT + across * step):g}V{_short(height):g}"
            before = height
    return f"{drawn}H{WIDE - RIGHT}"


def _spread(heights: Sequence[float]) -> tuple[int, ...]:
    """The heights of names beside these heights: in the same order, none over another, none below the lines."""
    order = sorted(range(len(heights)), key=lambda seat: (heights[seat], seat))
    placed = [0.0] * len(heights)
    lowest = float(HIGH - BOTTOM + _APART * len(heights))
    for seat in reversed(order):
        placed[seat] = min(heights[seat], lowest)
        lowest = placed[seat] - _LABEL
    above = float(TOP)
    for seat in order:
        placed[seat] = max(placed[seat], above)
        above = placed[seat] + _LABEL
    return tuple(round(height) for height in placed)


def _short(number: float) -> float:
    return round(number, 1)
