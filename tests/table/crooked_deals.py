"""A game whose host has told a hand wrongly from the deal on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from referee.crypto import sealing
from referee.protocol.step.position import Position
from referee.record.note import SignedNote
from referee.record.notes import Deal
from tests.support.rehearse import Match
from tests.table.small_games import DEAL, HOST, copy_of, dealt, key_of, order, signed_again, swap_all


def dealt_with(match: Match, hands: Mapping[str, bytes]) -> tuple[SignedNote, ...]:
    """The deal with other hand lines, signed by the referee."""
    *accepts, deal = match.signed_notes[DEAL]
    return (*accepts, signed_again(deal, key_of(HOST), hand=hands))


def hands_of(match: Match) -> Mapping[str, bytes]:
    note = match.signed_notes[DEAL][-1].note()
    assert isinstance(note, Deal)
    return note.hand


def packed_line(match: Match, seat: str, plain: bytes) -> bytes:
    """A hand line of one block that holds anything at all, padding and all, under the right key."""
    key = match.host_eyes.hand_keys[match.table.seat(seat)]
    assert key is not None
    ad = sealing.associated_data("hand", match.table.game_id, match.table.game_id, 0, seat)
    return sealing._cipher(key).encrypt(plain.ljust(sealing.BLOCK, b"\0"), [ad])


def under(position: Position, head: str) -> Position:
    return replace(position, head=head, past=replace(position.past, heads=(head,)))


@cache
def crooked_from_the_deal() -> Match:
    """A finished game in which one seat was told nothing by its hand line, and said nothing about it."""
    match = copy_of(dealt())
    line = packed_line(match, "anna", b"\x80")
    forged = dealt_with(match, {**hands_of(match), "anna": line})
    head = forged[-1].id
    match.keep(DEAL, forged)
    match.host = under(match.host, head)
    match.players = {seat: under(seen, head) for seat, seen in match.players.items()}
    while not match.host.over:
        order(match, swap_all(match))
    match.acknowledge()
    return match
