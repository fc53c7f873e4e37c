"""Games of a masked deck with escrow: somebody vanishes, the others open the seat, or give it a new key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from referee.crypto.keys import SigningKey
from referee.protocol.agreements.consent import consent_note
from referee.protocol.masked.deck_escrow import own_deck_share, share_consent_note
from referee.protocol.masked.deck_keys import deck_key_proof_note
from referee.protocol.masked.key_share_notes import make_unlock
from referee.record.note import SignedNote
from referee.record.notes import Rekey
from tests.table.masked_keys import asks
from tests.table.masked_matches import MaskedMatch, copy_of, sit_down, swap_all
from tests.table.opening.masked_openings import ESCROW, accepted, mix
from tests.table.small_games import HOST

GONE = "carl"


@cache
def escrowed(label: str = "escrow", seats: int = 3) -> MaskedMatch:
    """A game in which everybody has moved once and holds tiles."""
    match = sit_down(mix(accepted(seats, label, ESCROW)))
    for _ in range(seats):
        match.enter(swap_all(match))
        match.unlock()
    return match


def let_pass(match: MaskedMatch, times: int, gone: str = GONE) -> None:
    """The others play on until `gone`, who sends nothing any more, was let pass so often."""
    seat, here = match.table.seat(gone), [name for name in match.table.names if name != gone]
    while match.host.missed_by(seat) < times:
        if match.asked() == gone:
            match.follow(match.decide(f"absent {gone}", ()))
        else:
            match.enter(swap_all(match) if match.hand(match.asked()) else "pass")
        match.unlock(*here)


@cache
def vanished(label: str = "escrow", seats: int = 3, gone: str = GONE) -> MaskedMatch:
    """Carl was let pass three times."""
    match = copy_of(escrowed(label, seats))
    let_pass(match, 3, gone)
    return match


def agreed(match: MaskedMatch, to: str, *names: str) -> tuple[SignedNote, ...]:
    """The consents of these seats."""
    return tuple(consent_note(match.host, match.key(name), to) for name in names)


def others_of(match: MaskedMatch, gone: str = GONE) -> tuple[str, ...]:
    return tuple(name for name in match.table.names if name != gone)


def open_seat(match: MaskedMatch, gone: str = GONE, by: Sequence[str] = ()) -> None:
    """The step by which all others, or these, open a seat."""
    match.follow(match.decide(f"open {gone}", agreed(match, f"open {gone}", *(by or others_of(match, gone)))))


def share_note(match: MaskedMatch, holder: str, gone: str = GONE, added: int = 0) -> SignedNote:
    """The unlock by which a seat shows its share of another one, or a number so much greater."""
    key = match.key(holder)
    share = own_deck_share(match.host, key, match.table.seat(gone)) + added
    return make_unlock(match.seen[holder], key, 0, (), {gone: share})


@cache
def opened() -> MaskedMatch:
    """Carl's seat is opened; nobody has shown a share."""
    match = copy_of(vanished())
    open_seat(match)
    return match


def given_shares(match: MaskedMatch, rekey: SignedNote, *names: str) -> tuple[SignedNote, ...]:
    """The second consents of these seats, with their shares."""
    note = rekey.read(Rekey)
    return tuple(share_consent_note(match.host, match.key(name), rekey.id, note) for name in names)


class Shared(NamedTuple):
    """A new key of a seat whose old one is lost: its request, the consents with all shares, the word of the new key."""

    key: SigningKey
    rekey: SignedNote
    given: tuple[SignedNote, ...]
    proof: SignedNote


def shared_out(match: MaskedMatch, gone: str = GONE, label: str | SigningKey = "new") -> Shared:
    """What is signed for a new key of a seat by the host and all others."""
    key, rekey = asks(match, gone, label)
    host = consent_note(match.host, match.key(HOST), f"key {rekey.id}", rekey=rekey.read(Rekey))
    given = (host, *given_shares(match, rekey, *others_of(match, gone)))
    return Shared(key, rekey, given, deck_key_proof_note(match.host, key, rekey, given))


def rekey_by_shares(match: MaskedMatch, gone: str = GONE, label: str | SigningKey = "new") -> Shared:
    """The step that enters such a key; everybody follows."""
    asked = shared_out(match, gone, label)
    done = match.decide(f"key {gone}", (*asked.given, asked.proof), (asked.rekey,))
    match.keys[gone] = asked.key
    match.follow(done)
    return asked
