"""The deck secret of a seat, also under a later key: it never changes.

The key of the charter has it by itself. With its consent to a new key it hands its game secret over, sealed to the new
box. With escrow all other seats together can hand it over as well, each its share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from referee.crypto import boxes
from referee.crypto.deck import group, masking
from referee.crypto.deck.deck_key_shares import join_shares, point_of_share
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.requests import Seat
from referee.protocol.agreements.handover import seal_for_new_key, unseal_handover
from referee.protocol.masked.key_shares import HandedSecret, HandoverConsent
from referee.protocol.seating import REFEREE, Table, own_game_secret
from referee.protocol.step.position import Position
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Consent, Rekey


def deck_secret_of(position: Position, key: SigningKey | None) -> int | None:
    """The deck secret of the seat that signs with `key`; None for a key of no seat, or that was handed nothing."""
    seat = _seat_of(position, key)
    if seat is None or key is None:
        return None
    told = secret_for_next_key(position, key)
    return _secret_in(told, has_whole_key_chain(position, seat)) if told is not None else None


def secret_for_next_key(position: Position, key: SigningKey) -> bytes | None:
    """What the key of a seat hands to the next one: the game secret of the charter's key or, where a key came between
    that was given nothing, the deck secret. None if it has no such secret.
    """
    table = position.table
    party = table.party(key.public)
    assert party is not None
    if not party.since:
        return own_game_secret(table, key)
    handed = _handed_secret(position, table.seat(party.role))
    if handed is None:
        return None
    return _seat_secret(table, party.role, handed.given, boxes.box_private(own_game_secret(table, key)), party.box)


def charter_secret(position: Position, key: SigningKey) -> bytes | None:
    """The game secret of the key that a seat had in the charter; None for a key that was not given it."""
    party = position.table.party(key.public)
    assert party is not None
    return (
        secret_for_next_key(position, key) if has_whole_key_chain(position, position.table.seat(party.role)) else None
    )


def _seat_secret(table: Table, seat: str, given: Sequence[HandoverConsent], private: bytes, box: bytes) -> bytes | None:
    """What was handed to the key of a seat with the `private` half of `box`; None for nothing, or what does not open.
    Of shares it is the deck secret that they make.
    """
    told = [unseal_handover(table, one.giver, one.consent, private, box) for one in given]
    found = [data for data in told if data is not None]
    if not found or len(found) < len(told):
        return None
    if [one.giver.role for one in given] == [seat]:
        return found[0]
    try:
        return group.written_scalar(join_shares(map(group.read_scalar, found)))
    except NotAuthentic:
        return None


def has_whole_key_chain(position: Position, seat: Seat) -> bool:
    """Whether every key of a seat has handed over to the next one, so that the charter's game secret goes on."""
    handed = _handed_secret(position, seat)
    return handed is None or handed.whole


def sealed_deck_secret(position: Position, key: SigningKey, note: Rekey) -> bytes:
    """What the consent of a seat's own key to the key of `note` hands over, sealed.

    Raises:
        OutOfOrder: this key was given nothing that it could hand on.
    """
    told = secret_for_next_key(position, key)
    if told is None:
        raise OutOfOrder("key-without-deck-secret", seat=note.seat)
    return seal_for_new_key(position, key, note.box, told)


def deck_key_proof_note(
    position: Position, key: SigningKey, rekey: SignedNote, consents: Sequence[SignedNote]
) -> SignedNote:
    """The consent of a new key to itself, with the proof that it knows the deck secret of its seat; it comes last.

    `consents` are those of the others.

    Raises:
        OutOfOrder: nothing was handed over. NotAuthentic: it is not the secret of the deck key, or a share is not
            the one that all were shown.
    """
    note, table = rekey.read(Rekey), position.table
    seat, given = table.seat(note.seat), handover_consents(table, (signed.read(Consent) for signed in consents))
    shared = [one for one in given if one.giver.role != note.seat]
    if not given or (shared and len(shared) < len(table.names) - 1):
        raise OutOfOrder("key-without-deck-secret", seat=note.seat)
    private = boxes.box_private(key.game_secret(table.offer_nonce, note.seat, note.nonce))
    for one in shared:
        check_handed_share(position, note, one, private)
    told = _seat_secret(table, note.seat, given, private, note.box)
    secret = _secret_in(told, has_whole_key_chain(position, seat) and not shared) if told is not None else None
    if secret is None or masking.deck_key(secret) != table.deck_keys[seat]:
        raise NotAuthentic("handed-deck-differs", seat=note.seat)
    proof = masking.prove_key(secret, table.charter, note.seat, key.public)
    to = f"key {rekey.id}"
    return sign_note(Consent(**position.addressed(note.seat), to=to, pok=proof), key)


