"""The prime-order group of edwards25519, in the project's own arithmetic: sums and products of points, and scalars.

For decks that are masked, and for nothing that is timed by others: whole numbers of Python take time that depends on
them, so whoever can time this machine to the microsecond may learn of a secret (SECURITY.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from referee.crypto.curve import FIELD, GROUP, IDENTITY, Point, decode, doubled, has_prime_order, is_identity, plus
from referee.kernel.canon import framed, tagged_hash, u64be
from referee.kernel.digest import sha512
from referee.kernel.errors import NotAuthentic

WINDOW = 4
"""So many bits of a factor are taken at a time."""

_ENTRIES = 2**WINDOW
_STEPS = range(0, 256, WINDOW)

Table = tuple[Point, ...]
"""The multiples 0 .. 15 of a point."""


def negated(point: Point) -> Point:
    """The point that makes O with `point`."""
    x, y, z, t = point
    return -x % FIELD, y, z, -t % FIELD


def table_of(point: Point) -> Table:
    """What `product_of` adds up of a point."""
    found = [IDENTITY, point]
    while len(found) < _ENTRIES:
        found.append(plus(found[-1], point))
    return tuple(found)


def product_of(factors: Iterable[int], tables: Sequence[Table]) -> Point:
    """The sum of the products of factors and points, whose tables these are: all double together (Straus)."""
    reduced = [factor % GROUP for factor in factors]
    total = IDENTITY
    for low in reversed(_STEPS):
        for _ in range(WINDOW):
            total = doubled(total)
        for factor, table in zip(reduced, tables, strict=True):
            if digit := factor >> low & _ENTRIES - 1:
                total = plus(total, table[digit])
    return total


def times(factor: int, point: Point) -> Point:
    """`factor` times `point`."""
    return product_of((factor,), (table_of(point),))


def times_base(factor: int) -> Point:
    """`factor` times the base point."""
    reduced, total = factor % GROUP, IDENTITY
    for low, row in zip(_STEPS, _combs(), strict=True):
        if digit := reduced >> low & _ENTRIES - 1:
            total = plus(total, row[digit])
    return total


@lru_cache(maxsize=1)
def _combs() -> tuple[Table, ...]:
    """The tables of B, 16 B, 256 B .., which spare all doubling."""
    point = decode((4 * pow(5, -1, FIELD) % FIELD).to_bytes(32, "little"))
    assert point is not None
    rows = []
    for _ in _STEPS:
        rows.append(table_of(point))
        for _ in range(WINDOW):
            point = doubled(point)
    return tuple(rows)


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


def written(point: Point) -> bytes:
    """The 32 bytes of a point."""
    return encoded((point,))[0]


def read_point(data: bytes) -> Point:
    """The point of prime order in 32 bytes: canonical, on the curve, not O, and without a part of small order.

    Raises:
        NotAuthentic: it is none. A part of order 2 would mark an entry of a deck for whoever has put it there.
    """
    point = decode(data) if len(data) == 32 else None
    if point is None or is_identity(point) or not has_prime_order(point):
        raise NotAuthentic("bad-point")
    return point


def read_scalar(data: bytes) -> int:
    """The scalar in 32 bytes, least first, below the order. Raises NotAuthentic."""
    number = int.from_bytes(data, "little")
    if len(data) != 32 or number >= GROUP:
        raise NotAuthentic("bad-scalar")
    return number


def written_scalar(number: int) -> bytes:
    """The 32 bytes of a scalar."""
    return (number % GROUP).to_bytes(32, "little")


def hashed(tag: str, *parts: bytes) -> int:
    """Hs: a scalar from a tag and parts, no part of which can be cut elsewhere."""
    return int.from_bytes(sha512(framed(tag, *parts)), "little") % GROUP


def wide(data: bytes) -> int:
    """A scalar from 64 bytes."""
    return int.from_bytes(data, "little") % GROUP


def point_of(tag: str, *parts: bytes) -> Point:
    """A point of which nobody knows how it hangs together with another: 8 times the first hash that is a point."""
    count = 0
    while True:
        point = decode(tagged_hash(tag, *parts, u64be(count)))
        if point is not None:
            for _ in range(3):
                point = doubled(point)
            if not is_identity(point):
                return point
        count += 1
