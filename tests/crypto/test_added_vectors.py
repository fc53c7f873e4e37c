"""What only some games use, against the second writing: answers at once, covered places, peeks, packs."""

from __future__ import annotations

from typing import Any

import pytest

from referee.crypto import joint_randomness, sealing
from referee.kernel.canonical_json import decode_b64, encode_b64
from referee.kernel.packs import canonical_pack, pack_hash
from tests.crypto.vectors_of import vectors

ADDED = vectors("additions")
GAME = decode_b64(ADDED["game"])


@pytest.mark.parametrize("answer", ADDED["answers"], ids=lambda answer: answer["seat"])
def test_an_answer_given_at_once_is_pinned_and_sealed_like_a_plan(answer: Any) -> None:
    texts, step, seat = tuple(answer["texts"]), answer["step"], answer["seat"]
    q, _ = joint_randomness.pin_salts(bytes.fromhex(answer["game_secret"]), "move", step, texts)
    pins = [pin.hex() for pin in joint_randomness.plan_commitments(GAME, seat, step, q, texts)]
    ad = sealing.associated_data("seal", ADDED["game"], answer["head"], step, seat)
    data = sealing.seal(bytes.fromhex(answer["key"]), sealing.pack_lines(q, texts), ad)

    assert (pins, data.hex()) == (answer["pins"], answer["sealed"])


@pytest.mark.parametrize("answer", ADDED["answers"], ids=lambda answer: answer["seat"])
def test_the_lines_of_a_share_open_pins_of_the_answer_in_their_order(answer: Any) -> None:
    opened = []
    for opening, order in zip(answer["opened"], answer["order"], strict=True):
        _, seat, step, line, salt = opening.split(" ")
        text = order.removeprefix(f"order {seat} {step} {line} ")
        assert (
            joint_randomness.line_commitment(GAME, seat, int(step), int(line), decode_b64(salt), text).hex()
            == answer["pins"][int(line) - 1]
        )
        opened.append(text)

    assert opened == answer["texts"][: len(opened)]


@pytest.mark.parametrize("covered", ADDED["covered"], ids=lambda covered: covered["place"])
def test_the_proof_of_a_covered_place_opens_its_line_of_the_bag(covered: Any) -> None:
    _, pile, position, token, salt = covered["proof"].split(" ")

    assert joint_randomness.bag_line(GAME, pile, int(position), int(token), decode_b64(salt)).hex() == covered["line"]


def test_no_proof_opens_the_place_of_another() -> None:
    (_, pile, position, token, salt), (_, _, other, *_) = (row["proof"].split(" ") for row in ADDED["covered"])
    lines = {row["line"] for row in ADDED["covered"]}
    moved = joint_randomness.bag_line(GAME, pile, int(other), int(token), decode_b64(salt)).hex()
    turned = joint_randomness.bag_line(GAME, pile, int(position), int(token) + 1, decode_b64(salt)).hex()

    assert lines.isdisjoint((moved, turned))


def test_the_hand_line_of_a_peek_holds_the_record_that_later_proves_the_place() -> None:
    peek = ADDED["peek"]
    ad = sealing.associated_data("hand", ADDED["game"], peek["head"], peek["step"], peek["seat"])
    plain = sealing.unseal(bytes.fromhex(peek["key"]), bytes.fromhex(peek["sealed"]), ad)
    (record,) = sealing.unpack_records(plain)
    (place,) = (row for row in ADDED["covered"] if row["place"] == peek["place"])

    assert sealing.seal(bytes.fromhex(peek["key"]), plain, ad).hex() == peek["sealed"]
    assert f"proof bag {record.position} {record.token} {encode_b64(record.salt)}" == place["proof"]


def test_a_pack_has_the_published_spelling_and_hash() -> None:
    spelled = canonical_pack(ADDED["pack"]["written"].encode())

    assert (spelled.hex(), pack_hash(spelled)) == (ADDED["pack"]["spelled"], ADDED["pack"]["hash"])
