"""The arithmetic of a deck that nobody sees: vectors, and what is refused."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.crypto.curve25519 import GROUP
from referee.crypto.deck import masking
from referee.crypto.deck.group import (
    IDENTITY,
    Point,
    decode,
    encoded,
    negated,
    plus,
    point_of,
    product_of,
    read_point,
    table_of,
    times,
    times_base,
    written,
    written_scalar,
)
from referee.crypto.deck.masking import LockPlace, Mixer
from referee.kernel.canonical_json import tagged_hash, u64be
from referee.kernel.dice import shuffle
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.kernel.hashing import hkdf, sha512
from tests.crypto.decks import (
    CHARTER,
    FACTORS,
    OFFER,
    ORDER,
    ORDER_TWO,
    PILE,
    SEATS,
    SECRET,
    SIGNING,
    VECTORS,
    Mixed,
    bent,
    entry,
    joint,
    lies,
    lock_of,
    masked_by,
    mixed,
    proven,
    refused,
    small_orders,
    taken,
)


def hashed(value: bytes) -> str:
    return tagged_hash("vector", value).hex()


# Vectors


def test_the_generators_the_tiles_and_the_keys_are_those_of_the_vectors() -> None:
    secrets = {seat: masking.deck_secret(SECRET[seat]) for seat in SEATS}
    found = {
        "generators": {str(at): written(point_of("generator", u64be(at))).hex() for at in (0, 1, 143)},
        "tiles": [written(tile).hex() for tile in masking.tile_points(CHARTER, PILE, 2)],
        "keys": {seat: masking.deck_key(secret).hex() for seat, secret in secrets.items()},
        "poks": {seat: masking.prove_key(secret, OFFER, seat, SIGNING[seat]).hex() for seat, secret in secrets.items()},
        "new_key_pok": masking.prove_key(secrets["anna"], CHARTER, "anna", b"\x15" * 32).hex(),
        "joint": joint().hex(),
    }

    assert found == {name: VECTORS[name] for name in found}


@pytest.mark.parametrize("size", [5, pytest.param(143, marks=pytest.mark.long)])
def test_the_mixes_are_those_of_the_vectors(size: int) -> None:
    wanted = VECTORS[f"mixes {size}"]
    assert [
        {"deck": hashed(told), "proof": hashed(proof), "size": len(proof)} for _, told, proof in mixed(size).notes
    ] == wanted["notes"]
    assert mixed(size).head.hex() == wanted["head"]
    assert tokens(mixed(size)) == wanted["tokens"]


def test_the_first_mix_follows_from_the_secret_and_the_note_before() -> None:
    mixer, told, proof = mixed(5).notes[0]
    delta = hkdf(SECRET["anna"], CHARTER, b"referee/1 mix tiles")

    assert delta.hex() == VECTORS["mixes 5"]["delta"]
    assert list(shuffle(delta, "mix", 5)) == VECTORS["mixes 5"]["order"]
    assert proof[:32].hex() == VECTORS["mixes 5"]["c_a"] and proof[96:128].hex() == VECTORS["mixes 5"]["w"]
    assert (told, proof) == masking.make_mix(mixer, mixed(5).decks[0], SECRET["anna"])


def tokens(whole: Mixed) -> list[int | None]:
    """What lies on the first three positions, once every seat has sent its lock of each."""
    deck, known = whole.decks[-1], masking.by_point(whole.tiles)
    return [masking.token_of(deck[at], shares(whole, at), known) for at in range(3)]


def shares(whole: Mixed, at: int) -> list[Point]:
    entry = whole.decks[-1][at][0]
    found = []
    for seat in SEATS:
        place, secret = LockPlace(whole.head, seat, PILE, at), masking.deck_secret(SECRET[seat])
        found.append(masking.read_lock(place, masking.deck_key(secret), entry, masking.make_lock(place, secret, entry)))
    return found


def test_a_lock_is_that_of_the_vectors() -> None:
    place = LockPlace(mixed(5).head, "anna", PILE, 1)
    lock = masking.make_lock(place, masking.deck_secret(SECRET["anna"]), mixed(5).decks[-1][1][0])

    assert lock.hex() == VECTORS["lock"]


def test_all_three_but_one_open_nothing() -> None:
    """D18: the shares of two seats leave an entry behind the mask of the third."""
    whole = mixed(5)
    known = masking.by_point(whole.tiles)

    assert masking.token_of(whole.decks[-1][0], shares(whole, 0), known) == 2
    assert masking.token_of(whole.decks[-1][0], shares(whole, 0)[:2], known) is None


@pytest.mark.parametrize("number", range(5))
def test_a_product_with_the_base_is_the_public_key_of_another_library(number: int) -> None:
    seed = bytes([number]) * 32
    scalar = bytearray(sha512(seed)[:32])
    scalar[0] &= 248
    scalar[31] = scalar[31] & 127 | 64

    public = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    assert written(times_base(int.from_bytes(scalar, "little"))) == public


def test_sums_and_products_agree_with_one_another() -> None:
    points = [point_of("test", u64be(number)) for number in range(4)]
    factors = [0, 1, GROUP - 1, 12345678901234567890]
    together = product_of(factors, [table_of(point) for point in points])
    total = IDENTITY
    for factor, point in zip(factors, points, strict=True):
        total = plus(total, times(factor, point))

    assert encoded([together, times(GROUP, points[0])]) == encoded([total, IDENTITY])
    assert [read_point(told) for told in encoded(points)] == [decode(written(point)) for point in points]


# What is refused of a key


def test_a_deck_key_made_of_the_others_is_not_proven() -> None:
    """D1: yB less the others' keys, so that together they are yB."""
    others = [read_point(masking.deck_key(masking.deck_secret(SECRET[seat]))) for seat in ("bert", "carl")]
    rogue = written(plus(times_base(5), negated(plus(*others))))
    for proof in (masking.prove_key(5, OFFER, "anna", SIGNING["anna"]), bytes(64)):
        refused(
            "deck-key-unproven", lambda proof=proof: masking.check_key(rogue, proof, OFFER, "anna", SIGNING["anna"])
        )


