"""The host publishes a step: first the guard, then the file that makes it exist, then the letter."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.messages.letters import letter_name, step_letter
from referee.messages.step_news import Notice
from referee.protocol.agreements.consent import is_refusal, rekey_of_consent
from referee.protocol.agreements.table_lines import Time, read_table_lines, table_lines_of, write_table_line
from referee.protocol.step.position import Position
from referee.record.file_names import PENDING, FileName, step_name
from referee.record.note import Notes, notes_of, render_bundle
from referee.record.notes import Consent
from referee.record.notes.kinds import PROVEN
from referee.session.close_step import ClosedStep
from referee.session.masked import automatic_notes
from referee.session.pending import drop_pending
from referee.session.session import Session


def with_moment(session: Session, lines: Sequence[str], moment: str) -> tuple[str, ...]:
    """The table lines of the next step, with the `moment` at which the host closes it where the charter names days:
    from two of them everybody reads how long was waited for an answer. A step that was signed before its machine
    stopped has the moment it was signed with, or none.
    """
    if session.table.terms.deadline is None:
        return tuple(lines)
    signed = signed_lines(session)
    times = (line.moment for line in read_table_lines(signed or ()) if isinstance(line, Time))
    said = moment if signed is None else next(times, "")
    return (write_table_line(Time(said)), *lines) if said else tuple(lines)


def signed_lines(session: Session) -> tuple[str, ...] | None:
    """The table lines with which the next step was signed before this computer stopped, none where they were not kept;
    None for a step that was not signed.
    """
    step = session.position.step + 1
    if f"step {step}" not in session.guard().listed:
        return None
    name = _decision_name(step)
    return (
        tuple(session.folder.read_pending(name).decode().splitlines()) if name in session.folder.list_pending() else ()
    )


def _decision_name(step: int) -> str:
    return str(FileName(PENDING, "decision", step))


def publish(session: Session, closed: ClosedStep, name: str, said: Notice, lang: str) -> Notice:
    """Write a closed step as the file `name`, and what was said about it, with its letter.

    The lock is held from the look at the guard until the file stands: of two processes one is out of order, and no
    process signs on what it read before the other was done. The letter can be made again at any time.

    Raises:
        OutOfOrder: the step was signed with other notes, or another process is at it.
        BrokenState: the same notes lead to other bytes than before.
    """
    step, listed = closed.position.step, tuple(signed.id for signed in closed.entered)
    lines, kept = table_lines_of(closed.signed_notes), _decision_name(step)
    with session.home.locked(session.table.game_id):
        refused = {rekey_of_consent(one) for one in notes_of(Consent, closed.entered) if is_refusal(one)}
        guard = session.guard().entering(step, closed.step_note.id, listed, refused)
        if closed.position.past.moment:  # a clock shows another moment when the step is made again
            session.folder.replace_pending(kept, "".join(f"{line}\n" for line in lines).encode())
        session.write_guard(guard)
        new = session.folder.commit(name, render_bundle(closed.signed_notes))
        session.write_guard(session.guard().seen(step, closed.step_note.id))
    session.folder.write_letter(letter_name(step), step_letter(closed.position, closed.signed_notes, lang))
    drop_pending(session.folder, step, closed.signed_notes)
    drop_recorded_unlocks(session, closed.position, closed.entered)
    session.folder.drop_pending(kept)
    if not new:
        said = Notice("already-entered")
    return replace(said, values={**said.values, "step": step}, letter=letter_name(step))


def finish_publishing(session: Session, lang: str) -> str:
    """Do what a crash may have left out after the latest step: its memory, its letter, the answers that waited for it.
    Gives the name of the letter.
    """
    position, name = session.position, letter_name(session.position.step)
    session.change_guard(lambda guard: guard.seen(position.step, position.head))
    signed_notes = session.history.signed_notes[step_name(position.step)]
    if not session.folder.has_letter(name):
        session.folder.write_letter(name, step_letter(position, signed_notes, lang))
    drop_pending(session.folder, position.step, signed_notes)
    drop_recorded_unlocks(session, position, ())
    session.folder.drop_pending(_decision_name(position.step))
    return name


def sign_due_notes(session: Session) -> list[Notice]:
    """With a masked deck, what the program of a seat has just signed because it was due, without asking anybody."""
    masked = session.history.table is not None and session.history.table.deck.keeper != "host"
    return automatic_notes.sign_automatic_notes(session) if masked else []


def pending_unlocks(session: Session) -> Notes:
    """The unlocks that the next step records with a masked deck; otherwise none. The seat of a host who plays makes its
    own first.
    """
    if session.table.deck.keeper == "host":
        return ()
    sign_due_notes(session)
    return automatic_notes.unlocks_to_enter(session)


def drop_recorded_unlocks(session: Session, position: Position, entered: Notes) -> None:
    """With a masked deck: remember that the notes which a step has `entered` hold, and drop the unlocks that need no
    further step.
    """
    if position.table.deck.keeper == "host":
        return
    session.keep_proven(signed.id for signed in entered if signed.type in PROVEN)
    automatic_notes.drop_spent_unlocks(session, position)
