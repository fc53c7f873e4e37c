"""A new key for a seat of a rehearsed game: asked for, agreed to and entered, as a new holder reads it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from referee.crypto.keys import SigningKey
from referee.protocol.agreements.new_key import make_rekey
from referee.protocol.history.read_record import read_history
from referee.protocol.step.record_step import record_step_file
from referee.record.file_names import step_name
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Consent
from referee.session.close_step import ClosedStep, close_together
from tests.support.rehearse import Match
from tests.table.small_games import HOST, copy_of, key_of

REFEREE = "referee"


def new_key(label: str) -> SigningKey:
    """A test key that sits nowhere yet."""
    return SigningKey.from_seed(sha256(f"referee test key new {label}".encode()).digest())


def asks(match: Match, seat: str, label: str = "new", **values: object) -> SignedNote:
    """The rekey note of a new key for `seat`."""
    nonce = sha256(f"nonce {label}".encode()).digest()[:16]
    return make_rekey(match.host, new_key(label), seat, nonce, reason="lost", **values)  # type: ignore[arg-type]


def consent(match: Match, party: str, to: str, key: SigningKey | None = None) -> SignedNote:
    """The consent of a seat, or of `referee`, by its key of now or another."""
    position = match.host
    signer = key or match.keys[HOST if party == REFEREE else party]
    note = Consent(game=match.table.game_id, step=position.step + 1, seat=party, head=position.head, to=to)
    return sign_note(note, signer)


def agreed(match: Match, rekey: SignedNote, *parties: str) -> tuple[SignedNote, ...]:
    """The consents of `parties` to the key of a rekey note."""
    return tuple(consent(match, party, f"key {rekey.id}") for party in parties)


def all_but(match: Match, seat: str) -> tuple[str, ...]:
    """The referee and every seat but one: who agrees to a key that nobody else vouches for."""
    return (REFEREE, *(name for name in match.table.names if name != seat))


def closed(match: Match, seat: str, rekey: SignedNote, consents: Sequence[SignedNote]) -> ClosedStep:
    """The step that enters a rekey note."""
    key, lines = match.keys[HOST], (f"key {seat}",)
    return close_together(match.host, (), match.host_eyes, key, lines=lines, consents=consents, rekeys=(rekey,))


def rekeyed(match: Match, seat: str, label: str = "new", parties: Sequence[str] = ()) -> Match:
    """The game in which `seat` has another key, by the consents of all others or of these `parties`."""
    rekey = asks(match, seat, label)
    return with_key(match, seat, rekey, agreed(match, rekey, *(parties or all_but(match, seat))), label)


def with_key(match: Match, seat: str, rekey: SignedNote, consents: Sequence[SignedNote], label: str = "new") -> Match:
    """A copy of the game in which a rekey note was entered; everybody follows, the new holder from the record alone."""
    match = copy_of(match)
    done = closed(match, seat, rekey, consents)
    match.keep(step_name(done.position.step), done.signed_notes)
    match.host, match.table = done.position, done.position.table
    for name in match.players:
        match.players[name], _ = record_step_file(match.players[name], done.signed_notes, match.eyes[name])
    read = read_history(match.files, new_key(label), all_signatures=True)
    assert read.position is not None and read.eyes is not None
    match.keys = {**match.keys, seat: new_key(label)}
    match.eyes = {**match.eyes, seat: read.eyes}
    match.players[seat] = read.position
    match.wanted.pop(seat, None)
    return match


__all__ = ["agreed", "all_but", "asks", "closed", "consent", "key_of", "new_key", "rekeyed", "with_key"]
