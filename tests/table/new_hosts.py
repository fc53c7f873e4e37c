"""Another key for the host of a rehearsed game: asked for, agreed to, handed over, and played on with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256

from referee.crypto import boxes
from referee.crypto.keys import SigningKey
from referee.protocol.agreements.consent import consent_note
from referee.protocol.agreements.new_key import make_rekey
from referee.protocol.history.read_record import read_history
from referee.protocol.seating import REFEREE, eyes_at_table
from referee.protocol.step.record_step import record_step_file
from referee.record.file_names import step_name
from referee.record.note import SignedNote
from referee.record.notes import Rekey
from referee.session.close_step import ClosedStep, close_together
from tests.support.rehearse import Match, open_match, play_out
from tests.table.new_seat_keys import new_key
from tests.table.small_games import HOST, copy_of

ESCROW = (("escrow", "yes"),)
SEATS = ("anna", "bert", "carl")


@cache
def escrowed(game: str = "tigris", steps: int = 6) -> Match:
    """A running game of three with escrow."""
    return play_out(open_match(game, 3, "escrow", ESCROW), "escrow", steps=steps)


@cache
def plain() -> Match:
    """The same without escrow."""
    return play_out(open_match("tigris", 3, "plain"), "plain", steps=6)


@cache
def playing() -> Match:
    """The same with escrow, hosted by Anna, who plays; before she is let pass the others have to say so."""
    options = (("absence", "agreed"), *ESCROW, ("host", "anna"))
    return play_out(open_match("tigris", 3, "playing", options), "playing", steps=6)


def asks_to_host(match: Match, label: str = "gina", name: str | None = "Gina") -> SignedNote:
    """The rekey note of a new key that asks to host; without a name it is the host's own."""
    nonce = sha256(f"nonce {label}".encode()).digest()[:16]
    return make_rekey(match.host, new_key(label), REFEREE, nonce, reason="gone", name=name)


def hands(match: Match, rekey: SignedNote, *parties: str, key: SigningKey | None = None) -> tuple[SignedNote, ...]:
    """The consents of `parties` to it, with what each hands over; the host's first, as a step has them."""
    note, given = rekey.read(Rekey), []
    for party in parties:
        signer = key or match.keys[HOST if party == REFEREE else party]
        position = match.host if party == REFEREE else match.players[party]
        given.append(consent_note(position, signer, f"key {rekey.id}", rekey=note))
    return tuple(given)


def closed(match: Match, rekey: SignedNote, consents: Sequence[SignedNote], key: SigningKey) -> ClosedStep:
    """The step that enters a rekey note of a host, signed by `key`."""
    return close_together(
        match.host, (), match.host_eyes, key, lines=("key referee",), consents=consents, rekeys=(rekey,)
    )


def hosted(match: Match, rekey: SignedNote, consents: Sequence[SignedNote], label: str = "gina") -> Match:
    """The game under the new host, who reads it from the record alone; everybody follows."""
    match, key = copy_of(match), new_key(label)
    match.eyes = dict(match.eyes)
    done = closed(match, rekey, consents, key)
    match.keep(step_name(done.position.step), done.signed_notes)
    for name in match.players:
        match.players[name], _ = record_step_file(match.players[name], done.signed_notes, match.eyes[name])
        match.eyes[name] = eyes_at_table(match.players[name].table, match.eyes[name])
    read = read_history(match.files, key, all_signatures=True)
    assert read.position is not None and read.eyes is not None
    match.host, match.host_eyes, match.table = read.position, read.eyes, read.position.table
    match.keys = {**match.keys, HOST: key}
    return match


def succeeded(match: Match, label: str = "gina") -> Match:
    """The game whose host has vanished: all seats have handed their shares to another."""
    rekey = asks_to_host(match, label)
    return hosted(match, rekey, hands(match, rekey, *match.table.names), label)


def replaced(match: Match, label: str = "gina") -> Match:
    """The game of a host who played and has vanished: all who hold shares have handed them to another."""
    rekey = asks_to_host(match, label)
    return hosted(match, rekey, hands(match, rekey, *match.table.holders), label)


def handed_over(match: Match, label: str = "gina") -> Match:
    """The game that its host has handed over to another, as all have agreed."""
    rekey = asks_to_host(match, label)
    return hosted(match, rekey, hands(match, rekey, REFEREE, *match.table.names), label)


def rotated(match: Match, label: str = "fresh") -> Match:
    """The game whose host has another key of his own, as all have agreed."""
    rekey = asks_to_host(match, label, None)
    return hosted(match, rekey, hands(match, rekey, REFEREE, *match.table.names), label)


def box_of(label: str, match: Match) -> bytes:
    """The private box of a new host."""
    rekey = asks_to_host(match, label).read(Rekey)
    return boxes.box_private(new_key(label).game_secret(match.table.offer_nonce, REFEREE, rekey.nonce))
