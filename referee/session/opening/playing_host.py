"""A host who plays goes first: his seat accepts before any other, and answers before he opens what others sealed."""

from __future__ import annotations

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.protocol.seating import author_role
from referee.protocol.step import record_step, simultaneous
from referee.record.note import SignedNote
from referee.session.pending import pending_notes_that_hold
from referee.session.session import Session
from referee.session.todo.waiting_for import standing_notes_to_record


def accepts_of_own_seat(session: Session) -> tuple[SignedNote, ...]:
    """The accept of the host's seat, which travels with the charter; none where the host does not play, or not yet."""
    seat = session.table.terms.host
    return tuple(signed for signed in pending_notes_that_hold(session, "accept") if author_role(signed) == seat)


def check_host_acceptance(session: Session) -> None:
    """Check that the seat of a host who plays has accepted. With its share everybody can work out, later, which hand he
    had in a deal that he cancelled.

    Raises:
        OutOfOrder: it has not.
    """
    seat = session.table.terms.host
    if seat not in ("", session.role) and not accepts_of_own_seat(session):
        raise OutOfOrder("host-accepts-first", seat=seat, hint=Sentence("take-charter-mail"))


def own_answer_missing(session: Session) -> bool:
    """Whether the seat of a host who plays is asked beside others and has not answered, by a note, a plan or standing
    orders. Nothing of what the others have sealed is opened before.
    """
    if not (session.is_host and session.sits) or len(session.position.asked) < 2:
        return False
    position, seat = session.position, session.table.seat(session.sits)
    if position.request_of(seat) is None or any(
        author_role(signed) == session.sits for signed in pending_notes_that_hold(session, "answer")
    ):
        return False
    own = [signed for signed in standing_notes_to_record(session, ()) if author_role(signed) == session.sits]
    return not simultaneous.has_answered(record_step.record_standing_notes(position, own, session.eyes), seat)
