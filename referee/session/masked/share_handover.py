"""A new key of a seat whose old one is lost, at a masked table with escrow: all others hand it their shares.

First everyone agrees in plain words. A program that has the consents of all sends that of its seat again, with its
share, and asks nobody. Last the new key proves what it was given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.protocol.agreements.consent import KEY, rekey_of_consent
from referee.protocol.masked.deck_escrow import are_shares_lost, other_seats, share_consent_note
from referee.protocol.masked.deck_keys import deck_key_proof_note
from referee.protocol.seating import REFEREE
from referee.record.file_names import OUTBOX, FileName, content_tag, first_free_name, name_prefix, names_with_prefix
from referee.record.note import Notes, SignedNote, read_bundle
from referee.record.notes import Consent, Rekey
from referee.session.pending import pending_notes_that_hold
from referee.session.send import OutgoingNote
from referee.session.session import Session, home_key_for, home_key_name_for


def uses_share_handover(session: Session, signed: SignedNote, consents: Sequence[Consent]) -> bool:
    """Whether a new key gets what it needs by the shares of all others: its seat's old key has not agreed, nor has it
    shown to know the deck secret by itself.
    """
    seat = signed.read(Rekey).seat
    if (
        not session.table.deck_escrow
        or seat == REFEREE
        or any(one.seat == seat and one.pok is None for one in consents)
    ):
        return False
    return not any(one.pok is not None for one in consents) or any(one.secret is not None for one in consents)


def shares_missing(session: Session, signed: SignedNote, consents: Sequence[Consent]) -> tuple[str, ...]:
    """Who still has to agree before shares are handed over to a new key: the referee, then seats; once everyone has
    agreed, whose share is still wanted.
    """
    givers = other_seats(session.table, signed.read(Rekey).seat)
    agreed = {one.seat for one in consents if one.pok is None}
    plain = tuple(name for name in (REFEREE, *givers) if name not in agreed)
    given = {one.seat for one in consents if one.secret is not None}
    return plain or tuple(name for name in givers if name not in given)


def shares_to_send(session: Session) -> Iterator[OutgoingNote]:
    """The consents with the share of the reader's seat that are due now, about to be sent along with their requests."""
    for signed in pending_notes_that_hold(session, "rekey"):
        note, consents = signed.read(Rekey), _consents(session, signed)
        due = uses_share_handover(session, signed, consents) and session.role in shares_missing(
            session, signed, consents
        )
        if not due or session.role not in {one.seat for one in consents if one.pok is None}:
            continue
        name = str(FileName(OUTBOX, "key", seat=f"{note.seat}-{session.role}", tag=content_tag(signed.body)))
        with suppress(RefereeError):  # this key was given nothing that opens the share, or it is a false one
            yield _outgoing(
                (signed, share_consent_note(session.position, session.signer(), signed.id, note)), session, name
            )


def _outgoing(notes: tuple[SignedNote, ...], session: Session, name: str) -> OutgoingNote:
    return OutgoingNote(None, "", lambda _: notes, first_free_name(name, session.folder.list_outbox()))


def _consents(session: Session, signed: SignedNote) -> tuple[Consent, ...]:
    said = (given.read(Consent) for given in pending_notes_that_hold(session, "consent"))
    return tuple(one for one in said if one.to == f"{KEY}{signed.id}")


def files_with_shares(session: Session) -> list[str]:
    """The files of the outbox in which the seat of the reader hands its share to a key that waits, oldest first."""
    waiting = (
        {signed.id for signed in pending_notes_that_hold(session, "rekey")} if session.table.deck_escrow else set()
    )
    found = []
    for name in names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "key")) if waiting else ():
        word = read_bundle(session.folder.read_outbox(name))[-1].read(Consent)
        if word.seat == session.role and word.secret is not None and rekey_of_consent(word) in waiting:
            found.append(name)
    return found


def share_consents_to_send(session: Session) -> Notes:
    """The consents of the reader's seat that hand over shares, with their requests, as long as these wait."""
    notes = (signed for name in files_with_shares(session) for signed in read_bundle(session.folder.read_outbox(name)))
    return tuple({signed.id: signed for signed in notes}.values())


def key_proofs_due(session: Session) -> Iterator[SignedNote]:
    """The requests of new keys of this home to which all others have handed their shares, and that have proven nothing
    yet.
    """
    for signed in pending_notes_that_hold(session, "rekey") if session.table.deck_escrow else ():
        consents = _consents(session, signed)
        ready = uses_share_handover(session, signed, consents) and not shares_missing(session, signed, consents)
        if (
            ready
            and not any(one.pok is not None for one in consents)
            and home_key_name_for(session, signed.key) is not None
        ):
            yield signed


def outgoing_key_proof(session: Session, signed: SignedNote) -> OutgoingNote:
    """The proof of a new key of this home that it was given its deck secret, about to be sent with its request.

    Raises:
        NotAuthentic: somebody has handed over another share than all were shown.
    """
    found, note = home_key_for(session, signed.key), signed.read(Rekey)
    assert found is not None
    given = [one for one in pending_notes_that_hold(session, "consent") if one.read(Consent).to == f"{KEY}{signed.id}"]
    proof = deck_key_proof_note(session.position, found[1], signed, given)
    return _outgoing((proof, signed), session, str(FileName(OUTBOX, "rekey", session.position.step + 1, note.seat)))


def check_shares_reachable(session: Session, role: str) -> None:
    """Check that no share of a seat is out of reach. Raises OutOfOrder."""
    table = session.table
    for name in other_seats(table, role):
        if are_shares_lost(session.position, table.seat(name)):
            raise OutOfOrder("open-share-lost", seat=table.person(role), holder=table.person(name))


def check_unsent_share(session: Session, rekey_id: str, seat: str) -> None:
    """Check that a seat has not handed its share to a key yet, which it could not take back. Raises OutOfOrder."""
    words = (given.read(Consent) for given in pending_notes_that_hold(session, "consent"))
    if any(rekey_of_consent(one) == rekey_id and one.seat == seat and one.secret is not None for one in words):
        raise OutOfOrder("share-was-sent", seat=session.table.person(seat))
