"""The host lets a step appear: guard first, then the file that makes it exist, then the letter."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.record.names import PENDING, Name, step_name
from referee.record.note import Notes, notes_of, render_bundle
from referee.record.notes import Consent
from referee.table.desk.close import Closed
from referee.table.desk.desk import Desk
from referee.table.desk.pending import drop
from referee.table.step.consent import is_no, key_meant
from referee.table.step.position import Position
from referee.table.step.table_lines import Time, read_table_lines, write_table_line
from referee.table.telling.decided import lines_of
from referee.table.telling.letters import letter, letter_name
from referee.table.telling.news import Notice


def timed(desk: Desk, lines: Sequence[str], moment: str) -> tuple[str, ...]:
    """The table lines of the next step, with the `moment` at which the host closes it where the charter names days:
    from two of them everybody reads how long was waited for an answer. A step that was signed before its machine
    stopped has the moment it was signed with, or none.
    """
    if desk.table.terms.deadline is None:
        return tuple(lines)
    signed = lines_signed(desk)
    times = (line.moment for line in read_table_lines(signed or ()) if isinstance(line, Time))
    said = moment if signed is None else next(times, "")
    return (write_table_line(Time(said)), *lines) if said else tuple(lines)


def lines_signed(desk: Desk) -> tuple[str, ...] | None:
    """The table lines with which the next step was signed before this machine stopped, none where they were not kept;
    None for a step that was not signed.
    """
    step = desk.position.step + 1
    if f"step {step}" not in desk.guard().listed:
        return None
    name = _decision_name(step)
    return tuple(desk.folder.read_pending(name).decode().splitlines()) if name in desk.folder.list_pending() else ()


def _decision_name(step: int) -> str:
    return str(Name(PENDING, "decision", step))


def publish(desk: Desk, closed: Closed, name: str, said: Notice, lang: str) -> Notice:
    """Write a closed step as the file `name`, and what was said about it, with its letter.

    The lock is held from the look at the guard until the file stands: of two processes one is out of order, and no
    process signs on what it read before the other was done. The letter can be made again at any time.

    Raises:
        OutOfOrder: the step was signed with other notes, or another process is at it.
        BrokenState: the same notes lead to other bytes than before.
    """
    step, listed = closed.position.step, tuple(signed.id for signed in closed.entered)
    lines, kept = lines_of(closed.signed_notes), _decision_name(step)
    with desk.home.locked(desk.table.game_id):
        refused = {key_meant(one) for one in notes_of(Consent, closed.entered) if is_no(one)}
        guard = desk.guard().entering(step, closed.step_note.id, listed, refused)
        if closed.position.past.moment:  # a clock shows another moment when the step is made again
            desk.folder.replace_pending(kept, "".join(f"{line}\n" for line in lines).encode())
        desk.write_guard(guard)
        new = desk.folder.commit(name, render_bundle(closed.signed_notes))
        desk.write_guard(desk.guard().seen(step, closed.step_note.id))
    desk.folder.write_letter(letter_name(step), letter(closed.position, closed.signed_notes, lang))
    drop(desk.folder, step, closed.signed_notes)
    drop_unlocks(desk, closed.position, closed.entered)
    desk.folder.drop_pending(kept)
    if not new:
        said = Notice("already-entered")
    return replace(said, values={**said.values, "step": step}, letter=letter_name(step))


def finish(desk: Desk, lang: str) -> str:
    """Do what a crash may have left out after the newest step: its memory, its letter, the answers that waited for it.
    Gives the name of the letter.
    """
    position, name = desk.position, letter_name(desk.position.step)
    desk.change_guard(lambda guard: guard.seen(position.step, position.head))
    signed_notes = desk.history.signed_notes[step_name(position.step)]
    if not desk.folder.has_letter(name):
        desk.folder.write_letter(name, letter(position, signed_notes, lang))
    drop(desk.folder, position.step, signed_notes)
    drop_unlocks(desk, position, ())
    desk.folder.drop_pending(_decision_name(position.step))
    return name


def signed_by_itself(desk: Desk) -> list[Notice]:
    """What the program of a seat of a masked game has just signed because it was due, with nobody asked."""
    if desk.history.table is None or not desk.history.table.masked:
        return []
    from referee.table.desk.unlocks import sign_due  # few games are masked

    return sign_due(desk)


def unlocks_waiting(desk: Desk) -> Notes:
    """The unlocks that the next step of a masked game enters; none of any other. The own seat of a host who plays makes
    its own before.
    """
    if not desk.table.masked:
        return ()
    from referee.table.desk.unlocks import unlocks_to_enter  # few games are masked

    signed_by_itself(desk)
    return unlocks_to_enter(desk)


def drop_unlocks(desk: Desk, position: Position, entered: Notes) -> None:
    """In a masked game: remember that what a step has `entered` holds, and drop the unlocks that wait for no other."""
    if not position.table.masked:
        return
    from referee.table.desk.unlocks import drop_spent  # few games are masked

    desk.keep_proven(signed.id for signed in entered if signed.type in ("unlock", "move"))
    drop_spent(desk, position)
