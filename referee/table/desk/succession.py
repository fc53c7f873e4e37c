"""A new key of the host: whoever has it at home checks what is handed over, and closes the step that enters it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.crypto import boxes, shares
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic
from referee.record.note import SignedNote
from referee.record.notes import Consent, Rekey
from referee.table.desk.desk import Desk, key_at_home
from referee.table.reading.history import host_changes
from referee.table.seating import REFEREE
from referee.table.step.succession import Change, as_host, check_handed, keyring


def check_taken_over(desk: Desk, note: Rekey, consents: Iterable[SignedNote], key: SigningKey) -> None:
    """Check that the consents hand over all that hosting needs, before the `key` of `note` is entered.

    Raises:
        NotAuthentic: somebody has handed over something else than what was bound; or the shares are those of the deal,
            and do not make the secret that was locked: then the host has sealed false ones.
    """
    position, table = desk.position, desk.table
    private = boxes.box_private(key.game_secret(table.offer_nonce, REFEREE, note.nonce))
    given = [consent for consent in (signed.read(Consent) for signed in consents) if consent.secret is not None]
    found = {consent.seat: check_handed(position, note, consent, private) for consent in given}
    if REFEREE not in found:
        secret = shares.joined(found.values())
        if boxes.box_public(boxes.box_private(secret)) != table.host.box:
            raise NotAuthentic("escrow-secret-differs")
    parties = tuple((table.party_at(consent.seat), consent) for consent in given)
    change = Change(table.host, as_host(table, note, position.step + 1), parties)
    keyring(table, (*host_changes(desk.history), change), private, b"")


def taking_over(desk: Desk, signed: SignedNote, consents: Iterable[SignedNote]) -> Desk | None:
    """The desk that closes the step which enters a key of the host: under that key. None where it is not at home.

    Raises:
        NotAuthentic: as `check_taken_over`.
    """
    note = signed.read(Rekey)
    found = key_at_home(desk, note.key)
    if found is None:
        return None
    name, key = found
    check_taken_over(desk, note, consents, key)
    table = desk.table.rekeyed(as_host(desk.table, note, desk.position.step + 1))
    return replace(desk, key=key, key_name=name, history=replace(desk.history, table=table))


def check_given(desk: Desk, signed: SignedNote, rekeys: Iterable[SignedNote]) -> None:
    """Check what a consent to one of these rekey notes hands over, where the new key lies in this home.

    Raises:
        NotAuthentic: it is not what was bound.
    """
    consent = signed.read(Consent)
    for rekey in rekeys:
        note = rekey.read(Rekey)
        if consent.to != f"key {rekey.id}" or note.seat != REFEREE or consent.secret is None:
            continue
        found = key_at_home(desk, note.key)
        if found is not None:
            private = boxes.box_private(found[1].game_secret(desk.table.offer_nonce, REFEREE, note.nonce))
            check_handed(desk.position, note, consent, private)
