"""Lies about masked decks, each told to modules that are sound or that lack a check."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from types import ModuleType
from typing import Any

import pytest

from referee.crypto.curve25519 import GROUP
from referee.crypto.deck import shuffle_proof
from referee.crypto.deck.group import (
    encoded,
    hashed,
    negated,
    plus,
    product_of,
    read_point,
    table_of,
    times,
    times_base,
    written,
    written_scalar,
)
from referee.kernel.canonical_json import u64be
from referee.kernel.errors import RefereeError
from tests.crypto import decks as honest


def code_of(call: Callable[[], Any]) -> str:
    """The code of a refusal, "" if nothing is refused."""
    try:
        call()
    except RefereeError as refusal:
        return refusal.code
    except (ValueError, IndexError, TypeError, AssertionError) as fault:
        return type(fault).__name__
    return ""


def codes_of(masks: ModuleType) -> dict[str, str]:
    """What becomes of every lie under these modules: the code of its refusal, "" if it goes through."""
    return {name: code_of(told) for name, told in lies(masks).items()}


def lies(masks: ModuleType) -> dict[str, Callable[[], Any]]:
    """Every lie about keys, mixes and locks, and what is honest, each as it is told to these modules."""
    mixer, told, proof = honest.mixed(5).notes[0]
    old, head = masks.first_deck(masks.tile_points(honest.CHARTER, honest.PILE, 5)), honest.mixed(5).head
    entry = masks.group.decode(written(honest.mixed(5).decks[-1][1][0]))
    secret = honest.masking.deck_secret(honest.SECRET["anna"])
    key, lock = honest.masking.deck_key(secret), honest.lock_of("anna", 1)
    pok = honest.masking.prove_key(secret, honest.OFFER, "anna", honest.SIGNING["anna"])

    def mix(deck: bytes, shown: bytes, **more: Any) -> Callable[[], Any]:
        named = {"charter": mixer.charter, "head": mixer.head, "seat": "anna", "pile": honest.PILE, **more}
        return lambda: masks.read_mix(masks.Mixer(**named, joint=honest.joint()), old, deck, shown)

    def locked(record: bytes, seat: str = "anna", pile: str = honest.PILE, at: int = 1, of: bytes = head) -> Any:
        return lambda: masks.read_lock(masks.LockPlace(of, seat, pile, at), key, entry, record)

    def owned(public: bytes, shown: bytes, nonce: bytes = honest.OFFER, seat: str = "anna") -> Callable[[], Any]:
        return lambda: masks.check_key(public, shown, nonce, seat, honest.SIGNING["anna"])

    neutral, two = honest.small_orders()[0], honest.small_orders()[1]
    over = int.from_bytes(proof[-32:], "little") + GROUP
    return {
        "honest": mix(told, proof),
        "honest lock": locked(lock),
        "honest key": owned(key, pok),
        "crooked": mix(*crooked(committed=True, multiplied=True)[:2]),
        "neutral key": owned(neutral, pok),
        "key of order two": owned(two, pok),
        "long scalar": mix(told, proof[:-32] + over.to_bytes(32, "little")),
        "unproven key": owned(key, bytes(64)),
        "copied key": owned(key, pok, seat="bert"),
        "key of another offer": owned(key, pok, nonce=b"\1" * 16),
        "short proof of a key": owned(key, pok[:32]),
        "keys alike": lambda: masks.joint_key({"anna": key, "bert": key}),
        "keys cancel": lambda: masks.joint_key({"anna": key, "bert": honest.masking.deck_key(GROUP - secret)}),
        "short deck": mix(told[:-64], proof),
        "short proof": mix(told, proof[:-32]),
        "entry twice": mix(honest.bent(told, 3, told[:32]), proof),
        "another game": mix(told, proof, charter=b"\1" * 32),
        "another head": mix(told, proof, head=b"\1" * 32),
        "another seat": mix(told, proof, seat="bert"),
        "another pile": mix(told, proof, pile="cards"),
        "lock of bert": locked(lock, seat="bert"),
        "lock of a pile": locked(lock, pile="cards"),
        "lock of a position": locked(lock, at=2),
        "lock of a deck": locked(lock, of=b"\1" * 32),
        "scalar too short": lambda: masks.group.read_scalar(bytes(31)),
        "share that is no point": lambda: masks.known_share(b"\xff" * 32 + lock[32:]),
        "short lock": locked(lock[:-1]),
        "lock of another share": locked(written(times_base(9)) + lock[32:]),
        **{f"deck with {name}": mix(*lie) for name, lie in honest.lies().items()},
    }


SCALED = 3
"""The place of the entry that a crooked mixer multiplies by 9 beside moving and masking it."""


def crooked(*, committed: bool, multiplied: bool) -> tuple[bytes, bytes, Sequence[bytes]]:
    """(deck, proof, what was hashed last) of a liar who multiplies one entry by 9, so that the powers which carry the
    old deck to the new one are no permutation. `committed` says whether he commits to those powers, `multiplied`
    whether his product is made of them; else to and of the powers of an honest mix.
    """
    key, size = read_point(honest.joint()), 5
    factors = [9 if at == SCALED else 1 for at in range(size)]
    new = honest.masked_by(honest.ORDER, honest.FACTORS, scaled=factors)
    told, mixer, blinders = honest.masking.write_deck(new), honest.mixed(5).notes[0][0], count(1)
    about, commit = mixer.statement(honest.mixed(5).decks[0], told), shuffle_proof._commitment

    def blind() -> int:
        return hashed("mix blind", b"crooked", about, u64be(next(blinders)))

    a, r_a = [token + 1 for token in honest.ORDER], blind()
    c_a = written(commit(a, r_a))
    x = hashed("mix x", about, c_a)
    powers = [pow(x, number, GROUP) for number in a]
    b = [power * pow(by, -1, GROUP) % GROUP for power, by in zip(powers, factors, strict=True)]
    r_b = blind()
    c_b = written(commit(b if committed else powers, r_b))
    y, z = hashed("mix y", about, c_a, c_b), hashed("mix z", about, c_a, c_b)
    of_product = b if multiplied else powers
    e, r_e = [(y * number + power - z) % GROUP for number, power in zip(a, of_product, strict=True)], y * r_a + r_b
    p = [e[0]]
    for value in e[1:]:
        p.append(p[-1] * value % GROUP)
    d, r_d = [blind() for _ in range(size)], blind()
    big = [d[0], *(blind() for _ in range(size - 2)), 0]
    s_1, s_x, k, r_k, tau = blind(), blind(), [blind() for _ in range(size)], blind(), blind()
    crossed = [big[at + 1] - e[at + 1] * big[at] - p[at] * d[at + 1] for at in range(size - 1)]
    of_a, of_b = ([table_of(entry[half]) for entry in new] for half in (0, 1))
    shown = encoded(
        [
            commit([*crossed, 0], s_x),
            commit(d, r_d),
            commit([*(-big[at] * d[at + 1] for at in range(size - 1)), 0], s_1),
            commit(k, r_k),
            plus(product_of(k, of_a), negated(times_base(tau))),
            plus(product_of(k, of_b), negated(times(tau, key))),
        ]
    )
    w = hashed("mix w", about, c_a, c_b, *shown)
    answers = [
        *(w * e[at] + d[at] for at in range(size)),
        w * r_e + r_d,
        *(w * p[at] + big[at] for at in range(1, size - 1)),
        w * s_x + s_1,
        *(w * b[at] + k[at] for at in range(size)),
        w * r_b + r_k,
        w * sum(b[at] * honest.FACTORS[at] for at in range(size)) + tau,
    ]
    return told, c_a + c_b + shown[0] + b"".join(map(written_scalar, (w, *answers))), shown


def shifted(half: int) -> tuple[bytes, bytes, Sequence[bytes]]:
    """A deck with one half of an entry moved, proven as if it were not; and what its prover has hashed last."""
    good, by = honest.masked_by(honest.ORDER, honest.FACTORS), times_base(7)
    pair = (plus(good[3][0], by), good[3][1]) if half == 0 else (good[3][0], plus(good[3][1], by))
    seen: list[tuple[bytes, ...]] = []

    def overheard(points: Sequence[Any]) -> tuple[bytes, ...]:
        seen.append(encoded(points))
        return seen[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shuffle_proof, "encoded", overheard)
        told, proof = honest.proven(honest.entry(good, 3, pair), honest.ORDER, honest.FACTORS)
    return told, proof, seen[-1]
