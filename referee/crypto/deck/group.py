"""The prime-order group of edwards25519, for decks that are masked: points, by libsodium, and scalars.

Loading it raises Unsupported where the library is not sound: a masked deck would not be safe with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from referee.crypto.curve25519 import GROUP
from referee.crypto.deck import libsodium_group as _way
from referee.kernel.canonical_json import hash_frame, tagged_hash, u64be
from referee.kernel.errors import NotAuthentic, Unsupported
from referee.kernel.hashing import sha512
from referee.kernel.sentence import Sentence

Point = Any
"""A point, as the arithmetic at work keeps it."""

Table = Any
"""What `product_of` takes for a point."""

Comb = Any
"""What `times_comb` takes for a point."""


def check_sound() -> None:
    """Check that the library computes what it should, and refuses points with a part of small order.

    Raises:
        Unsupported: it does not; releases of PyNaCl before 1.6.2 are such (CVE-2025-69277).
    """
    if not _way.is_sound():
        raise Unsupported("libsodium-unsound", hint=Sentence("update-pynacl"))


check_sound()
IDENTITY: Point = _way.IDENTITY
decode: Callable[[bytes], Point | None] = _way.decode
is_identity: Callable[[Point], bool] = _way.is_identity
plus: Callable[[Point, Point], Point] = _way.plus
negated: Callable[[Point], Point] = _way.negated
encoded: Callable[[Sequence[Point]], tuple[bytes, ...]] = _way.encoded
table_of: Callable[[Point], Table] = _way.table_of
product_of: Callable[[Iterable[int], Sequence[Table]], Point] = _way.product_of
comb_of: Callable[[Point], Comb] = _way.comb_of
times_comb: Callable[[int, Comb], Point] = _way.times_comb
times: Callable[[int, Point], Point] = _way.times
times_base: Callable[[int], Point] = _way.times_base


def written(point: Point) -> bytes:
    """The 32 bytes of a point."""
    return encoded((point,))[0]


def read_point(data: bytes) -> Point:
    """The point of prime order in 32 bytes: canonical, on the curve, not O, and without a part of small order.

    Raises:
        NotAuthentic: it is not such a point. A part of order 2 would mark an entry of a deck for anyone who has put it
            there.
    """
    point = _way.in_group(data) if len(data) == 32 else None
    if point is None:
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
    """Hs: a scalar from a tag and parts, which cannot be cut into other parts."""
    return int.from_bytes(sha512(hash_frame(tag, *parts)), "little") % GROUP


def wide(data: bytes) -> int:
    """A scalar from 64 bytes."""
    return int.from_bytes(data, "little") % GROUP


def point_of(tag: str, *parts: bytes) -> Point:
    """A point of which nobody knows how it hangs together with another: 8 times the first hash that is a point."""
    count = 0
    while True:
        point = _way.eightfold(tagged_hash(tag, *parts, u64be(count)))
        if point is not None:
            return point
        count += 1
