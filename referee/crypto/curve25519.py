"""The arithmetic of Curve25519 and its Edwards form: what refuses keys that no honest person makes.

A key is looked at once, when it is let into a game (about half a millisecond): a caller that keeps what it lets in
says so (`let_in`).
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
TWICE_D = 2 * _D % FIELD
"""Twice the d of the curve -x^2 + y^2 = 1 + d x^2 y^2."""

_ROOT_OF_MINUS_ONE = pow(2, (FIELD - 1) // 4, FIELD)
_MONTGOMERY_A = 486662

Point = tuple[int, int, int, int]
"""Extended coordinates X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z."""

IDENTITY: Point = (0, 1, 1, 0)

_let_in: set[bytes] = set()


def remember_checked_points(points: Iterable[bytes]) -> None:
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
    if is_identity(point) or not has_prime_order(point):
        raise NotAuthentic("key-small-order")


def has_prime_order(point: Point) -> bool:
    """Whether a point has no part of small order; O has none. So it is if the point is 8 times another."""
    # L times the point would be O; that takes three times as long. On the Montgomery curve a point (u, v) is twice
    # another if u is a square s^2, and 4 times another if r - s sqrt(A + 2) is one too, r = v / s: Tate's pairings
    # with the points (0, 0) and (1, sqrt(A + 2)), of order 2 and 4. So it is halved once, and its half asked both. The
    # half has u' = (w + t) / 2, r' / s' = t / 2s, where w = 2 (u + r) or 2 (u - r), and t^2 = w^2 - 4.
    x, y, z, _ = point
    if x == 0:
        return (y - z) % FIELD == 0
    inverse = pow(x * (z - y), -1, FIELD)
    s = _root((z + y) * x * inverse)
    if s is None:
        return False
    r = _ROOT_OF_MINUS_ONE * _OF_ORDER_FOUR * s * z * (z - y) * inverse
    w = 2 * (s * s + r)
    t = _root(w * w - 4)
    if t is None:
        w = 2 * (s * s - r)
        t = _root(w * w - 4)
    assert t is not None  # of the two one is a square, because A^2 - 4 is not
    half = _root((w + t) * _HALF)
    return half is not None and _is_square(2 * half * s * (t - 2 * s * _OF_ORDER_FOUR))


def _is_square(number: int) -> bool:
    return pow(number, (FIELD - 1) // 2, FIELD) == 1


def _root(number: int) -> int | None:
    """A square root, None if there is none."""
    found = pow(number, (FIELD + 3) // 8, FIELD)
    for root in (found, found * _ROOT_OF_MINUS_ONE % FIELD):
        if (root * root - number) % FIELD == 0:
            return root
    return None


def is_on_montgomery_curve(u: int) -> bool:
    """Whether u is the coordinate of a point of Curve25519 itself, not of its twist, and not zero."""
    right_side = (u * u * u + _MONTGOMERY_A * u * u + u) % FIELD
    return _is_square(right_side)


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


def plus(one: Point, other: Point) -> Point:
    """The sum of two points."""
    # The unified addition of RFC 8032, section 5.1.4.
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)
    c, d = t1 * t2 % FIELD * TWICE_D, 2 * z1 * z2
    e, f, g, h = (b - a) % FIELD, (d - c) % FIELD, (d + c) % FIELD, (b + a) % FIELD
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def is_identity(point: Point) -> bool:
    """Whether a point is O."""
    x, y, z, _ = point
    return x == 0 and (y - z) % FIELD == 0


_HALF = (FIELD + 1) // 2
_OF_ORDER_FOUR = _root(_MONTGOMERY_A + 2) or 0
"""v of the point (1, v) of order 4 on the Montgomery curve."""
