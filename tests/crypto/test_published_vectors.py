"""The program against a second writing of the protocol that shares no line with it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.crypto import boxes, joint_randomness, sealing
from referee.crypto.keys import SigningKey
from referee.kernel import hashing
from referee.kernel.canonical_json import encode_b64, tagged_hash
from tests.crypto import second
from tests.crypto.vectors_of import vectors

SECRETS, JOINT, SEALED = vectors("secrets"), vectors("joint"), vectors("sealed")
CHARTER = bytes.fromhex(JOINT["charter"])
RS = [bytes.fromhex(r) for r in JOINT["rs"]]
T0 = bytes.fromhex(JOINT["t0"])


@pytest.mark.parametrize("name", second.ALL)
def test_the_published_vectors_are_those_of_the_second_writing(name: str) -> None:
    assert second.ALL[name]() == vectors(name)


@pytest.mark.parametrize("party", SECRETS["parties"], ids=lambda party: party["role"])
def test_everything_secret_in_a_game_follows_from_one_key_and_two_nonces(party: dict[str, str]) -> None:
    key = SigningKey.from_seed(bytes.fromhex(SECRETS["seed"]))
    offer_nonce, nonce = bytes.fromhex(SECRETS["offer_nonce"]), bytes.fromhex(SECRETS["nonce"])
    secret = key.game_secret(offer_nonce, party["role"], nonce)
    box, r, toss = (
        boxes.box_private(secret),
        joint_randomness.seed_share_of(secret),
        joint_randomness.toss_share_of(secret),
    )

    assert {
        "role": party["role"],
        "game_secret": secret.hex(),
        "box_private": box.hex(),
        "box_public": boxes.box_public(box).hex(),
        "r": r.hex(),
        "toss": toss.hex(),
        "lock": joint_randomness.share_commitment(offer_nonce, party["role"], key.public, r).hex(),
        "toss_lock": joint_randomness.toss_commitment(offer_nonce, key.public, toss).hex(),
    } == party


def test_the_seeds_take_every_share_in_seat_order() -> None:
    r0, t0 = bytes.fromhex(JOINT["r0"]), bytes.fromhex(JOINT["t0"])

    assert joint_randomness.hidden_seed(CHARTER, r0, RS).hex() == JOINT["hidden_seed"]
    assert joint_randomness.public_seed(CHARTER, t0, RS).hex() == JOINT["public_seed"]
    assert joint_randomness.hidden_seed(CHARTER, r0, RS[::-1]).hex() != JOINT["hidden_seed"]


@pytest.mark.parametrize("pile", JOINT["piles"], ids=lambda pile: pile["pile"])
def test_a_pile_has_one_order_and_each_position_its_own_commitment(pile: Any) -> None:
    """Attack 129: piles called `salt`, `bag` and `bag x` have streams of their own."""
    seed, name = bytes.fromhex(JOINT["hidden_seed"]), pile["pile"]
    order = joint_randomness.pile_order(seed, name, pile["size"])
    salts = [joint_randomness.pile_salt(seed, name, position) for position in range(6)]
    lines = [joint_randomness.bag_line(CHARTER, name, i, order[i], salt) for i, salt in enumerate(salts)]

    assert list(order) == pile["order"]
    assert [salt.hex() for salt in salts] == pile["salts"]
    assert [line.hex() for line in lines] == pile["lines"]


def test_no_opening_of_one_pile_opens_another_pile() -> None:
    lines = [line for pile in JOINT["piles"] for line in pile["lines"]]

    assert len(set(lines)) == len(lines)


def test_the_words_to_compare_are_the_published_ones() -> None:
    assert list(joint_randomness.four_words(CHARTER, T0, RS)) == JOINT["four_words"]


@pytest.mark.parametrize("plan", JOINT["plans"], ids=lambda plan: plan["texts"][0] or "empty")
def test_pins_and_seal_of_a_plan(plan: Any) -> None:
    texts, step, seat = tuple(plan["texts"]), plan["step"], plan["seat"]
    q, salts = joint_randomness.pin_salts(bytes.fromhex(plan["game_secret"]), "move", step, texts)
    pins, places = (
        joint_randomness.plan_commitments(CHARTER, seat, step, q, texts),
        joint_randomness.pin_places(q, len(texts)),
    )
    ad = sealing.associated_data("seal", encode_b64(CHARTER), plan["head"], step, seat)
    data = sealing.seal(bytes.fromhex(SEALED["order_key"]), sealing.pack_lines(q, texts), ad)

    assert (q.hex(), [salt.hex() for salt in salts], list(places), [pin.hex() for pin in pins], data.hex()) == (
        plan["q"],
        plan["salts"],
        plan["places"],
        plan["pins"],
        plan["sealed"],
    )
    assert sealing.unpack_lines(sealing.unseal(bytes.fromhex(SEALED["order_key"]), data, ad)) == (q, texts)
    assert joint_randomness.line_salts(q, len(texts)) == salts


@pytest.mark.parametrize("standing", JOINT["standing"], ids=lambda standing: standing["texts"][0] or "empty")
def test_pins_and_seal_of_a_standing_note(standing: Any) -> None:
    texts, step, seat = tuple(standing["texts"]), standing["step"], standing["seat"]
    q, salts = joint_randomness.pin_salts(bytes.fromhex(standing["game_secret"]), "standing", step, texts)
    numbered = enumerate(zip(salts, texts, strict=True), start=1)
    pins = [
        joint_randomness.line_commitment(CHARTER, seat, step, line, salt, f"standing {text}")
        for line, (salt, text) in numbered
    ]
    ad = sealing.associated_data("standing", encode_b64(CHARTER), standing["head"], step, seat)
    data = sealing.seal(bytes.fromhex(SEALED["order_key"]), sealing.pack_lines(q, texts), ad, 2)

    assert (q.hex(), [salt.hex() for salt in salts], [pin.hex() for pin in pins], data.hex()) == (
        standing["q"],
        standing["salts"],
        standing["pins"],
        standing["sealed"],
    )
    assert len(data) == 528


def test_all_plans_of_a_game_have_one_size() -> None:
    """Attacks 116, 131: a swap of 1 and of 6, an empty plan and a full one look alike."""
    assert {len(plan["sealed"]) for plan in JOINT["plans"]} == {2 * 272}


def test_both_sides_derive_the_same_keys_for_hands_and_seals() -> None:
    facts = {
        "charter": bytes.fromhex(SEALED["charter"]),
        "party": SEALED["seat"],
        "referee_box": bytes.fromhex(SEALED["referee_public"]),
        "box": bytes.fromhex(SEALED["seat_public"]),
    }
    referee = (bytes.fromhex(SEALED["referee_private"]), facts["box"])
    player = (bytes.fromhex(SEALED["seat_private"]), facts["referee_box"])

    assert [sealing.sealing_key("hand", *side, **facts).hex() for side in (referee, player)] == [SEALED["hand_key"]] * 2
    assert [sealing.sealing_key("seal", *side, **facts).hex() for side in (referee, player)] == [
        SEALED["order_key"]
    ] * 2


@pytest.mark.parametrize("hand", SEALED["hands"], ids=lambda hand: f"{len(hand['records'])}-records")
def test_a_hand_is_sealed_to_the_published_bytes_and_opens_again(hand: Any) -> None:
    """Attack 84: a second run of the referee writes the same bytes."""
    records = tuple(sealing.Record(pile, at, token, bytes.fromhex(salt)) for pile, at, token, salt in hand["records"])
    key, ad = bytes.fromhex(SEALED["hand_key"]), SEALED["address"].encode()
    plain = sealing.pack_records(records)
    data = sealing.seal(key, plain, ad, sealing.blocks_for(len(records)))

    assert (plain.hex(), sealing.blocks_for(len(records)), data.hex()) == (
        hand["plain"],
        hand["blocks"],
        hand["sealed"],
    )
    assert sealing.unpack_records(sealing.unseal(key, data, ad)) == records


def test_a_tagged_hash_knows_where_its_parts_end() -> None:
    """Attack 48: `ab` and `c` are other parts than `a` and `bc`."""
    hashes = [tagged_hash("lock", *parts) for parts in ((b"ab", b"c"), (b"a", b"bc"), (b"abc",), (b"abc", b""))]

    assert hashes == [second.h("lock", *parts) for parts in ((b"ab", b"c"), (b"a", b"bc"), (b"abc",), (b"abc", b""))]
    assert len({*hashes, tagged_hash("toss", b"ab", b"c")}) == 5


def test_hkdf_is_that_of_rfc_5869() -> None:
    """Test cases 1 to 3 of appendix A."""
    ikm, long = bytes([11]) * 22, bytes(range(80))

    assert hashing.hkdf(ikm, bytes(range(13)), bytes(range(0xF0, 0xFA)), 42).hex() == (
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    )
    assert hashing.hkdf(long, bytes(range(0x60, 0xB0)), bytes(range(0xB0, 0x100)), 82).hex() == (
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
        "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
    )
    assert hashing.hkdf(ikm, b"", b"", 42).hex() == (
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    )
