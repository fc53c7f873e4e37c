"""Points of masked decks by libsodium and in a second arithmetic: the same bytes, on hostile ones too; and a library
that is not sound is not used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.crypto import curve25519
from referee.crypto.curve25519 import FIELD, GROUP
from referee.crypto.deck import group, libsodium_group, masking
from referee.kernel.canonical_json import tagged_hash
from referee.kernel.errors import Unsupported
from tests.crypto import second_arithmetic
from tests.crypto.deck_lies import codes_of
from tests.crypto.decks import CHARTER, OFFER, PILE, SEATS, SECRET, SIGNING, VECTORS, small_orders
from tests.crypto.without_checks import modules_by_second_arithmetic

WAYS: dict[str, Callable[[], ModuleType]] = {"libsodium": lambda: masking, "second": modules_by_second_arithmetic}


def small() -> list[curve25519.Point]:
    """The eight points of small order."""
    found = [second_arithmetic.decode(bytes.fromhex(told)) for told in VECTORS["small"]]
    return [point for point in found if point is not None]


# Vectors


@pytest.mark.parametrize("way", WAYS)
def test_either_way_makes_the_vectors(way: str) -> None:
    masks = WAYS[way]()
    assert masks.group._way is (libsodium_group if way == "libsodium" else second_arithmetic)
    secrets = {seat: masks.deck_secret(SECRET[seat]) for seat in SEATS}
    keys = {seat: masks.deck_key(secret) for seat, secret in secrets.items()}
    assert {seat: key.hex() for seat, key in keys.items()} == VECTORS["keys"]
    assert masks.joint_key(keys).hex() == VECTORS["joint"]
    poks = {seat: masks.prove_key(secrets[seat], OFFER, seat, SIGNING[seat]) for seat in SEATS}
    assert {seat: pok.hex() for seat, pok in poks.items()} == VECTORS["poks"]
    deck, head, told = masks.first_deck(masks.tile_points(CHARTER, PILE, 5)), CHARTER, []
    for seat in SEATS:
        mixer = masks.Mixer(CHARTER, head, seat, PILE, masks.joint_key(keys))
        written, proof = masks.make_mix(mixer, deck, SECRET[seat])
        deck = masks.read_mix(mixer, deck, written, proof)
        head = tagged_hash("vector head", head, written)
        marks = [tagged_hash("vector", value).hex() for value in (written, proof)]
        told.append({"deck": marks[0], "proof": marks[1], "size": len(proof)})
    assert told == VECTORS["mixes 5"]["notes"]
    place, entry = masks.LockPlace(head, "anna", PILE, 1), deck[1]
    lock = masks.make_lock(place, secrets["anna"], entry[0])
    assert lock.hex() == VECTORS["lock"]
    shares = [masks.read_lock(place, keys["anna"], entry[0], lock), masks.own_share(secrets["anna"], entry)]
    assert len(set(masks.group.encoded(shares))) == 1


def test_both_ways_take_and_refuse_the_same_lies() -> None:
    """D25 among them, and what is no point of prime order in every place of a note."""
    own, other = codes_of(modules_by_second_arithmetic()), codes_of(masking)
    assert own == other and "mix-unproven" in own.values() and "bad-point" in own.values()


# Hostile points and scalars


FACTORS = st.sampled_from([0, 1, 2, -1, GROUP - 1, GROUP, GROUP + 1, 2**252, 2**256 - 1, 8]) | st.integers(0, 2**256)
POINTS = st.tuples(st.integers(0, 7), st.sampled_from([0, 1, GROUP - 1]) | st.integers(0, GROUP - 1))
BYTES = (
    st.binary(min_size=32, max_size=32)
    | st.integers(FIELD - 20, 2**255 - 1).map(lambda number: number.to_bytes(32, "little"))
    | st.integers(2**256 - 40, 2**256 - 1).map(lambda number: number.to_bytes(32, "little"))
    | st.sampled_from(VECTORS["small"]).map(bytes.fromhex)
)


def mixed_order(at: tuple[int, int]) -> bytes:
    """A multiple of the base and a point of small order, together."""
    return second_arithmetic.encoded([curve25519.plus(small()[at[0]], second_arithmetic.times_base(at[1]))])[0]


@settings(max_examples=60, deadline=None)
@given(data=BYTES | POINTS.map(mixed_order))
def test_both_ways_read_the_same_points(data: bytes) -> None:
    for name in ("decode", "in_group", "eightfold"):
        own, other = getattr(second_arithmetic, name)(data), getattr(libsodium_group, name)(data)
        assert (own is None) == (other is None), name
        assert own is None or second_arithmetic.encoded([own]) == libsodium_group.encoded([other])


@settings(max_examples=60, deadline=None)
@given(one=POINTS.map(mixed_order), other=POINTS.map(mixed_order), factor=FACTORS, second=FACTORS)
def test_both_ways_add_and_multiply_alike(one: bytes, other: bytes, factor: int, second: int) -> None:
    def results(way: Any) -> list[bytes]:
        a, b = way.decode(one), way.decode(other)
        products = [way.times(factor, a), way.times_comb(factor, way.comb_of(a)), way.times_base(factor)]
        together = way.product_of((factor, second), (way.table_of(a), way.table_of(b)))
        assert way.is_identity(way.plus(a, way.negated(a)))
        return list(way.encoded([way.plus(a, b), way.negated(a), *products, together]))

    assert results(second_arithmetic) == results(libsodium_group)


@settings(max_examples=60, deadline=None)
@given(at=POINTS)
def test_a_point_has_prime_order_if_the_order_times_it_is_nothing(at: tuple[int, int]) -> None:
    """By the pairings as by multiplying it; all eight parts of small order are told from none."""
    point = second_arithmetic.decode(mixed_order(at))
    assert point is not None
    total = curve25519.IDENTITY
    for bit in f"{GROUP:b}":
        total = second_arithmetic.doubled(total)
        total = curve25519.plus(total, point) if bit == "1" else total
    assert curve25519.has_prime_order(point) == curve25519.is_identity(total) == (at[0] == 0)


def test_each_check_of_the_own_arithmetic_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    neutral, two = small_orders()[:2]
    assert second_arithmetic.in_group(neutral) is None and second_arithmetic.in_group(two) is None
    with monkeypatch.context() as patch:
        patch.setattr(second_arithmetic, "is_identity", lambda _: False)
        assert second_arithmetic.in_group(neutral) is not None
    monkeypatch.setattr(second_arithmetic, "has_prime_order", lambda _: True)
    assert second_arithmetic.in_group(two) is not None


# A library that is not sound


FAULTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "takes a part of order 2": ("crypto_core_ed25519_is_valid_point", lambda _: True),
    "takes nothing": ("crypto_core_ed25519_is_valid_point", lambda _: False),
    "adds wrong": ("crypto_core_ed25519_add", lambda one, other: one),
    "takes away wrong": ("crypto_core_ed25519_sub", lambda one, other: other),
    "multiplies wrong": ("crypto_scalarmult_ed25519_noclamp", lambda factor, point: point),
    "multiplies the base wrong": ("crypto_scalarmult_ed25519_base_noclamp", lambda factor: b"\x58" + b"\x66" * 31),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_library_that_is_not_sound_is_not_used(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """D25: releases of PyNaCl before 1.6.2 take a point with a part of order 2 (CVE-2025-69277)."""
    group.check_sound()
    monkeypatch.setattr(libsodium_group.bindings, *FAULTS[fault])
    with pytest.raises(Unsupported) as refusal:
        group.check_sound()
    assert refusal.value.code == "libsodium-unsound"


def test_a_library_that_lacks_a_function_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(libsodium_group.bindings, "crypto_core_ed25519_add")
    with pytest.raises(Unsupported):
        group.check_sound()


def test_nothing_but_a_masked_game_loads_the_library() -> None:
    """Whoever plays another game waits for none of it."""
    import subprocess

    code = "import sys; from referee.cli.commands.playing import move, status; print('nacl' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
