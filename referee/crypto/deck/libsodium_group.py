"""Sums and products of points of edwards25519 by libsodium (PyNaCl); a point is its 32 bytes.

Its products refuse O and points with a part of small order, which no honest person sends: these are added up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nacl import bindings

from referee.crypto.curve25519 import FIELD, GROUP
from referee.crypto.curve25519 import decode as decode_on_curve

IDENTITY = b"\1" + bytes(31)

_BASE = b"\x58" + b"\x66" * 31

_PRODUCT = bytes.fromhex("ea83724fe697c0f6f924ddcc2805a0685f4d4f4b6cf7330373682ef693d1b059")
"""(2^251 + 9)^2 B."""

_MARKED = b"\x95" + b"\x99" * 31
"""B + (0, -1), which a library with CVE-2025-69277 takes for a point of prime order."""


def is_sound() -> bool:
    """Whether the library refuses a point with a part of order 2, and computes what it should."""
    factor = 2**251 + 9
    try:
        once, last = times_base(factor), times_base(-1)
        return (
            in_group(_MARKED) is None
            and in_group(_BASE) == times_base(1) == times(-1, last) == negated(last) == _BASE
            and times(factor, once) == plus(last, plus(_PRODUCT, _BASE)) == _PRODUCT
            and product_of((factor, -1), (once, _PRODUCT)) == IDENTITY
            and eightfold(once) == times(8, once)
        )
    except Exception:  # whatever is wrong with it, it is not used
        return False


def decode(data: bytes) -> bytes | None:
    """The point whose canonical encoding is `data` (32 bytes), None for no point of the curve."""
    if bindings.crypto_core_ed25519_is_valid_point(data) or decode_on_curve(data) is not None:
        return data
    return None


def in_group(data: bytes) -> bytes | None:
    """The point of prime order in 32 bytes, None where these are none: O is not one either."""
    return data if bindings.crypto_core_ed25519_is_valid_point(data) else None


def is_identity(point: bytes) -> bool:
    """Whether a point is O."""
    return point == IDENTITY


def plus(one: bytes, other: bytes) -> bytes:
    """The sum of two points."""
    return bytes(bindings.crypto_core_ed25519_add(one, other))


def negated(point: bytes) -> bytes:
    """The point that makes O with `point`."""
    return bytes(bindings.crypto_core_ed25519_sub(IDENTITY, point))


def times(factor: int, point: bytes) -> bytes:
    """`factor` times `point`."""
    if point == IDENTITY or factor % GROUP == 0:
        return IDENTITY
    try:
        return bytes(bindings.crypto_scalarmult_ed25519_noclamp(_scalar(factor), point))
    except RuntimeError:  # a part of small order
        return _added_up(factor % GROUP, point)


def _added_up(factor: int, point: bytes) -> bytes:
    """`factor` times any point of the curve, by doubling and adding: a thousand times as slow, and for no secret."""
    total = IDENTITY
    for bit in f"{factor:b}":
        total = plus(total, total)
        total = plus(total, point) if bit == "1" else total
    return total


def times_base(factor: int) -> bytes:
    """`factor` times the base point."""
    return bytes(bindings.crypto_scalarmult_ed25519_base_noclamp(_scalar(factor))) if factor % GROUP else IDENTITY


def product_of(factors: Iterable[int], tables: Sequence[bytes]) -> bytes:
    """The sum of the products of factors and points."""
    total = IDENTITY
    for factor, point in zip(factors, tables, strict=True):
        total = plus(total, times(factor, point))
    return total


def eightfold(data: bytes) -> bytes | None:
    """8 times the point in 32 bytes, None where that is O or these are no point."""
    if int.from_bytes(data, "little") % 2**255 >= FIELD:
        return None
    try:
        for _ in range(3):
            data = plus(data, data)
    except RuntimeError:
        return None
    return None if data == IDENTITY else data


def encoded(points: Sequence[bytes]) -> tuple[bytes, ...]:
    """The 32 bytes of each point."""
    return tuple(points)


def table_of(point: bytes) -> bytes:
    """What `product_of` adds up of a point: there is no table."""
    return point


comb_of, times_comb = table_of, times


def _scalar(factor: int) -> bytes:
    return (factor % GROUP).to_bytes(32, "little")
