"""The referee gets another key, or another person hosts from here on: what is handed over.

The game secret of the host of the charter travels in the consents to the new key, sealed to the new box: the host's own
consent holds his game secret, each seat's its share of it. So the last host's box opens that of the one before, down to
the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from referee.crypto import boxes, joint_randomness, sealing, secret_shares
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError
from referee.protocol.agreements import handover, host_escrow
from referee.protocol.seating import (
    REFEREE,
    Eyes,
    Keyring,
    Party,
    Shares,
    Table,
    eyes_of_key,
    eyes_of_ring,
    own_game_secret,
    stranger_eyes,
)
from referee.protocol.step.position import Position
from referee.record.note import SignedNote
from referee.record.notes import Consent, Rekey, Step


class HostChange(msgspec.Struct, frozen=True):
    """One change of the referee's key: the party `before`, the one after, and the consents by those who gave them."""

    before: Party
    party: Party
    given: tuple[tuple[Party, Consent], ...]


def party_as_host(table: Table, note: Rekey, step: int) -> Party:
    """The party that hosts with the key of a rekey note, from the step that records it on. Without a name it is the
    same person, who holds the seat that the host has held.
    """
    plays = note.plays or "" if note.name is not None else table.host_seat
    return Party(REFEREE, note.key, note.box, table.host.lock, note.nonce, since=step, plays=plays)


def sealed_host_secret(position: Position, key: SigningKey, note: Rekey) -> bytes | None:
    """What the consent of the party with `key` hands over to another host's key, that of `note`, sealed: the host's
    game secret, a seat's share; None for a seat at a table without escrow, and where nobody has anything to hide.

    Raises:
        NotAuthentic: the reader's share does not open.
    """
    table, party = position.table, position.table.party(key.public)
    if note.seat != REFEREE or party is None or party.role not in (REFEREE, *table.holders):
        return None
    hosts = party.role == REFEREE
    secret = own_game_secret(table, key) if hosts else host_escrow.own_share(table, position.past.escrow, key)
    return handover.seal_for_new_key(position, key, note.box, secret)


def check_secrets(table: Table, consents: Iterable[Consent], role: str, to: str) -> None:
    """Check that those consents hand something over that have to, and no other. `to` is what a consent to the new key
    of this role says, both are empty in a step without one. Where the deck is masked the old key of a seat hands over
    its deck secret, or with escrow all other seats their shares of it, and nobody anything else; a proof of it is not a
    hand-over.

    Raises:
        OutOfOrder: one hands over what is not asked for, or nothing; or something of another length.
    """
    consents = tuple(consents)
    givers = _givers(table, consents, role, to)
    for consent in consents:
        hands = consent.seat in givers and consent.to == to and consent.pok is None
        if (len(consent.secret) if consent.secret is not None else 0) != (sealing.sealed_size(1) if hands else 0):
            raise OutOfOrder("consent-secret-size", seat=consent.seat)


def _givers(table: Table, consents: Iterable[Consent], role: str, to: str) -> tuple[str, ...]:
    """Whose consents to a new key of this role hand something over."""
    if table.deck.keeper == "host":
        return (REFEREE, *table.holders) if role == REFEREE else ()
    if role in ("", REFEREE):
        return ()
    agreed = {consent.seat for consent in consents if consent.to == to and consent.pok is None}
    shared = any(consent.secret is not None and consent.seat != role for consent in consents)
    if role in agreed or not (shared and table.deck_escrow):
        return (role,)
    return tuple(name for name in table.names if name != role)


def missing_handovers(position: Position, consents: Sequence[Consent]) -> tuple[str, ...] | None:
    """Who still has to agree to a new key of the referee where everyone who holds shares of his secret hands them
    over without him; with a masked deck, where he has none, all that still play. None: where he agrees himself the
    quorum is asked, to a key of his own as to that of another person.
    """
    given, table = {consent.seat for consent in consents}, position.table
    if REFEREE in given or not (table.terms.escrow or table.deck.keeper == "seats"):
        return None
    if table.deck.keeper == "host":
        return tuple(name for name in table.holders if name not in given)
    return tuple(name for seat, name in enumerate(table.names) if seat not in position.left and name not in given)


def open_handover(position: Position, note: Rekey, consent: Consent, private: bytes) -> bytes:
    """What a consent hands over to the key of `note`, opened with its `private` box: it is what it should be.

    Raises:
        NotAuthentic: it does not open, or is another secret or share than the one that was bound. Only the holder of
            the new key can tell: nobody else is shown who is at fault.
    """
    table = position.table
    giver = table.party_at(consent.seat)
    code = "handed-secret-differs" if giver.role == REFEREE else "handed-share-differs"
    found = _unseal_consent(table, giver, consent, private, note.box, code)
    if giver.role == REFEREE:
        right = boxes.box_public(boxes.box_private(found)) == giver.box
    else:
        bound = position.past.escrow[table.seat(giver.role)].commitment
        right = not secret_shares.misfits(table.charter, {giver.role: found}, {giver.role: bound})
    if not right:
        raise NotAuthentic(code, seat=giver.role)
    return found


