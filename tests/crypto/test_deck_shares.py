"""Shares of a deck secret: both arithmetics make the same ones, and a share that is none opens for nobody."""

from __future__ import annotations

import pytest

from referee.crypto import boxes
from referee.crypto.deck import deck_key_shares, group, masking
from referee.crypto.deck.deck_key_shares import ShareAddress
from referee.kernel.canonical_json import encode_b64, tagged_hash
from tests.crypto import second_deck_shares as second
from tests.crypto.decks import CHARTER, SEATS, SECRET, VECTORS, refused, small_orders

BOX = {seat: boxes.box_private(secret) for seat, secret in SECRET.items()}
PUBLIC = {seat: boxes.box_public(private) for seat, private in BOX.items()}
SPLIT = deck_key_shares.split_deck_secret(SECRET["anna"], ("bert", "carl"))
POINTS = {name: deck_key_shares.point_of_share(share) for name, share in SPLIT.items()}
KEY = masking.deck_key(masking.deck_secret(SECRET["anna"]))

PUBLISHED = "69b808ec874ff96e7693f26449e21f3a5b337639849768d060ce17a2da325c36"
"""The hash of the share that is sealed for carl, as the specification tells it."""


def way(holder: str, giver: str = "anna", head: bytes = CHARTER) -> ShareAddress:
    return ShareAddress(CHARTER, encode_b64(CHARTER), encode_b64(head), giver, holder, PUBLIC[giver], PUBLIC[holder])


def test_the_shares_are_those_of_the_vectors_and_of_the_second_arithmetic() -> None:
    sealed = {name: way(name).seal(BOX["anna"], share).hex() for name, share in SPLIT.items()}
    found = {"points": {name: point.hex() for name, point in POINTS.items()}, "sealed": sealed}

    assert found == VECTORS["shares"] == second.deck_share_vectors()
    assert {len(data) for data in sealed.values()} == {2 * deck_key_shares.SIZE} == {544}
    assert tagged_hash("vector", bytes.fromhex(sealed["carl"])).hex() == PUBLISHED


def test_the_shares_make_the_deck_key_in_both_arithmetics() -> None:
    deck_key_shares.check_points("anna", KEY, POINTS)
    assert deck_key_shares.join_shares(SPLIT.values()) == masking.deck_secret(SECRET["anna"])
    assert second.joined(POINTS) == KEY == second.deck_key("anna")
    for seat in SEATS:
        others = tuple(other for other in SEATS if other != seat)
        assert deck_key_shares.split_deck_secret(SECRET[seat], others) == second.shares_of(seat)


def test_points_that_are_none_or_make_another_key_are_refused() -> None:
    """D19, D3."""
    other = group.written(group.times_base(7))
    refused("deck-share-differs", lambda: deck_key_shares.check_points("anna", KEY, {**POINTS, "bert": other}))
    refused("deck-share-differs", lambda: deck_key_shares.check_points("anna", KEY, {"bert": POINTS["bert"]}))
    for told in small_orders():
        refused("bad-point", lambda told=told: deck_key_shares.check_points("anna", KEY, {**POINTS, "bert": told}))


def test_a_share_opens_for_its_holder_from_its_giver_in_its_place_alone() -> None:
    data = way("carl").seal(BOX["anna"], SPLIT["carl"])
    assert way("carl").unseal(BOX["carl"], data, POINTS["carl"]) == SPLIT["carl"]
    for other in (way("carl", head=bytes(31) + b"1"), way("carl", "bert"), way("bert")):
        refused("deck-share-differs", lambda other=other: other.unseal(BOX["carl"], data, POINTS["carl"]))
    refused("deck-share-differs", lambda: way("carl").unseal(BOX["bert"], data, POINTS["carl"]))


@pytest.mark.parametrize("share", [0, 1, SPLIT["bert"]])
def test_another_share_than_all_were_shown_is_seen_by_its_holder(share: int) -> None:
    """D19."""
    data = way("carl").seal(BOX["anna"], share)
    refused("deck-share-differs", lambda: way("carl").unseal(BOX["carl"], data, POINTS["carl"]))
