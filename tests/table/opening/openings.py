"""Openings to be changed: a game of three, its files, and values that do not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from referee.kernel.canonical_json import encode_b64
from referee.protocol.opening.charter import make_offer
from referee.protocol.seating import Table
from referee.record.note import SignedNote
from tests.support.rehearse import Match, open_match, test_nonce
from tests.table.small_games import CHARTER, HOST, key_of, signed_again

OTHER_ID = encode_b64(bytes(range(32)))


@cache
def three() -> Match:
    """A game of three, dealt."""
    return open_match("tigris", 3, "opening")


def charter_file() -> tuple[SignedNote, ...]:
    return three().signed_notes[CHARTER]


def note_of(signed: SignedNote) -> Any:
    return signed.note()


def swapped(values: Mapping[str, Any], one: str = "anna", other: str = "bert") -> dict[str, Any]:
    return {**values, one: values[other], other: values[one]}


def less(values: Mapping[str, Any], name: str = "carl") -> dict[str, Any]:
    return {key: value for key, value in values.items() if key != name}


def flip(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


Change = Callable[[Any], Any]


def broken(signed: SignedNote) -> SignedNote:
    """The same note with one bit of its signature changed."""
    return SignedNote(signed.body, signed.key, signed.namespace, flip(signed.signature))


BOXES = {
    "the private key 02 x 32 with its top bit set": "zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5Yfdk",
    "on the twist": encode_b64((2).to_bytes(32, "little")),
    "p + 2": "7________________________________________38",
    "zero": encode_b64(bytes(32)),
    "one": encode_b64((1).to_bytes(32, "little")),
    "p": encode_b64((2**255 - 19).to_bytes(32, "little")),
    "p - 1": encode_b64((2**255 - 20).to_bytes(32, "little")),
    "p + 1": encode_b64((2**255 - 18).to_bytes(32, "little")),
}


def attempt(given_up: Table, number: int = 2, **values: Any) -> SignedNote:
    """The offer of the next attempt, with some lines changed."""
    offer = make_offer(
        key_of(HOST),
        given_up.game,
        3,
        (),
        test_nonce(f"attempt {number}"),
        attempt=number,
        voided=(given_up.game_id, key_of(HOST), given_up.offer_nonce),
        why="dora has left",
    )
    return signed_again(offer, key_of(HOST), **values) if values else offer