def host_changes_of(table: Table, bundles: Iterable[tuple[SignedNote, ...]]) -> tuple[HostChange, ...]:
    """The changes of the referee's key in the step files of a record, oldest first; `table` is that of any of them.

    Only the values that a secret determines are checked: a file that does not hold is found when the record is read.
    """
    table, found = table.opening, []
    for signed_notes in bundles:
        rekeys = [signed for signed in signed_notes if signed.type == "rekey"]
        if not rekeys:
            continue
        try:
            note = rekeys[0].read(Rekey)
            step = next(signed.read(Step).step for signed in signed_notes if signed.type == "step")
            if note.seat == REFEREE:
                change = _host_change(table, note, step, signed_notes)
                found.append(change)
                table = table.rekeyed(change.party)
            else:
                lock = table.seats[table.seat(note.seat)].lock
                table = table.rekeyed(Party(note.seat, note.key, note.box, lock, note.nonce, since=step))
        except (RefereeError, StopIteration):
            break
    return tuple(found)


def _host_change(table: Table, note: Rekey, step: int, signed_notes: Iterable[SignedNote]) -> HostChange:
    consents = [signed.read(Consent) for signed in signed_notes if signed.type == "consent"]
    given = tuple((table.party_at(consent.seat), consent) for consent in consents if consent.secret is not None)
    return HostChange(table.host, party_as_host(table, note, step), given)


def table_with_hosts(table: Table, changes: Sequence[HostChange]) -> Table:
    """A table at which the last of these changes of the referee's key has been made."""
    for change in changes:
        if change.party not in table.ever:
            table = table.rekeyed(change.party)
    return table


def keyring_of_hosts(table: Table, changes: Sequence[HostChange], private: bytes, share: bytes) -> Keyring:
    """What all referees have kept hidden, from the `private` box of the last and, if there is no other, his `share`.

    Raises:
        NotAuthentic: what was handed over does not open the box or the lock of the host before.
    """
    opened: list[tuple[bytes, bytes]] = []
    for change in reversed(changes):
        opened.append((change.party.box, private))
        secret = _handed_secret(table, change, private)
        private, share = boxes.box_private(secret), joint_randomness.seed_share_of(secret)
        if boxes.box_public(private) != change.before.box:
            raise NotAuthentic("handed-secret-differs", seat=REFEREE)
    first = table.first_host
    if joint_randomness.share_commitment(table.offer_nonce, REFEREE, first.key, share) != first.lock:
        raise NotAuthentic("handed-secret-differs", seat=REFEREE)
    return Keyring(share, ((first.box, private), *opened))


def _handed_secret(table: Table, change: HostChange, private: bytes) -> bytes:
    found = {
        giver.role: _unseal_consent(table, giver, consent, private, change.party.box, "handed-secret-differs")
        for giver, consent in change.given
    }
    if REFEREE in found:
        return found[REFEREE]
    if sorted(found) != sorted(table.holders):
        raise NotAuthentic("handed-secret-differs", seat=REFEREE)
    return secret_shares.xor_of(found.values())


def eyes_in_record(table: Table, key: SigningKey | None, opened: Shares, changes: Sequence[HostChange]) -> Eyes:
    """What the holder of `key` can open in a record with these changes of the referee's key, as `seating.eyes_of_key`.

    Who has hosted before sees no more than a stranger; who hosts now sees all, from the first step on.
    """
    if key is None or not changes:
        return eyes_of_key(table, key, opened)
    last = changes[-1].party
    if key.public == last.key:
        private = boxes.box_private(key.game_secret(table.offer_nonce, REFEREE, last.nonce))
        try:
            return eyes_of_ring(table, keyring_of_hosts(table, changes, private, b""), opened)
        except NotAuthentic:  # the host has recorded a key without having what it opens
            return stranger_eyes(table, key)
    if key.public in (table.host.key, *(change.party.key for change in changes)):
        return stranger_eyes(table)
    return eyes_of_key(table, key, opened)


def _unseal_consent(table: Table, giver: Party, consent: Consent, private: bytes, new_box: bytes, code: str) -> bytes:
    found = handover.unseal_handover(table, giver, consent, private, new_box)
    if found is None:
        raise NotAuthentic(code, seat=giver.role)
    return found
