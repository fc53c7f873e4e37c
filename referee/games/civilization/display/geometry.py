"""The lines of the map, from the places and borders of the pack: land that grows out of its borders, coasts, seas."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final

from referee.games.civilization.pack.components import Components
from referee.games.civilization.pack.entries import Point

CARD: Final = (118, 74)
"""The card of a territory."""

WRAP: Final = 860
"""A line longer than this would run across the whole sheet: the sheet joins left and right."""

Segment = tuple[Point, Point]


@lru_cache(maxsize=8)
def places(parts: Components) -> dict[str, Point]:
    """The middle of each territory's card; empty if the pack draws no map."""
    return {land.id: land.at for land in parts.pack.territories if land.at is not None}


@lru_cache(maxsize=8)
def borders(parts: Components) -> tuple[Segment, ...]:
    """The borders between territories, each once."""
    at = places(parts)
    pairs = sorted({tuple(sorted((land.id, other))) for land in parts.pack.territories for other in land.borders})
    return tuple((at[first], at[second]) for first, second in pairs)


@lru_cache(maxsize=8)
def triangles(parts: Components) -> tuple[tuple[Point, Point, Point], ...]:
    """Three territories that border each other enclose land."""
    at, lands = places(parts), parts.territories
    found = set()
    for land in lands.values():
        for first, second in combinations(sorted(land.borders), 2):
            if second in lands[first].borders:
                found.add(tuple(sorted((land.id, first, second))))
    return tuple((at[a], at[b], at[c]) for a, b, c in sorted(found))


@lru_cache(maxsize=8)
def coasts(parts: Components) -> tuple[Segment, ...]:
    """From each territory to the nearest point of each sea on which it lies."""
    at = places(parts)
    return tuple((nearest(sea.at, at[land]), at[land]) for sea in parts.pack.seas for land in sea.coast)


@lru_cache(maxsize=8)
def crossings(parts: Components) -> tuple[tuple[Segment, bool], ...]:
    """From sea to sea, each pair once, between their nearest points; and whether the line crosses land: a strait."""
    seas = parts.seas
    pairs = sorted({tuple(sorted((sea.id, other))) for sea in seas.values() for other in sea.borders})
    found = []
    for first, second in pairs:
        line = min(
            ((one, other) for one in seas[first].at for other in seas[second].at),
            key=lambda pair: (distance(*pair), pair),
        )
        if distance(*line) <= WRAP * WRAP:
            found.append((line, any(cross(line, border) for border in borders(parts))))
    return tuple(found)


def nearest(points: tuple[Point, ...], to: Point) -> Point:
    """The point nearest to another one."""
    return min(points, key=lambda point: (distance(point, to), point))


def distance(one: Point, other: Point) -> int:
    """The square of the distance of two points."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def cross(one: Segment, other: Segment) -> bool:
    """Whether two lines cross between their ends."""
    (a, b), (c, d) = one, other
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def path(lines: tuple[Segment, ...]) -> str:
    """Lines as the data of one path."""
    return "".join(f"M{a[0]} {a[1]}L{b[0]} {b[1]}" for a, b in lines)


def closed(shapes: tuple[tuple[Point, Point, Point], ...]) -> str:
    """Triangles as the data of one path."""
    return "".join(f"M{a[0]} {a[1]}L{b[0]} {b[1]}L{c[0]} {c[1]}z" for a, b, c in shapes)
