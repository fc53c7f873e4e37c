"""Which notes still say something to a party: what lies in a shared folder lies there for good, and most is old."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.record import chain
from referee.record.names import step_name
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Answer, Claim, Comment, Consent, Move, Rekey
from referee.table.desk.claim import name_of
from referee.table.desk.commenting import comments_here
from referee.table.desk.desk import Desk, key_at_home
from referee.table.desk.pending import held
from referee.table.desk.rekeys import consents_to_key, lacking
from referee.table.seating import REFEREE
from referee.table.step.consent import is_holiday, key_meant
from referee.table.step.rekey import check_rekey

FOR_HOST = ("join", "move", "standing")
"""Notes that the host alone enters."""


class Unread:
    """What a party has not read yet: not here, in the record or beside it, not outdated, not for the host alone."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        kept = (signed for notes in desk.history.signed_notes.values() for signed in notes)
        beside = (*desk.history.acks.values(), *comments_here(desk), *_waiting(desk))
        self.here = {signed.id for signed in (*kept, *beside)} - _closing(desk)
        self.disputes = set(desk.folder.list_disputes())

    def has(self, signed: SignedNote, beside: Iterable[SignedNote] = ()) -> bool:
        """Whether a note says something new; `beside` are the notes that lie there with it."""
        table = self.desk.history.table
        own = self.desk.key is not None and signed.key == self.desk.key.public
        to_all = signed.type == "move" and table is not None and table.masked and not own
        if signed.id in self.here or (signed.type in FOR_HOST and not (self.desk.is_host or to_all)):
            return False
        if not signed.is_readable or self.desk.history.position is None:
            return True
        note = signed.note()
        if isinstance(note, Comment):  # before the end nobody can take it in
            return self.desk.history.end is not None
        if isinstance(note, Claim | Answer):
            return name_of(signed) not in self.disputes
        if isinstance(note, Consent) and is_holiday(note):
            return not self.desk.position.over
        if isinstance(note, Consent) and key_meant(note) is None:
            return note.step > self.desk.position.step
        if isinstance(note, Consent):
            asked = next((other for other in beside if other.id == key_meant(note)), None)
            return asked is None or not self._is_outdated(asked)
        if isinstance(note, Move):
            entered = self.desk.history.signed_notes.get(step_name(note.step), ())
            return not any(signed.id in chain.replaced_by(known) for known in entered if known.key == signed.key)
        return signed.type != "rekey" or not self._is_outdated(signed)

    def _is_outdated(self, rekey: SignedNote) -> bool:
        try:
            check_rekey(self.desk.position, rekey)
        except OutOfOrder as refusal:
            return refusal.code == "rekey-outdated"
        except RefereeError:  # what is wrong with it is told when it is taken in
            return False
        return False


def _closing(desk: Desk) -> set[str]:
    """The notes by which this machine could enter a new key now: it stopped between taking them in and that step, and
    they are taken in once more.
    """
    if desk.history.position is None or desk.position.over:
        return set()
    found = set[str]()
    for asked in held(desk, "rekey"):
        note, consents = asked.read(Rekey), consents_to_key(desk, asked)
        closes = desk.is_host if note.seat != REFEREE else key_at_home(desk, note.key) is not None
        if closes and not lacking(desk, asked, consents) and not _waits_for_owner(desk):
            found |= {asked.id, *(signed.id for signed in consents)}
    return found


def _waits_for_owner(desk: Desk) -> bool:
    """Whether a step of the present host waits here, over which nothing is closed before its owner says so."""
    if not desk.table.masked:
        return False
    from referee.table.desk.succeeding import steps_held_back  # few games are masked

    return bool(steps_held_back(desk))


def _waiting(desk: Desk) -> Iterator[SignedNote]:
    """Every note that waits in the folder of the game."""
    for name in desk.folder.list_pending():
        with suppress(RefereeError):  # somebody has changed it: what it should hold may come again
            yield from read_bundle(desk.folder.read_pending(name))
