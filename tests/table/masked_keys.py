"""New keys at a table whose deck nobody sees: what is signed for one, and the step that enters it."""

from __future__ import annotations

from typing import NamedTuple

from referee.crypto.keys import SigningKey
from referee.kernel.hashing import sha256
from referee.protocol.agreements.consent import consent_note
from referee.protocol.agreements.new_key import make_rekey
from referee.protocol.masked.deck_keys import deck_key_proof_note
from referee.record.note import SignedNote
from referee.record.notes import Rekey
from tests.table.masked_matches import MaskedMatch
from tests.table.new_seat_keys import new_key

REFEREE = "referee"


class Asked(NamedTuple):
    """A new key of a seat: its request, the consent of the old one, and the word of the new one."""

    key: SigningKey
    rekey: SignedNote
    given: SignedNote
    proof: SignedNote

    @property
    def notes(self) -> tuple[SignedNote, ...]:
        return (self.rekey, self.given, self.proof)


def asks(match: MaskedMatch, role: str, label: str | SigningKey = "new") -> tuple[SigningKey, SignedNote]:
    """(key, request) of a new key for a seat, or for hosting: this one, or the one that is called so."""
    key = new_key(label) if isinstance(label, str) else label
    nonce = sha256(b"nonce " + key.public)[:16]
    return key, make_rekey(match.host, key, role, nonce, reason="changed")


def consents(match: MaskedMatch, rekey: SignedNote, *names: str) -> tuple[SignedNote, ...]:
    """The consents of these, by their keys of now."""
    note = rekey.read(Rekey)
    return tuple(consent_note(match.host, match.key(name), f"key {rekey.id}", rekey=note) for name in names)


def rotating(match: MaskedMatch, seat: str, label: str | SigningKey = "new") -> Asked:
    """What a seat with its old key at hand signs for a new one."""
    key, rekey = asks(match, seat, label)
    given = consents(match, rekey, seat)
    return Asked(key, rekey, given[0], deck_key_proof_note(match.host, key, rekey, given))


def rotate(match: MaskedMatch, seat: str, label: str | SigningKey = "new") -> Asked:
    """The step that enters a new key of a seat by the old one; everybody follows."""
    asked = rotating(match, seat, label)
    done = match.decide(f"key {seat}", (asked.given, asked.proof), (asked.rekey,))
    match.keys[seat] = asked.key
    match.follow(done)
    return asked
