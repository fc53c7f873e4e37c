"""Simultaneous answers are checked one by one; a host who plays opens none before the host's own answer is there."""

from __future__ import annotations

from collections.abc import Callable

from referee.kernel.errors import RefereeError
from referee.messages.step_news import Notice
from referee.protocol.seating import author_role
from referee.protocol.step.produce import run_of_notes
from referee.protocol.step.record_step import record_standing_notes, with_named_standing
from referee.protocol.step.simultaneous import check_whole_answer
from referee.protocol.step.standing_orders import check_standing_due, with_standing_note
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import Move
from referee.session.incoming.replies import write_refusal_letter
from referee.session.pending import pending_file_name, pending_notes_that_hold
from referee.session.session import Session
from referee.session.todo.waiting_for import standing_notes_to_record


def check_blind_answer(session: Session, move: Move) -> None:
    """Check that an answer holds for itself; what the others have said counts for nothing in it.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the note is refused.
    """
    position = session.position
    standing = standing_notes_to_record(session, (move,))
    entered = record_standing_notes(position, standing, session.eyes)
    check_standing_due(position, (move,), standing)
    seat = position.table.seat(move.seat)
    run = run_of_notes(with_named_standing(entered, (move,)), (move,), session.eyes)
    check_whole_answer(run.before, seat, run.plans[seat])


def drop_refused_answers(session: Session, lang: str) -> list[Notice]:
    """Drop what waits and does not hold, with a letter to each author, and say no more than that."""
    notices = []
    checks: list[tuple[SignedNote, Callable[[SignedNote], object]]] = [
        (signed, lambda signed: with_standing_note(session.position, signed, session.eyes))
        for signed in standing_notes_to_record(session, ())
    ]
    checks += [
        (signed, lambda signed: check_blind_answer(session, signed.read(Move)))
        for signed in pending_notes_that_hold(session, "answer")
    ]
    for signed, check in checks:
        try:
            check(signed)
        except RefereeError as refusal:
            write_refusal_letter(session, render_bundle((signed,)), refusal, lang)
            session.folder.drop_pending(pending_file_name(signed))
            notices.append(Notice("refused-by-letter", {"seat": session.table.person(author_role(signed))}))
    return notices
