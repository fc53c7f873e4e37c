"""That a mix is a permutation of the deck before, behind further masks, without a word on which: Bayer and Groth 2012
("Efficient zero-knowledge argument for correctness of a shuffle"), with one row.

The prover commits to the permutation a, then to the powers b = x^a of a challenge x. One argument shows that the second
are those of a permutation of 1 .. N (a product over both, at a point y, z that came later); another, linear, that these
powers carry the old deck to the new one. Every challenge hashes all that was said before it.

The blinders follow from the secret of the mix and the statement: a mix that is made twice is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count, pairwise

import msgspec

from referee.crypto.curve25519 import GROUP
from referee.crypto.deck.group import (
    Comb,
    Point,
    Table,
    encoded,
    hashed,
    negated,
    plus,
    point_of,
    product_of,
    read_point,
    read_scalar,
    table_of,
    times,
    times_base,
    times_comb,
    written,
    written_scalar,
)
from referee.kernel.canonical_json import tagged_hash, u64be

POINTS = 3
"""A proof begins with so many commitments; scalars follow."""

Entries = Sequence[tuple[Point, Point]]


class Witness(msgspec.Struct, frozen=True):
    """What only the mixer knows: entry q of the new deck is entry `order[q]` of the old one behind `masks[q]`; and the
    secret from which the blinders are made.
    """

    order: Sequence[int]
    masks: Sequence[int]
    secret: bytes


def size_of(entries: int) -> int:
    """The bytes of a proof for so many entries."""
    return 32 * (3 * entries + 6)


def statement(
    charter: bytes, head: bytes, seat: bytes, pile: bytes, joint: bytes, size: int, old: bytes, new: bytes
) -> bytes:
    """The hash of what is proven: which mix of which deck, and the deck that it gives."""
    return tagged_hash("mix", charter, head, seat, pile, joint, u64be(size), old, new)


@lru_cache(maxsize=4)
def _generators(size: int) -> tuple[Table, ...]:
    """G_0 for the blinder of a commitment, G_1 .. G_size for its values; nobody knows a relation between them."""
    return tuple(table_of(point_of("generator", u64be(number))) for number in range(size + 1))


def _commitment(values: Sequence[int], blinder: int) -> Point:
    return product_of((blinder, *values), _generators(len(values)))


def _powers(x: int, size: int) -> list[int]:
    """x^1 .. x^size."""
    found, power = list[int](), 1
    for _ in range(size):
        power = power * x % GROUP
        found.append(power)
    return found


def _tables(deck: Entries) -> tuple[list[Table], list[Table]]:
    """The tables of all A and of all B."""
    return [table_of(a) for a, _ in deck], [table_of(b) for _, b in deck]


class _Challenges:
    """x, y, z and w, each from all that was said before it."""

    def __init__(self, about: bytes) -> None:
        self._said = [about]

    def next(self, name: str, *points: bytes) -> int:
        self._said += points
        return hashed(f"mix {name}", *self._said)


def prove(about: bytes, joint: Comb, new: Entries, witness: Witness) -> bytes:
    """The proof for the statement `about` under the joint key, whose comb `joint` is."""
    size, blinders = len(new), count(1)
    blind: Callable[[], int] = lambda: hashed("mix blind", witness.secret, about, u64be(next(blinders)))  # noqa: E731
    some: Callable[[int], list[int]] = lambda number: [blind() for _ in range(number)]  # noqa: E731
    challenge = _Challenges(about)

    a, r_a = [place + 1 for place in witness.order], blind()
    c_a = written(_commitment(a, r_a))
    powers = _powers(challenge.next("x", c_a), size)
    b, r_b = [powers[number - 1] for number in a], blind()
    c_b = written(_commitment(b, r_b))
    y, z = challenge.next("y", c_b), challenge.next("z")

    e, r_e = [(y * one + other - z) % GROUP for one, other in zip(a, b, strict=True)], y * r_a + r_b
    p = _running_products(e)
    d, r_d = some(size), blind()
    big = [d[0], *some(size - 2), 0]
    s_1, s_x = some(2)
    k, r_k, tau = some(size), blind(), blind()
    steps = list(zip(d[1:], pairwise(big), pairwise(e), pairwise(p), strict=True))
    crossed = [above - one * before - product * later for later, (before, above), (_, one), (product, _) in steps]
    lines = [-before * later for later, (before, _), _, _ in steps]

    entries = zip(_tables(new), (times_base(tau), times_comb(tau, joint)), strict=True)
    shown = encoded(
        [
            _commitment([*crossed, 0], s_x),
            _commitment(d, r_d),
            _commitment([*lines, 0], s_1),
            _commitment(k, r_k),
            *(plus(product_of(k, tables), negated(mask)) for tables, mask in entries),
        ]
    )
    w = challenge.next("w", *shown)
    mask = sum(power * one for power, one in zip(b, witness.masks, strict=True))
    answers = [
        *(w * one + other for one, other in zip(e, d, strict=True)),
        w * r_e + r_d,
        *(w * one + other for one, other in zip(p[1:-1], big[1:-1], strict=True)),
        w * s_x + s_1,
        *(w * one + other for one, other in zip(b, k, strict=True)),
        w * r_b + r_k,
        w * mask + tau,
    ]
    return c_a + c_b + shown[0] + b"".join(map(written_scalar, (w, *answers)))


def _running_products(values: Sequence[int]) -> list[int]:
    found, product = list[int](), 1
    for value in values:
        product = product * value % GROUP
        found.append(product)
    return found


class _Proof(msgspec.Struct, frozen=True):
    """The parts of a proof: three commitments as bytes and points, the challenge w, and the answers."""

    told: tuple[bytes, bytes, bytes]
    points: tuple[Point, Point, Point]
    w: int
    e: list[int]
    r: int
    p: list[int]
    s: int
    f: list[int]
    r_f: int
    tau: int


def _parse(proof: bytes, size: int) -> _Proof:
    """The parts of a proof of the right length. Raises NotAuthentic: a point or a scalar is invalid."""
    parts = [proof[start : start + 32] for start in range(0, len(proof), 32)]
    told, points = parts[:POINTS], [read_point(part) for part in parts[:POINTS]]
    w, *rest = map(read_scalar, parts[POINTS:])
    e, r, rest = rest[:size], rest[size], rest[size + 1 :]
    p, s, rest = rest[: size - 2], rest[size - 2], rest[size - 1 :]
    return _Proof(
        (told[0], told[1], told[2]), (points[0], points[1], points[2]), w, e, r, p, s, rest[:size], *rest[size:]
    )


def holds(about: bytes, joint: Comb, old: Entries, new: Entries, proof: bytes) -> bool:
    """Whether a proof holds that `new` is a mix of `old`. Its length is the caller's to look at.

    Raises:
        NotAuthentic: a commitment is not a point, or an answer is not a scalar.
    """
    size = len(new)
    said, challenge = _parse(proof, size), _Challenges(about)
    c_a, c_b, c_x = said.points
    w = said.w
    if not w:
        return False
    powers = _powers(challenge.next("x", said.told[0]), size)
    y, z = challenge.next("y", said.told[1]), challenge.next("z")
    p = [said.e[0], *said.p, w * _running_products([y * (at + 1) + power - z for at, power in enumerate(powers)])[-1]]
    crossed = [w * after - before * one for (before, after), one in zip(pairwise(p), said.e[1:], strict=True)]
    a_and_b = product_of((w * y, w), (table_of(c_a), table_of(c_b)))
    carried = [
        plus(
            plus(product_of(said.f, of_new), negated(mask)),
            negated(product_of((w * power for power in powers), of_old)),
        )
        for of_new, of_old, mask in zip(
            _tables(new), _tables(old), (times_base(said.tau), times_comb(said.tau, joint)), strict=True
        )
    ]
    shown = encoded(
        [
            plus(_commitment([one + w * z for one in said.e], said.r), negated(a_and_b)),
            plus(_commitment([*crossed, 0], said.s), negated(times(w, c_x))),
            plus(_commitment(said.f, said.r_f), negated(times(w, c_b))),
            *carried,
        ]
    )
    return challenge.next("w", said.told[2], *shown) == w
