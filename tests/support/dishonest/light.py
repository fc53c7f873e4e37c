"""A group in which the arithmetic of masked decks costs nothing: the whole numbers below L, B being 1.

All equations hold in it as they do on the curve, so who follows the protocol goes through, and a bent note fails the
same check. But everybody can divide: of what nobody can compute on the curve it says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from referee.crypto.curve25519 import GROUP
from referee.crypto.deck import group, masking, shuffle_proof
from referee.kernel.canonical_json import tagged_hash
from referee.kernel.errors import NotAuthentic
from referee.protocol.masked import hidden_tiles

_MODULES = (group, masking, shuffle_proof)
_CACHES = (masking._key_comb, masking.known_deck, masking.known_point, shuffle_proof._generators, hidden_tiles._tokens)


def _written(point: int) -> bytes:
    return (point + 1).to_bytes(32, "little")


def _decode(data: bytes) -> int | None:
    number = int.from_bytes(data, "little") - 1
    return number if 0 <= number < GROUP else None


def _read_point(data: bytes) -> int:
    point = _decode(data) if len(data) == 32 else None
    if not point:
        raise NotAuthentic("bad-point")
    return point


def _product_of(factors: Iterable[int], points: Sequence[int]) -> int:
    return sum(factor * point for factor, point in zip(factors, points, strict=True)) % GROUP


_LIGHT: dict[str, Any] = {
    "IDENTITY": 0,
    "comb_of": lambda point: point,
    "decode": _decode,
    "encoded": lambda points: tuple(map(_written, points)),
    "is_identity": lambda point: point == 0,
    "negated": lambda point: -point % GROUP,
    "plus": lambda one, other: (one + other) % GROUP,
    "point_of": lambda tag, *parts: int.from_bytes(tagged_hash(tag, *parts), "little") % GROUP or 1,
    "product_of": _product_of,
    "read_point": _read_point,
    "table_of": lambda point: point,
    "times": lambda factor, point: factor * point % GROUP,
    "times_comb": lambda factor, point: factor * point % GROUP,
    "times_base": lambda factor: factor % GROUP,
    "written": _written,
}
"""What stands in place of the functions of `group.py`, by name."""


@contextmanager
def light() -> Iterator[None]:
    """In here a masked deck is made of numbers; no note of it is one of the curve."""
    with ExitStack() as stack:
        for module in _MODULES:
            for name in _LIGHT.keys() & vars(module).keys():
                stack.enter_context(patch.object(module, name, _LIGHT[name]))
        _forget()
        stack.callback(_forget)
        yield


def _forget() -> None:
    clear: Callable[[], None]
    for clear in [cache.cache_clear for cache in _CACHES]:
        clear()
