"""The arithmetic of Curve25519 and its Edwards form: what refuses keys that no honest person makes, and what `group.py`
multiplies with.

A key is looked at once, when it is let into a game (about 1.5 ms): a caller that keeps what it lets in says so
(`let_in`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from referee.kernel.errors import NotAuthentic

FIELD = 2**255 - 19
"""The prime p of the field."""

GROUP = 2**252 + 27742317777372353535851937790883648493
"""The prime order L of the subgroup that keys and signatures live in."""

_D = -121665 * pow(121666, -1, FIELD) % FIELD
_ROOT_OF_MINUS_ONE = pow(2, (FIELD - 1) // 4, FIELD)
_MONTGOMERY_A = 486662

Point = tuple[int, int, int, int]
"""Extended coordinates X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z."""

IDENTITY: Point = (0, 1, 1, 0)

_let_in: set[bytes] = set()


def let_in(points: Iterable[bytes]) -> None:
    """Note that `check_point` has found nothing against these points before, in another process perhaps, so that it
    need not look at them again in this one.
    """
    _let_in.update(points)


@lru_cache(maxsize=256)
def check_point(public: bytes) -> None:
    """Check that `public` is the canonical encoding of a point of prime order on the Edwards curve.

    Raises:
        NotAuthentic: wrong length, not canonical, off the curve, or with a small-order part.
    """
    if public in _let_in:
        return
    if len(public) != 32:
        raise NotAuthentic("key-size", count=len(public))
    point = decode(public)
    if point is None:
        raise NotAuthentic("bad-key-point")
    if is_identity(_times(8, point)) or not has_prime_order(point):
        raise NotAuthentic("key-small-order")


def has_prime_order(point: Point) -> bool:
    """Whether a point has no part of small order; O has none."""
    return is_identity(_times(GROUP, point))


def is_on_montgomery_curve(u: int) -> bool:
    """Whether u is the coordinate of a point of Curve25519 itself, not of its twist, and not zero."""
    right_side = (u * u * u + _MONTGOMERY_A * u * u + u) % FIELD
    return pow(right_side, (FIELD - 1) // 2, FIELD) == 1


def decode(public: bytes) -> Point | None:
    """The point whose canonical encoding is `public` (32 bytes), None for no point of the curve."""
    number = int.from_bytes(public, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= FIELD:
        return None
    # x^2 = (y^2 - 1) / (d y^2 + 1); RFC 8032, section 5.1.3
    above, below = (y * y - 1) % FIELD, (_D * y * y + 1) % FIELD
    x = above * pow(below, 3, FIELD) * pow(above * pow(below, 7, FIELD), (FIELD - 5) // 8, FIELD) % FIELD
    if (below * x * x - above) % FIELD:
        x = x * _ROOT_OF_MINUS_ONE % FIELD
    if (below * x * x - above) % FIELD or (x == 0 and sign):
        return None
    if x % 2 != sign:
        x = FIELD - x
    return x, y, 1, x * y % FIELD


def _times(factor: int, point: Point) -> Point:
    total = IDENTITY
    for bit in f"{factor:b}":
        total = doubled(total)
        if bit == "1":
            total = plus(total, point)
    return total


def plus(one: Point, other: Point) -> Point:
    """The sum of two points."""
    # The unified addition of RFC 8032, section 5.1.4.
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)
    c, d = 2 * t1 * t2 * _D, 2 * z1 * z2
    e, f, g, h = (b - a) % FIELD, (d - c) % FIELD, (d + c) % FIELD, (b + a) % FIELD
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def doubled(point: Point) -> Point:
    """The sum of a point and itself."""
    # RFC 8032, section 5.1.4. Nearly all of a multiplication is doubling, and this takes less than an addition.
    x, y, z, _ = point
    a, b = x * x, y * y
    h = a + b
    e, g = (h - (x + y) * (x + y)) % FIELD, (a - b) % FIELD
    f = (2 * z * z + g) % FIELD
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def is_identity(point: Point) -> bool:
    """Whether a point is O."""
    x, y, z, _ = point
    return x == 0 and (y - z) % FIELD == 0
