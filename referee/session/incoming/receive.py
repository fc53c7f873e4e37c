"""Receiving mails: every note is checked, and recorded, kept or refused.

The notes of a mail are a set. They are received the order of a game's life: offer, joins, charter, accepts, mixes,
deal, steps, consents, standing notes, unlocks, moves, end, acks, comments. Of what is refused only evidence is kept: a
note that contradicts one that is here, under the same key.
"""

from __future__ import annotations

import msgspec

from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.late_loading import Lazy
from referee.messages.step_news import Notice
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.notes.kinds import UNRECORDED
from referee.session.incoming.received_notes import ReceivedNotes, refusal_with_damage, remark_sentence
from referee.session.kinds import BINDINGS
from referee.session.publish import sign_due_notes
from referee.session.session import Session


class NoteHandler(msgspec.Struct, frozen=True):
    """A function of this folder that handles notes of some types. Its module is imported when such a note is here:
    most mails bring moves and a step, and a reader who waits for them need not wait for all other modules.
    """

    types: tuple[str, ...]
    function: Lazy

    def take(self, session: Session, bag: ReceivedNotes) -> list[Notice]:
        """What it has received; nothing if no note of its types is in the bag."""
        if not bag.of(*self.types):
            return []
        taken: list[Notice] = self.function(session, bag)
        return taken


def handlers_in_order(*, recorded: bool) -> tuple[NoteHandler, ...]:
    """The handlers of the notes that may be recorded, or of those that never are, in the order of a game's life."""
    found: dict[tuple[int, str], NoteHandler] = {}
    for make, binding in BINDINGS.items():
        note_type = make.__name__.lower()
        for rank, function in binding.handlers if (note_type not in UNRECORDED) == recorded else ():
            types = found[rank, repr(function)].types if (rank, repr(function)) in found else ()
            found[rank, repr(function)] = NoteHandler((*types, note_type), function)
    return tuple(found[place] for place in sorted(found))


IN_ORDER, UNRECORDED_ALONE = handlers_in_order(recorded=True), handlers_in_order(recorded=False)


def receive(
    session: Session,
    mail: bytes,
    *,
    confirm_end: bool = True,
    lang: str = "en",
    delivery: tuple[SignedNote, ...] = (),
    moment: str = "",
) -> tuple[list[Notice], Session]:
    """Receive one mail, and the session as it is afterwards.

    A step that ends the game is written by the host only with `confirm_end`. `delivery` are the notes of all mails that
    are received together: of a move and its correction the correction counts, whichever mail comes first. `moment` is
    what the host's clock shows, which a step names where the charter names days.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the first note that is refused; notes before it in the life
            of the game may have been recorded, each of them whole.
    """
    unwrapped = unwrap(mail)
    notices = [Notice("left-out", {"what": remark_sentence(remark)}) for remark in unwrapped.remarks]
    bag = ReceivedNotes(unwrapped.signed_notes, confirm_end, lang, delivery, moment)
    # Other notes in a mail with a claim are what it is about, and were not sent to be recorded.
    try:
        for taker in UNRECORDED_ALONE if bag.of(*UNRECORDED) else IN_ORDER:
            more = taker.take(session, bag)
            if more:
                notices += more
                session = session.reloaded()
        more = sign_due_notes(session)
        notices += more
    except RefereeError as refusal:
        raise refusal_with_damage(refusal, unwrapped.remarks) from refusal.__cause__
    if not notices:
        raise Unreadable("nothing-for-this-game")
    return notices, session.reloaded() if more else session