def handover_consents(table: Table, consents: Iterable[Consent]) -> tuple[HandoverConsent, ...]:
    """Those of the consents that hand something over to a key of a seat, with the parties whose they are."""
    return tuple(HandoverConsent(table.party_at(one.seat), one) for one in consents if one.secret is not None)


def check_handed_share(position: Position, note: Rekey, given: HandoverConsent, private: bytes) -> None:
    """Check that a consent hands its share to the key of `note`, whose `private` box opens it.

    Raises:
        NotAuthentic: it is another share than all were shown, or none. Only the holder of the new key can tell.
    """
    table, locks = position.table, position.past.locks
    data, role = unseal_handover(table, given.giver, given.consent, private, note.box), given.giver.role
    assert locks is not None
    bound = locks.bound[table.seat(note.seat)].share.get(role)
    try:
        fits = data is not None and point_of_share(group.read_scalar(data)) == bound
    except NotAuthentic:
        fits = False
    if not fits:
        raise NotAuthentic("deck-share-differs", seat=role)


def check_deck_proof(position: Position, consent: Consent, key: bytes) -> None:
    """Check the proof of a deck secret in a consent by the new `key` of a seat. Raises NotAuthentic."""
    table = position.table
    masking.check_key(table.deck_keys[table.seat(consent.seat)], consent.pok or b"", table.charter, consent.seat, key)


def check_deck_proven(position: Position, note: Rekey, consents: Iterable[Consent]) -> None:
    """Check that the new key of a seat with a masked deck has proven its deck secret.

    Raises:
        OutOfOrder: there is no proof of it, or it is another's. NotAuthentic: it does not hold for the new key.
    """
    proofs = [consent for consent in consents if consent.pok is not None]
    wanted = 0 if note.seat == REFEREE else 1
    if len(proofs) != wanted or any(proof.seat != note.seat for proof in proofs):
        raise OutOfOrder("key-without-deck-secret", seat=note.seat)
    for proof in proofs:
        check_deck_proof(position, proof, note.key)


def with_handover(position: Position, note: Rekey, consents: Sequence[Consent]) -> Position:
    """The position that knows what these consents have handed to the key of `note`, before that key is recorded."""
    table, locks = position.table, position.past.locks
    if locks is None or note.seat == REFEREE:
        return position
    seat, given = table.seat(note.seat), handover_consents(table, consents)
    by_itself = [one.giver.role for one in given] == [note.seat]
    handed = HandedSecret(given, whole=has_whole_key_chain(position, seat) and by_itself)
    return replace(position, past=replace(position.past, locks=replace(locks, handed={**locks.handed, seat: handed})))


def _handed_secret(position: Position, seat: Seat) -> HandedSecret | None:
    locks = position.past.locks
    return locks.handed.get(seat) if locks is not None else None


def _seat_of(position: Position, key: SigningKey | None) -> Seat | None:
    table = position.table
    party = table.party(key.public) if key is not None else None
    return None if party is None or party.role not in table.names else table.seat(party.role)


def _secret_in(told: bytes, whole: bool) -> int | None:
    """The deck secret in what was handed over; None if that is not a secret."""
    if whole:
        return masking.deck_secret(told)
    try:
        return group.read_scalar(told)
    except NotAuthentic:
        return None
