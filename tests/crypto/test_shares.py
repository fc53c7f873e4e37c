"""Shares of a game secret, and what is handed over: the program against a second writing of the page."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.crypto import boxes, sealing, secret_shares
from referee.kernel.canonical_json import encode_b64
from referee.kernel.errors import NotAuthentic
from tests.crypto.second_shares import share_vectors
from tests.crypto.vectors_of import vectors

MADE = vectors("shares")
CHARTER, SECRET = bytes.fromhex(MADE["charter"]), bytes.fromhex(MADE["game_secret"])
HOST, SUCCESSOR = bytes.fromhex(MADE["referee_private"]), bytes.fromhex(MADE["successor_private"])
SEATS = tuple(row["seat"] for row in MADE["seats"])


def test_the_published_vectors_are_those_of_the_second_writing() -> None:
    assert share_vectors() == MADE


def test_the_shares_are_the_published_ones() -> None:
    assert secret_shares.split(SECRET, SEATS) == {row["seat"]: bytes.fromhex(row["share"]) for row in MADE["seats"]}


@pytest.mark.parametrize("row", MADE["seats"], ids=lambda row: row["seat"])
def test_a_share_is_bound_and_sealed_as_published(row: dict[str, Any]) -> None:
    share, seat, box = bytes.fromhex(row["share"]), row["seat"], bytes.fromhex(row["box"])
    host = boxes.box_public(HOST)
    key = sealing.sealing_key("escrow", HOST, box, charter=CHARTER, party=seat, referee_box=host, box=box)
    line = sealing.seal(
        key, share, sealing.associated_data("escrow", encode_b64(CHARTER), encode_b64(CHARTER), 0, seat)
    )

    assert (secret_shares.commitment(CHARTER, seat, share).hex(), key.hex(), line.hex()) == (
        row["commitment"],
        row["escrow_key"],
        row["escrow"],
    )


@pytest.mark.parametrize("row", MADE["seats"], ids=lambda row: row["seat"])
def test_a_share_is_handed_over_as_published(row: dict[str, Any]) -> None:
    box, new = bytes.fromhex(row["box"]), boxes.box_public(SUCCESSOR)
    key = sealing.sealing_key("handover", SUCCESSOR, box, charter=CHARTER, party=row["seat"], referee_box=new, box=box)
    ad = sealing.associated_data("handover", encode_b64(CHARTER), MADE["head"], MADE["step"], row["seat"])

    assert key.hex() == row["handover_key"]
    assert sealing.unseal(key, bytes.fromhex(row["handed"]), ad).hex() == row["share"]


def test_the_host_hands_over_his_secret_as_published() -> None:
    own, new = boxes.box_public(HOST), boxes.box_public(SUCCESSOR)
    key = sealing.sealing_key("handover", HOST, new, charter=CHARTER, party="referee", referee_box=new, box=own)
    ad = sealing.associated_data("handover", encode_b64(CHARTER), MADE["head"], MADE["step"], "referee")

    assert sealing.seal(key, SECRET, ad).hex() == MADE["handed"]


@given(st.binary(min_size=32, max_size=32), st.integers(3, 6))
def test_all_shares_together_are_the_secret(secret: bytes, seats: int) -> None:
    split = secret_shares.split(secret, [f"seat{number}" for number in range(seats)])

    assert secret_shares.xor_of(split.values()) == secret


@given(st.binary(min_size=32, max_size=32), st.integers(0, 3))
def test_without_one_share_the_others_are_something_else(secret: bytes, missing: int) -> None:
    split = secret_shares.split(secret, ["anna", "bert", "carl", "dora"])
    others = [share for at, share in enumerate(split.values()) if at != missing]

    assert secret not in (*others, secret_shares.xor_of(others))


@pytest.mark.parametrize("row", MADE["seats"], ids=lambda row: row["seat"])
@pytest.mark.parametrize("other", ["escrow", "handed"])
def test_a_sealed_share_opens_at_its_own_place_alone(row: dict[str, Any], other: str) -> None:
    key = bytes.fromhex(row["handover_key" if other == "handed" else "escrow_key"])
    wrong = sealing.associated_data("hand", encode_b64(CHARTER), MADE["head"], MADE["step"], row["seat"])
    with pytest.raises(NotAuthentic):
        sealing.unseal(key, bytes.fromhex(row[other]), wrong)