def test_the_proof_of_a_key_holds_for_its_seat_key_and_offer_alone() -> None:
    """D2: another seat's key with its proof, copied."""
    public = masking.deck_key(masking.deck_secret(SECRET["anna"]))
    proof = masking.prove_key(masking.deck_secret(SECRET["anna"]), OFFER, "anna", SIGNING["anna"])
    masking.check_key(public, proof, OFFER, "anna", SIGNING["anna"])
    for nonce, seat, key in (
        (b"\1" * 16, "anna", SIGNING["anna"]),
        (OFFER, "bert", SIGNING["anna"]),
        (OFFER, "anna", SIGNING["bert"]),
    ):
        refused("deck-key-unproven", lambda at=(nonce, seat, key): masking.check_key(public, proof, *at))


def test_keys_that_are_alike_or_cancel_make_no_joint_key() -> None:
    """D2."""
    key = masking.deck_key(7)
    refused("deck-keys-alike", lambda: masking.joint_key({"anna": key, "bert": key}))
    refused("deck-keys-cancel", lambda: masking.joint_key({"anna": key, "bert": masking.deck_key(GROUP - 7)}))


@pytest.mark.parametrize("told", small_orders(), ids=lambda told: told.hex()[:12])
def test_what_is_no_point_of_prime_order_is_none(told: bytes) -> None:
    """D3, D25: one of order 2 marks an entry, and its proof would hold at every second try."""
    refused("bad-point", lambda: read_point(told))


def test_the_marks_of_a_library_that_lets_them_pass_are_refused() -> None:
    """D25: B + (0, -1), in 32 bytes of 99, the first one 95."""
    refused("bad-point", lambda: read_point(b"\x95" + b"\x99" * 31))
    point = decode(ORDER_TWO)
    assert point is not None and written(plus(times_base(1), point)) == b"\x95" + b"\x99" * 31


# What is refused of a mix


def test_an_honest_mix_by_the_same_hands_is_taken() -> None:
    """Otherwise the refusals below would prove nothing."""
    assert taken(*proven(masked_by(ORDER, FACTORS), ORDER, FACTORS))


def test_a_deck_that_is_no_mix_is_not_proven() -> None:
    """D7."""
    for lie in lies().values():
        refused("mix-unproven", lambda lie=lie: taken(*lie))


@pytest.mark.parametrize("at", range(0, 672, 64))
def test_a_proof_with_a_bit_changed_does_not_hold(at: int) -> None:
    """D7."""
    _, told, proof = mixed(5).notes[0]
    changed = bytearray(proof)
    changed[at] ^= 1
    with pytest.raises(NotAuthentic):
        taken(told, bytes(changed))


@pytest.mark.parametrize("at", range(0, 10, 3))
def test_a_deck_with_a_point_changed_is_refused(at: int) -> None:
    _, told, proof = mixed(5).notes[0]
    with pytest.raises(NotAuthentic):
        taken(bent(told, at, written(times_base(at + 2))), proof)


def test_a_mix_of_another_place_does_not_hold() -> None:
    """D5: another seat, head, game, pile or deck before."""
    mixer, told, proof = mixed(5).notes[0]
    for other in (
        Mixer(b"\1" * 32, mixer.head, "anna", PILE, joint()),
        Mixer(CHARTER, b"\1" * 32, "anna", PILE, joint()),
        Mixer(CHARTER, CHARTER, "bert", PILE, joint()),
        Mixer(CHARTER, CHARTER, "anna", "cards", joint()),
        Mixer(CHARTER, CHARTER, "anna", PILE, masking.deck_key(99)),
    ):
        refused("mix-unproven", lambda other=other: taken(told, proof, other))
    refused("mix-unproven", lambda: taken(told, proof, old=mixed(5).decks[1]))


@pytest.mark.parametrize("at", [1, 8])
@pytest.mark.parametrize("told", small_orders()[:-1], ids=lambda told: told.hex()[:12])
def test_an_entry_that_is_no_point_of_prime_order_is_refused(told: bytes, at: int) -> None:
    """D3."""
    _, deck, proof = mixed(5).notes[0]
    refused("bad-point", lambda: taken(bent(deck, at, told), proof))


