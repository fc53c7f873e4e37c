"""Chance that everybody can recompute: a stream of numbers from a jointly made key.

`stream(key, label)` is HMAC-SHA256(key, label || u64be(c)) for c = 0, 1, 2 .., cut into big-endian 64-bit words.
`below(m)` takes words until one is small enough to carry no bias. Published vectors: `tests/kernel/vectors/dice.json`.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.canonical_json import u64be
from referee.kernel.hashing import hmac_sha256

_SPAN = 2**64


def stream(key: bytes, label: str) -> Iterator[int]:
    """Endless 64-bit words, the same for the same key and label."""
    prefix = label.encode("ascii")
    counter = 0
    while True:
        block = hmac_sha256(key, prefix + u64be(counter))
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def below(words: Iterator[int], limit: int) -> int:
    """A number 0 <= n < limit without bias, from as many words as that takes."""
    fair = _SPAN - _SPAN % limit
    for word in words:
        if word < fair:
            return word % limit
    raise AssertionError("a stream of words does not end")


def permutation(words: Iterator[int], size: int) -> tuple[int, ...]:
    """The numbers 0 .. size-1 in a random order."""
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = below(words, i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def shuffle(key: bytes, label: str, size: int) -> tuple[int, ...]:
    """The numbers 0 .. size-1 in the order that key and label fix."""
    return permutation(stream(key, label), size)


class Dice:
    """The public chance of a set-up: every client recomputes every draw from it.

    Each label is a stream of its own, so that what one part of a set-up draws cannot move another part.
    """

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = key

    def number(self, label: str, limit: int) -> int:
        """A number 0 <= n < limit."""
        return below(stream(self._key, label), limit)

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        """0 .. size-1 in random order."""
        return shuffle(self._key, label, size)

    def words(self, label: str) -> Iterator[int]:
        """Endless 64-bit words, for constructions that need a varying number of draws with `below`."""
        return stream(self._key, label)
