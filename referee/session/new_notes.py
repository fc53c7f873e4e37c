"""Which notes still say something to a party: what lies in a shared folder lies there for good, and most is old."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.protocol.agreements.consent import is_holiday, rekey_of_consent
from referee.protocol.agreements.new_key import check_rekey
from referee.protocol.seating import REFEREE
from referee.record import chain
from referee.record.file_names import step_name
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Answer, Claim, Comment, Consent, Move, Rekey
from referee.session.agreements.new_key_requests import consents_missing, consents_to_key
from referee.session.pending import pending_notes_that_hold
from referee.session.session import Session, home_key_for
from referee.session.sign_claim import claim_file_name
from referee.session.sign_comment import stored_comments

FOR_HOST = ("join", "move", "standing")
"""Notes that the host alone enters."""


class NewNotes:
    """What a party has not read yet: not here, in the record or beside it, not outdated, not for the host alone."""

    def __init__(self, session: Session) -> None:
        self.session = session
        kept = (signed for notes in session.history.signed_notes.values() for signed in notes)
        beside = (*session.history.acks.values(), *stored_comments(session), *_waiting(session))
        self.here = {signed.id for signed in (*kept, *beside)} - _closing(session)
        self.disputes = set(session.folder.list_disputes())

    def has(self, signed: SignedNote, beside: Iterable[SignedNote] = ()) -> bool:
        """Whether a note says something new; `beside` are the notes that lie there with it."""
        table = self.session.history.table
        own = self.session.key is not None and signed.key == self.session.key.public
        to_all = signed.type == "move" and table is not None and table.masked and not own
        if signed.id in self.here or (signed.type in FOR_HOST and not (self.session.is_host or to_all)):
            return False
        if not signed.is_readable or self.session.history.position is None:
            return True
        note = signed.note()
        if isinstance(note, Comment):  # before the end nobody can take it in
            return self.session.history.end is not None
        if isinstance(note, Claim | Answer):
            return claim_file_name(signed) not in self.disputes
        if isinstance(note, Consent) and is_holiday(note):
            return not self.session.position.over
        if isinstance(note, Consent) and rekey_of_consent(note) is None:
            return note.step > self.session.position.step
        if isinstance(note, Consent):
            asked = next((other for other in beside if other.id == rekey_of_consent(note)), None)
            return asked is None or not self._is_outdated(asked)
        if isinstance(note, Move):
            entered = self.session.history.signed_notes.get(step_name(note.step), ())
            return not any(signed.id in chain.replaced_by(known) for known in entered if known.key == signed.key)
        return signed.type != "rekey" or not self._is_outdated(signed)

    def _is_outdated(self, rekey: SignedNote) -> bool:
        try:
            check_rekey(self.session.position, rekey)
        except OutOfOrder as refusal:
            return refusal.code == "rekey-outdated"
        except RefereeError:  # what is wrong with it is told when it is taken in
            return False
        return False


def _closing(session: Session) -> set[str]:
    """The notes by which this machine could enter a new key now: it stopped between taking them in and that step, and
    they are taken in once more.
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
    if not session.table.masked:
        return False
    from referee.session.agreements.next_host import steps_held_back  # few games are masked

    return bool(steps_held_back(session))


def _waiting(session: Session) -> Iterator[SignedNote]:
    """Every note that waits in the folder of the game."""
    for name in session.folder.list_pending():
        with suppress(RefereeError):  # somebody has changed it: what it should hold may come again
            yield from read_bundle(session.folder.read_pending(name))
