"""The outline of a set of squares as one path with rounded corners: a river with its banks, the border of a kingdom."""

from __future__ import annotations

from collections.abc import Collection

from referee.drawing.svg_document import Number

Cell = tuple[int, int]
"""(column, row) of a square."""

Corner = tuple[int, int]

# The edges of a square with its inside on the right hand, and on the other side of each the neighbour that hides it.
_EDGES = (((0, 0), (1, 0), (0, -1)), ((1, 0), (1, 1), (1, 0)), ((1, 1), (0, 1), (0, 1)), ((0, 1), (0, 0), (-1, 0)))


def loops(cells: Collection[Cell]) -> tuple[tuple[Corner, ...], ...]:
    """The corners of each closed border, clockwise round the cells, anticlockwise round a hole.

    Each begins at its smallest corner, row by row. At a point that two cells touch by their corners alone the way
    turns right, so that no border crosses another.
    """
    ahead: dict[Corner, list[Corner]] = {}
    within = frozenset(cells)
    for x, y in sorted(within):
        for (ax, ay), (bx, by), (nx, ny) in _EDGES:
            if (x + nx, y + ny) not in within:
                ahead.setdefault((x + ax, y + ay), []).append((x + bx, y + by))
    found = []
    while ahead:
        start = min(ahead, key=lambda corner: (corner[1], corner[0]))
        found.append(_corners(_walk_border(start, ahead)))
    return tuple(found)


def _walk_border(start: Corner, ahead: dict[Corner, list[Corner]]) -> list[Corner]:
    """The points of one border from `start` until it is closed; its edges are taken out of `ahead`."""
    way = [start]
    heading = (0, 0)
    while True:
        here = way[-1]
        choices = ahead[here]
        there = min(choices, key=lambda to: _turn_direction(heading, (to[0] - here[0], to[1] - here[1])))
        choices.remove(there)
        if not choices:
            del ahead[here]
        if there == start:
            return way
        heading = (there[0] - here[0], there[1] - here[1])
        way.append(there)


def _turn_direction(before: Corner, after: Corner) -> int:
    """-1 for a turn to the right, 0 for straight on, 1 to the left (y points down)."""
    return before[1] * after[0] - before[0] * after[1]


def _corners(way: list[Corner]) -> tuple[Corner, ...]:
    """The points at which the way turns."""
    count = len(way)
    return tuple(
        here for number, here in enumerate(way) if not _is_straight(way[number - 1], here, way[(number + 1) % count])
    )


def _is_straight(before: Corner, here: Corner, after: Corner) -> bool:
    return before[0] == here[0] == after[0] or before[1] == here[1] == after[1]


def outline(cells: Collection[Cell], size: Number, origin: tuple[Number, Number], inset: Number, radius: Number) -> str:
    """The path data of the borders: squares of `size`, the first with its corner at `origin`, `inset` inside the cells,
    with corners of `radius`.
    """
    return "".join(_path(loop, size, origin, inset, radius) for loop in loops(cells))


def _path(loop: tuple[Corner, ...], size: Number, origin: tuple[Number, Number], inset: Number, radius: Number) -> str:
    """One border: a corner is a curve, a straight a horizontal or vertical line; all relative, which is short."""
    points = [_inset_corner(loop, n, size, origin, inset) for n in range(len(loop))]
    drawn = ""
    for number, (x, y) in enumerate(points):
        before, after = points[number - 1], points[(number + 1) % len(points)]
        come, go = _unit_step(before, (x, y)), _unit_step((x, y), after)
        if not number:
            drawn = f"M{x - come[0] * radius:g} {y - come[1] * radius:g}"
        bend = (come[0] * radius, come[1] * radius)
        drawn += f"q{bend[0]:g} {bend[1]:g} {bend[0] + go[0] * radius:g} {bend[1] + go[1] * radius:g}"
        straight = abs(after[0] - x) + abs(after[1] - y) - 2 * radius
        if straight and number < len(points) - 1:
            drawn += f"h{go[0] * straight:g}" if go[0] else f"v{go[1] * straight:g}"
    return drawn + "z"


def _inset_corner(
    loop: tuple[Corner, ...], number: int, size: Number, origin: tuple[Number, Number], inset: Number
) -> tuple[Number, Number]:
    """A corner in the picture's units, `inset` to the right hand of both of its edges."""
    x, y = loop[number]
    come = _unit_step(loop[number - 1], (x, y))
    go = _unit_step((x, y), loop[(number + 1) % len(loop)])
    right = (-come[1] - go[1], come[0] + go[0])
    return origin[0] + x * size + right[0] * inset, origin[1] + y * size + right[1] * inset


def _unit_step(before: tuple[Number, Number], after: tuple[Number, Number]) -> tuple[int, int]:
    """The direction from one point to the next, one unit long."""
    return _signum(after[0] - before[0]), _signum(after[1] - before[1])


def _signum(number: Number) -> int:
    return (number > 0) - (number < 0)
