"""Three seats and their mixes for the tests of masked decks; what a liar can make of them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.crypto.deck import masking, shuffle_proof
from referee.crypto.deck.group import Point, comb_of, decode, negated, plus, read_point, times, times_base, written
from referee.crypto.deck.masking import Deck, LockPlace, Mixer
from referee.kernel.canonical_json import tagged_hash
from referee.kernel.errors import RefereeError

VECTORS = json.loads((Path(__file__).parent / "vectors" / "masks.json").read_text("ascii"))
"""From the specification of masked decks; two arithmetics, one of them libsodium's, gave the same bytes."""

SEATS = ("anna", "bert", "carl")
OFFER, CHARTER, PILE = bytes(16), bytes(32), "tiles"
SECRET = {seat: bytes([number]) * 32 for number, seat in enumerate(SEATS, 1)}
SIGNING = {seat: bytes([number]) * 32 for number, seat in enumerate(SEATS, 17)}
ORDER_TWO = bytes.fromhex("ec" + "ff" * 30 + "7f")
"""The point (0, -1)."""


@cache
def joint() -> bytes:
    return masking.joint_key({seat: masking.deck_key(masking.deck_secret(SECRET[seat])) for seat in SEATS})


class Mixed:
    """Three mixes of a deck of so many tiles, one after the other; the id of each note is replaced by a hash."""

    def __init__(self, size: int) -> None:
        self.tiles = masking.tile_points(CHARTER, PILE, size)
        self.head = CHARTER
        self.decks: list[Deck] = [masking.first_deck(self.tiles)]
        self.notes: list[tuple[Mixer, bytes, bytes]] = []
        for seat in SEATS:
            mixer = Mixer(CHARTER, self.head, seat, PILE, joint())
            told, proof = masking.make_mix(mixer, self.decks[-1], SECRET[seat])
            self.notes.append((mixer, told, proof))
            self.decks.append(masking.read_mix(mixer, self.decks[-1], told, proof))
            self.head = tagged_hash("vector head", self.head, told)


@cache
def mixed(size: int) -> Mixed:
    return Mixed(size)


def small_orders() -> list[bytes]:
    """Points of order 1, 2, 4 and 8, alone and in a point of mixed order; and what is no point."""
    low = [bytes.fromhex(told) for told in VECTORS["small"]]
    good = times_base(3)
    found = list(low)
    for told in low[1:]:
        point = decode(told)
        assert point is not None
        found.append(written(plus(good, point)))
    return [*found, (2**255 - 19 + 3).to_bytes(32, "little"), b"\2" + bytes(31), b"short"]


def refused(code: str, call: Any) -> None:
    with pytest.raises(RefereeError) as refusal:
        call()
    assert refusal.value.code == code


def taken(told: bytes, proof: bytes, mixer: Mixer | None = None, old: Deck | None = None) -> Deck:
    mine, deck = mixed(5).notes[0][0], mixed(5).decks[0]
    return masking.read_mix(mixer or mine, old or deck, told, proof)


def bent(told: bytes, at: int, part: bytes) -> bytes:
    return told[: 32 * at] + part + told[32 * (at + 1) :]


def proven(new: Deck, order: tuple[int, ...], tired: list[int], joint_told: bytes | None = None) -> tuple[bytes, bytes]:
    """(deck, proof) as well as a liar can make them, with this order and these masks."""
    told, mixer = masking.write_deck(new), mixed(5).notes[0][0]
    comb = comb_of(read_point(joint_told or joint()))
    witness = shuffle_proof.Witness(order, tired, bytes(32))
    return told, shuffle_proof.prove(mixer.statement(mixed(5).decks[0], told), comb, new, witness)


def masked_by(
    order: tuple[int, ...], factors: list[int], key: bytes | None = None, scaled: list[int] | None = None
) -> Deck:
    """A mix of the first deck in this order, behind these masks; a liar may multiply its entries as well."""
    old, mask = mixed(5).decks[0], read_point(key or joint())
    return tuple(
        (plus(times(by, old[token][0]), times_base(factor)), plus(times(by, old[token][1]), times(factor, mask)))
        for token, factor, by in zip(order, factors, scaled or [1] * len(order), strict=True)
    )


ORDER, FACTORS = (2, 0, 4, 1, 3), [11, 22, 33, 44, 55]


def entry(new: Deck, at: int, pair: tuple[Point, Point]) -> Deck:
    return (*new[:at], pair, *new[at + 1 :])


@cache
def lies() -> dict[str, tuple[bytes, bytes]]:
    """Decks that are no mix, each proven as well as can be."""
    good, key = masked_by(ORDER, FACTORS), read_point(joint())
    again = (plus(good[1][0], times_base(9)), plus(good[1][1], times(9, key)))
    twice = (2, 0, 4, 0, 3)
    other_key = masking.deck_key(99)
    return {
        "a disguised copy": proven(entry(good, 3, again), ORDER, FACTORS),
        "one entry twice, another dropped": proven(masked_by(twice, FACTORS), twice, FACTORS),
        "other masks than proved": proven(masked_by(ORDER, [*FACTORS[:4], 56]), ORDER, FACTORS),
        "a scaled entry": proven(entry(good, 3, (times(9, good[3][0]), times(9, good[3][1]))), ORDER, FACTORS),
        "a scaled copy": proven(entry(good, 3, (times(9, good[1][0]), times(9, good[1][1]))), ORDER, FACTORS),
        "an entry turned round": proven(entry(good, 3, (good[3][1], good[3][0])), ORDER, FACTORS),
        "halves exchanged": proven(
            entry(entry(good, 3, (good[3][0], good[4][1])), 4, (good[4][0], good[3][1])), ORDER, FACTORS
        ),
        "an entry replaced": proven(entry(good, 3, (times_base(9), times_base(10))), ORDER, FACTORS),
        "two entries shifted": proven(
            entry(
                entry(good, 3, (good[3][0], plus(good[3][1], times_base(7)))),
                4,
                (good[4][0], plus(good[4][1], negated(times_base(7)))),
            ),
            ORDER,
            FACTORS,
        ),
        "another key": proven(masked_by(ORDER, FACTORS, other_key), ORDER, FACTORS),
        "another key, proven under it": proven(masked_by(ORDER, FACTORS, other_key), ORDER, FACTORS, other_key),
        "another order than proved": proven(good, (0, 2, 4, 1, 3), FACTORS),
    }


def lock_of(seat: str, at: int, deck: Deck | None = None) -> bytes:
    whole = mixed(5)
    return masking.make_lock(
        LockPlace(whole.head, seat, PILE, at), masking.deck_secret(SECRET[seat]), (deck or whole.decks[-1])[at][0]
    )
