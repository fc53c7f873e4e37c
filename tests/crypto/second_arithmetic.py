"""Sums and products of points of edwards25519 in whole numbers of Python: a second implementation beside libsodium's.

It computes the same bytes and takes no other points. Its time depends on the numbers, so it is for tests alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from referee.crypto.curve25519 import FIELD, GROUP, IDENTITY, TWICE_D, Point, decode, has_prime_order, is_identity, plus

__all__ = ["IDENTITY", "Point", "decode", "is_identity", "plus"]

WINDOW = 4
"""So many bits of a factor are taken at a time."""

_MIDDLE = 2 ** (WINDOW - 1)
_DIGITS = 2 * _MIDDLE - 1
_STEPS = range(0, 256, WINDOW)
_SHIFT = sum(_MIDDLE << low for low in _STEPS)
"""What is added to a factor, so that the digit d of the sum stands for d - 8."""

_Ready = tuple[int, int, int, int]
"""A point as it is added most cheaply: Y - X, Y + X, 2 d T, 2 Z."""

Table = tuple[_Ready, ...]
"""The multiples -8 .. 7 of a point."""

Comb = tuple[Table, ...]
"""The tables of a point, of 16 times it, of 256 times it .., which spare all doubling."""


def is_sound() -> bool:
    """It is what a library is compared with."""
    return True


def negated(point: Point) -> Point:
    """The point that makes O with `point`."""
    x, y, z, t = point
    return -x % FIELD, y, z, -t % FIELD


def doubled(point: Point) -> Point:
    """The sum of a point and itself."""
    # RFC 8032, section 5.1.4. Nearly all of a multiplication is doubling, and this takes less than an addition.
    x, y, z, _ = point
    a, b = x * x, y * y
    h = a + b
    e, g = (h - (x + y) * (x + y)) % FIELD, (a - b) % FIELD
    f = (2 * z * z + g) % FIELD
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def _ready(point: Point) -> _Ready:
    x, y, z, t = point
    return y - x, y + x, t * TWICE_D % FIELD, 2 * z


def _added(total: Point, ready: _Ready) -> Point:
    x, y, z, t = total
    less, more, cross, twice = ready
    a, b, c, d = (y - x) * less, (y + x) * more, t * cross, z * twice
    e, f, g, h = (b - a) % FIELD, (d - c) % FIELD, (d + c) % FIELD, (b + a) % FIELD
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def table_of(point: Point) -> Table:
    """What `product_of` adds up of a point."""
    first = _ready(point)
    found, multiple = [first], point
    while len(found) < _MIDDLE:
        multiple = _added(multiple, first)
        found.append(_ready(multiple))
    below = [(more, less, -cross, twice) for less, more, cross, twice in reversed(found)]
    return (*below, _ready(IDENTITY), *found[:-1])


def comb_of(point: Point) -> Comb:
    """What `times_comb` adds up of a point that is multiplied again and again."""
    rows = []
    for _ in _STEPS:
        rows.append(table_of(point))
        for _ in range(WINDOW):
            point = doubled(point)
    return tuple(rows)


def product_of(factors: Iterable[int], tables: Sequence[Table]) -> Point:
    """The sum of the products of factors and points, whose tables these are: all double together (Straus)."""
    pairs = [(factor % GROUP + _SHIFT, table) for factor, table in zip(factors, tables, strict=True)]
    total = IDENTITY
    for low in reversed(_STEPS):
        for _ in range(WINDOW):
            total = doubled(total)
        for factor, table in pairs:
            if (digit := factor >> low & _DIGITS) != _MIDDLE:
                total = _added(total, table[digit])
    return total


def times(factor: int, point: Point) -> Point:
    """`factor` times `point`."""
    return product_of((factor,), (table_of(point),))


def times_comb(factor: int, comb: Comb) -> Point:
    """`factor` times the point whose comb this is."""
    shifted, total = factor % GROUP + _SHIFT, IDENTITY
    for low, row in zip(_STEPS, comb, strict=True):
        if (digit := shifted >> low & _DIGITS) != _MIDDLE:
            total = _added(total, row[digit])
    return total


def times_base(factor: int) -> Point:
    """`factor` times the base point."""
    return times_comb(factor, _base())


@lru_cache(maxsize=1)
def _base() -> Comb:
    point = decode((4 * pow(5, -1, FIELD) % FIELD).to_bytes(32, "little"))
    assert point is not None
    return comb_of(point)


def encoded(points: Sequence[Point]) -> tuple[bytes, ...]:
    """The 32 bytes of each point; of all together one number is inverted."""
    before, running = list[int](), 1
    for _, _, z, _ in points:
        before.append(running)
        running = running * z % FIELD
    inverse, found = pow(running, -1, FIELD), list[bytes]()
    for (x, y, z, _), earlier in zip(reversed(points), reversed(before), strict=True):
        one = inverse * earlier % FIELD
        inverse = inverse * z % FIELD
        found.append((y * one % FIELD | (x * one % FIELD & 1) << 255).to_bytes(32, "little"))
    return tuple(reversed(found))


def eightfold(data: bytes) -> Point | None:
    """8 times the point in 32 bytes, None where that is O or these are no point."""
    point = decode(data)
    if point is not None:
        point = doubled(doubled(doubled(point)))
    return None if point is None or is_identity(point) else point


def in_group(data: bytes) -> Point | None:
    """The point of prime order in 32 bytes, None where these are none: O is not one either."""
    point = decode(data)
    return point if point is not None and not is_identity(point) and has_prime_order(point) else None
