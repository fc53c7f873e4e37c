"""A new key of a seat whose old one is lost, at a masked table with escrow: all others hand it their shares.

First all agree in plain words. A program that has the consents of all sends that of its seat again, with its share, and
asks nobody. Last the new key proves what it was given, when its holder says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.record.names import OUTBOX, Name, beginning, begins, first_free, tag_of
from referee.record.note import Notes, SignedNote, read_bundle
from referee.record.notes import Consent, Rekey
from referee.table.desk.desk import Desk, key_at_home, name_at_home
from referee.table.desk.pending import held
from referee.table.desk.send import Outgoing
from referee.table.seating import REFEREE
from referee.table.step.consent import KEY, key_meant
from referee.table.step.deck_secrets import proving
from referee.table.step.deck_shares import is_lost, others, sharing_note


def goes_by_shares(desk: Desk, signed: SignedNote, consents: Sequence[Consent]) -> bool:
    """Whether a new key gets what it needs by the shares of all others: its seat's old key has not agreed, nor has it
    shown to know the deck secret by itself.
    """
    seat = signed.read(Rekey).seat
    if not desk.table.deck_escrow or seat == REFEREE or any(one.seat == seat and one.pok is None for one in consents):
        return False
    return not any(one.pok is not None for one in consents) or any(one.secret is not None for one in consents)


def lacking_shares(desk: Desk, signed: SignedNote, consents: Sequence[Consent]) -> tuple[str, ...]:
    """Who has still to agree before shares are handed over to a new key: the referee, then seats; once all have, whose
    share is still wanted.
    """
    givers = others(desk.table, signed.read(Rekey).seat)
    agreed = {one.seat for one in consents if one.pok is None}
    plain = tuple(name for name in (REFEREE, *givers) if name not in agreed)
    given = {one.seat for one in consents if one.secret is not None}
    return plain or tuple(name for name in givers if name not in given)


def shares_to_send(desk: Desk) -> Iterator[Outgoing]:
    """The consents with the share of the reader's seat that are due now, about to be sent along with their requests."""
    for signed in held(desk, "rekey"):
        note, consents = signed.read(Rekey), _consents(desk, signed)
        due = goes_by_shares(desk, signed, consents) and desk.role in lacking_shares(desk, signed, consents)
        if not due or desk.role not in {one.seat for one in consents if one.pok is None}:
            continue
        name = str(Name(OUTBOX, "key", seat=f"{note.seat}-{desk.role}", tag=tag_of(signed.body)))
        with suppress(RefereeError):  # this key was given nothing that opens the share, or it is a false one
            yield _sending((signed, sharing_note(desk.position, desk.signer(), signed.id, note)), desk, name)


def _sending(notes: tuple[SignedNote, ...], desk: Desk, name: str) -> Outgoing:
    return Outgoing(None, "", lambda _: notes, first_free(name, desk.folder.list_outbox()))


def _consents(desk: Desk, signed: SignedNote) -> tuple[Consent, ...]:
    said = (given.read(Consent) for given in held(desk, "consent"))
    return tuple(one for one in said if one.to == f"{KEY}{signed.id}")


def shared_in(desk: Desk) -> list[str]:
    """The files of the outbox in which the seat of the reader hands its share to a key that waits, oldest first."""
    waiting = {signed.id for signed in held(desk, "rekey")} if desk.table.deck_escrow else set()
    found = []
    for name in beginning(desk.folder.list_outbox(), begins(OUTBOX, "key")) if waiting else ():
        word = read_bundle(desk.folder.read_outbox(name))[-1].read(Consent)
        if word.seat == desk.role and word.secret is not None and key_meant(word) in waiting:
            found.append(name)
    return found


def shares_along(desk: Desk) -> Notes:
    """The consents of the reader's seat that hand over shares, with their requests, as long as these wait."""
    notes = (signed for name in shared_in(desk) for signed in read_bundle(desk.folder.read_outbox(name)))
    return tuple({signed.id: signed for signed in notes}.values())


def due_proofs(desk: Desk) -> Iterator[SignedNote]:
    """The requests of new keys of this home to which all others have handed their shares, and that have proven nothing
    yet.
    """
    for signed in held(desk, "rekey") if desk.table.deck_escrow else ():
        consents = _consents(desk, signed)
        ready = goes_by_shares(desk, signed, consents) and not lacking_shares(desk, signed, consents)
        if ready and not any(one.pok is not None for one in consents) and name_at_home(desk, signed.key) is not None:
            yield signed


def proving_now(desk: Desk, signed: SignedNote) -> Outgoing:
    """The proof of a new key of this home that it was given its deck secret, about to be sent with its request.

    Raises:
        NotAuthentic: somebody has handed over another share than all were shown.
    """
    found, note = key_at_home(desk, signed.key), signed.read(Rekey)
    assert found is not None
    given = [one for one in held(desk, "consent") if one.read(Consent).to == f"{KEY}{signed.id}"]
    proof = proving(desk.position, found[1], signed, given)
    return _sending((proof, signed), desk, str(Name(OUTBOX, "rekey", desk.position.step + 1, note.seat)))


def check_within_reach(desk: Desk, role: str) -> None:
    """Check that no share of a seat is out of reach. Raises OutOfOrder."""
    table = desk.table
    for name in others(table, role):
        if is_lost(desk.position, table.seat(name)):
            raise OutOfOrder("open-share-lost", seat=table.person(role), holder=table.person(name))


def check_not_shared(desk: Desk, rekey_id: str, seat: str) -> None:
    """Check that a seat has not handed its share to a key yet, which it could not take back. Raises OutOfOrder."""
    words = (given.read(Consent) for given in held(desk, "consent"))
    if any(key_meant(one) == rekey_id and one.seat == seat and one.secret is not None for one in words):
        raise OutOfOrder("share-was-sent", seat=desk.table.person(seat))
