"""Which notes still say something to a party: what is in a shared folder stays there for good, and most is old."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.protocol.agreements.consent import is_holiday, is_stand_in, rekey_of_consent
from referee.protocol.agreements.new_key import check_rekey
from referee.protocol.seating import REFEREE
from referee.record import note_slots
from referee.record.file_names import step_name
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Consent, Move, Rekey
from referee.record.notes.kinds import FOR_HOST
from referee.session.agreements import next_host
from referee.session.agreements.new_key_requests import consents_missing, consents_to_key
from referee.session.kinds import BINDINGS
from referee.session.pending import pending_notes_that_hold
from referee.session.session import Session, home_key_for
from referee.session.sign_claim import claim_file_name
from referee.session.sign_comment import stored_comments


class NewNotes:
    """What a party has not read yet: not here, in the record or beside it, not outdated, not for the host alone."""

    def __init__(self, session: Session) -> None:
        self.session = session
        kept = (signed for notes in session.history.signed_notes.values() for signed in notes)
        beside = (*session.history.acks.values(), *stored_comments(session), *_waiting_notes(session))
        self.here = {signed.id for signed in (*kept, *beside)} - _notes_entering_key(session)
        self.disputes = set(session.folder.list_disputes())

    def has(self, signed: SignedNote, beside: Iterable[SignedNote] = ()) -> bool:
        """Whether a note says something new; `beside` are the notes that are there with it."""
        table = self.session.history.table
        own = self.session.key is not None and signed.key == self.session.key.public
        to_all = signed.type == "move" and table is not None and table.deck.moves_to == "all" and not own
        if signed.id in self.here or (signed.type in FOR_HOST and not (self.session.is_host or to_all)):
            return False
        if not signed.is_readable or self.session.history.position is None:
            return True
        says_new = BINDINGS[type(signed.note())].says_new
        return says_new is None or says_new(self, signed, beside)

    def is_outdated(self, rekey: SignedNote) -> bool:
        """Whether a new key can no longer be recorded."""
        try:
            check_rekey(self.session.position, rekey)
        except OutOfOrder as refusal:
            return refusal.code == "rekey-outdated"
        except RefereeError:  # what is wrong with it is reported when it is received
            return False
        return False


def _notes_entering_key(session: Session) -> set[str]:
    """The notes by which this computer could record a new key now: it stopped between receiving them and that step, and
    they are received once more.
    """
    if session.history.position is None or session.position.over:
        return set()
    found = set[str]()
    for asked in pending_notes_that_hold(session, "rekey"):
        note, consents = asked.read(Rekey), consents_to_key(session, asked)
        closes = session.is_host if note.seat != REFEREE else home_key_for(session, note.key) is not None
        if closes and not consents_missing(session, asked, consents) and not _waits_for_owner(session):
            found |= {asked.id, *(signed.id for signed in consents)}
    return found


def _waits_for_owner(session: Session) -> bool:
    """Whether a step of the present host waits here, over which nothing is closed before its owner says so."""
    return bool(session.table.replaces_host and next_host.steps_held_back(session))


def is_comment_new(known: NewNotes, signed: SignedNote, beside: Iterable[SignedNote]) -> bool:
    """Whether a comment says something new: before the end nobody can receive it."""
    return known.session.history.end is not None


def is_claim_new(known: NewNotes, signed: SignedNote, beside: Iterable[SignedNote]) -> bool:
    """Whether a claim or an answer is not here yet."""
    return claim_file_name(signed) not in known.disputes


def is_consent_new(known: NewNotes, signed: SignedNote, beside: Iterable[SignedNote]) -> bool:
    """Whether a consent may still be recorded, or goes with a new key that may."""
    note = signed.read(Consent)
    if is_holiday(note) or is_stand_in(note):
        return not known.session.position.over
    if rekey_of_consent(note) is None:
        return note.step > known.session.position.step
    asked = next((other for other in beside if other.id == rekey_of_consent(note)), None)
    return asked is None or not known.is_outdated(asked)


def is_move_new(known: NewNotes, signed: SignedNote, beside: Iterable[SignedNote]) -> bool:
    """Whether no recorded move of the same key has replaced it."""
    recorded = known.session.history.signed_notes.get(step_name(signed.read(Move).step), ())
    return not any(signed.id in note_slots.replaced_by(other) for other in recorded if other.key == signed.key)


def is_rekey_new(known: NewNotes, signed: SignedNote, beside: Iterable[SignedNote]) -> bool:
    """Whether a new key can still be recorded."""
    return not known.is_outdated(signed)


def _waiting_notes(session: Session) -> Iterator[SignedNote]:
    """Every note that waits in the folder of the game."""
    for name in session.folder.list_pending():
        with suppress(RefereeError):  # somebody has changed it: what it should hold may come again
            yield from read_bundle(session.folder.read_pending(name))
