"""The published notes of what only some games use: one spelling, and each opens what another has fixed."""

from __future__ import annotations

from typing import Any

import pytest

from referee.crypto import joint_randomness
from referee.kernel.canonical_json import decode_b64, encode_b64
from referee.record.note import read_bundle
from referee.record.notes import Charter, Move, Offer, Step
from referee.record.notes.codec import parse, render
from tests.crypto.vectors_of import vectors as crypto_vectors
from tests.record.added import ADDED, signed_addition
from tests.record.make_vectors import additions
from tests.record.second_checker import note_id, verdict
from tests.record.vectors_of import vectors

NOTES, MADE = vectors("additions"), crypto_vectors("additions")
SEATS = ("bert", "carl", "anna")
"""In the order of the question."""


def read(which: str) -> Any:
    """A published note, read from its file."""
    (signed,) = read_bundle(NOTES[which]["file"].encode())
    return signed.note()


@pytest.mark.parametrize("which", NOTES)
def test_an_added_note_is_written_as_published_and_read_back(which: str) -> None:
    body = "".join(f"{line}\n" for line in NOTES[which]["body"]).encode()

    assert render(ADDED[which]) == body
    assert parse(body) == ADDED[which]
    assert signed_addition(ADDED[which]).armoured() == NOTES[which]["file"]


def test_the_published_additions_are_those_that_the_script_writes() -> None:
    assert additions() == NOTES


@pytest.mark.parametrize("which", NOTES)
def test_both_checkers_take_every_added_note_and_name_it_alike(which: str) -> None:
    note = NOTES[which]["file"]
    (signed,) = read_bundle(note.encode())
    signed.check()

    assert (verdict(note), note_id(note)) == ("good", NOTES[which]["id"])
    assert signed.id == NOTES[which]["id"]


def test_offer_and_charter_name_the_published_pack() -> None:
    offer, charter = read("offer with a pack"), read("charter with a pack")
    assert isinstance(offer, Offer) and isinstance(charter, Charter)

    assert [dict(note.option)["pack"] for note in (offer, charter)] == [MADE["pack"]["hash"]] * 2


def test_the_step_of_the_peek_has_a_hand_line_for_that_seat_alone_and_asks_three() -> None:
    step = read("step of a peek that asks three seats")

    assert {seat: data.hex() for seat, data in step.hand.items()} == {"bert": MADE["peek"]["sealed"]}
    assert tuple(line.seat for line in step.next) == SEATS


def test_the_closing_step_enters_every_answer_in_seat_order() -> None:
    step = read("step that closes the question")

    assert [(line.seat, line.id) for line in step.note] == [
        (seat, NOTES[f"answer of {seat}"]["id"]) for seat in sorted(SEATS)
    ]


def test_the_closing_step_opens_the_shares_in_the_order_of_the_question() -> None:
    step = read("step that closes the question")
    assert isinstance(step, Step)
    pins = {seat: move.pin for seat in SEATS if isinstance(move := read(f"answer of {seat}"), Move)}
    for opened, order in zip(step.opened, step.order, strict=True):
        found = joint_randomness.line_commitment(
            decode_b64(step.game), opened.seat, opened.step, opened.line, opened.salt, order.text
        )
        assert found == pins[opened.seat][opened.line - 1]

    assert [(line.seat, line.order) for line in step.did] == [(line.seat, line.text) for line in step.order]
    assert list(dict.fromkeys(line.seat for line in step.order)) == list(SEATS)


def test_the_closing_step_proves_the_covered_places_it_turns_up() -> None:
    step = read("step that closes the question")
    proved = [
        {
            "place": place,
            "line": joint_randomness.bag_line(
                decode_b64(step.game), proof.pile, proof.position, proof.token, proof.salt
            ).hex(),
            "proof": f"proof {proof.pile} {proof.position} {proof.token} {encode_b64(proof.salt)}",
        }
        for (place, _), proof in zip(step.show, step.proof, strict=True)
    ]

    assert proved == MADE["covered"]
