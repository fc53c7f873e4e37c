"""A program that holds the move of another hands it on to all, before anybody says that nothing has arrived.

Nothing is signed by that: it is the note of its author, with the key shares that wait. So one lost mail, or a host who
closes nothing, makes nobody silent.
"""

from __future__ import annotations

from referee.messages.step_news import Notice
from referee.protocol.seating import author_role
from referee.record.file_names import OUTBOX, PENDING, FileName, name_prefix, names_with_prefix, parse_file_name
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.session.masked import automatic_notes
from referee.session.pending import pending_notes_that_hold
from referee.session.session import Session
from referee.session.silence.days_to_answer import DAY, Clock
from referee.session.silence.say_words import HERE, answer_here


def hand_on(session: Session, clock: Clock) -> list[Notice]:
    """Put the moves that have lain here for the days of the charter into the outbox, once a step; what was handed on of
    earlier steps goes.
    """
    table = session.history.table
    if table is None or session.history.position is None or table.deck.moves_to == "host" or not table.terms.asks_words:
        return []
    drop_handed_notes(session)
    if session.is_host or session.role not in table.names or table.terms.deadline is None or session.position.over:
        return []
    notices = []
    for signed in pending_notes_that_hold(session, "answer"):
        name, step = author_role(signed), session.position.step + 1
        since = session.folder.pending_since(str(FileName(PENDING, "answer", step, name)))
        waited = clock.shows - since
        if name == session.role or waited < table.terms.deadline * DAY or answer_here(session, name) != HERE:
            continue
        if _hand_on_once(session, str(FileName(OUTBOX, "handed", step, name)), signed):
            said = {"seat": table.person(name), "count": int(waited // DAY)}
            notices.append(Notice("handed-on", said))
    return notices


def _hand_on_once(session: Session, file: str, signed: SignedNote) -> bool:
    """Put a move into the outbox with the key shares that wait now. False if it is there, with those of its day."""
    if file in session.folder.list_outbox():
        if signed in read_bundle(session.folder.read_outbox(file)):
            return False
        session.folder.drop_outbox(file)  # a move for this step before the game was taken back
    return session.folder.write_outbox(file, render_bundle((*automatic_notes.unlocks_to_send_along(session), signed)))


def handed_here(session: Session) -> tuple[str, ...]:
    """The files in the outbox with moves that are handed on for the next step."""
    position = session.history.position
    names = names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "handed"))
    step = position.step + 1 if position is not None else 0
    return tuple(name for name in names if (known := parse_file_name(OUTBOX, name)) is not None and known.step == step)


def drop_handed_notes(session: Session) -> None:
    """Remove what was handed on for steps that are closed."""
    here = handed_here(session)
    for name in names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "handed")):
        if name not in here:
            session.folder.drop_outbox(name)