def test_a_mark_of_order_two_is_refused_before_its_proof_is_looked_at() -> None:
    """D25: half of the proofs over it hold, and half of the honest ones fail."""
    new = masked_by(ORDER, FACTORS)
    mark = decode(ORDER_TWO)
    assert mark is not None
    told, proof = proven(entry(new, 2, (new[2][0], plus(new[2][1], mark))), ORDER, FACTORS)
    refused("bad-point", lambda: taken(told, proof))


def test_an_entry_that_stands_in_a_deck_twice_is_refused() -> None:
    _, told, proof = mixed(5).notes[0]
    refused("deck-entry-twice", lambda: taken(bent(told, 3, told[:32]), proof))


@pytest.mark.parametrize("at", range(3, 21, 4))
def test_a_scalar_of_the_order_or_more_is_refused(at: int) -> None:
    """D4."""
    _, told, proof = mixed(5).notes[0]
    scalar = int.from_bytes(proof[32 * at : 32 * at + 32], "little") + GROUP
    refused("bad-scalar", lambda: taken(told, bent(proof, at, scalar.to_bytes(32, "little"))))


def test_a_challenge_of_zero_is_refused() -> None:
    _, told, proof = mixed(5).notes[0]
    refused("mix-unproven", lambda: taken(told, bent(proof, 3, bytes(32))))


@pytest.mark.parametrize("told", small_orders()[:-1], ids=lambda told: told.hex()[:12])
@pytest.mark.parametrize("at", [1])
def test_a_commitment_that_is_no_point_is_refused(told: bytes, at: int) -> None:
    """D3."""
    _, deck, proof = mixed(5).notes[0]
    refused("bad-point", lambda: taken(deck, bent(proof, at, told)))


def test_another_length_is_refused_before_any_arithmetic(monkeypatch: pytest.MonkeyPatch) -> None:
    """D8."""
    _, told, proof = mixed(5).notes[0]
    mixer, old = mixed(5).notes[0][0], mixed(5).decks[0]
    monkeypatch.setattr(masking.group, "read_point", lambda _: pytest.fail("arithmetic"))
    for deck in (told[:-64], told + told[:64], told[:-1], b""):
        with pytest.raises(Unreadable, match="deck"):
            masking.read_mix(mixer, old, deck, proof)
    for short in (proof[:-32], proof + bytes(32), proof[:-1], b""):
        with pytest.raises(Unreadable, match="proof"):
            masking.read_mix(mixer, old, told, short)
    refused("deck-entry-twice", lambda: masking.read_mix(mixer, old, bent(told, 3, told[:32]), proof))


# What is refused of a lock


def read_at(record: bytes, place: LockPlace | None = None, seat: str = "anna", at: int = 1) -> Point:
    whole = mixed(5)
    key = masking.deck_key(masking.deck_secret(SECRET[seat]))
    return masking.read_lock(place or LockPlace(whole.head, "anna", PILE, 1), key, whole.decks[-1][at][0], record)


def test_a_lock_holds_for_its_seat_position_pile_and_deck_alone() -> None:
    """D9."""
    good, head = lock_of("anna", 1), mixed(5).head
    assert read_at(good)
    for record in (lock_of("bert", 1), lock_of("anna", 2), lock_of("anna", 1, mixed(5).decks[1]), good[:-1], b""):
        refused("lock-unproven", lambda record=record: read_at(record))
    for place in (
        LockPlace(b"\1" * 32, "anna", PILE, 1),
        LockPlace(head, "bert", PILE, 1),
        LockPlace(head, "anna", "cards", 1),
        LockPlace(head, "anna", PILE, 2),
    ):
        refused("lock-unproven", lambda place=place: read_at(good, place))
    refused("lock-unproven", lambda: read_at(good, seat="bert"))
    refused("lock-unproven", lambda: read_at(good, at=2))


def test_a_lock_of_another_share_is_not_proven() -> None:
    """D9, D11: whoever knows x cannot open a tile as another."""
    good = lock_of("anna", 1)
    refused("lock-unproven", lambda: read_at(written(times_base(9)) + good[32:]))


@pytest.mark.parametrize("at", [32, 64])
def test_a_bent_scalar_of_a_lock_is_refused(at: int) -> None:
    """D4."""
    good = lock_of("anna", 1)
    number = int.from_bytes(good[at : at + 32], "little")
    over = (number + GROUP).to_bytes(32, "little")
    refused("bad-scalar", lambda: read_at(good[:at] + over + good[at + 32 :]))
    refused("lock-unproven", lambda: read_at(good[:at] + written_scalar(number + 1) + good[at + 32 :]))


@pytest.mark.parametrize("told", small_orders()[:-1], ids=lambda told: told.hex()[:12])
def test_a_share_that_is_no_point_of_prime_order_is_refused(told: bytes) -> None:
    """D3."""
    refused("bad-point", lambda: read_at(told + lock_of("anna", 1)[32:]))
