"""The host lets a step appear: guard first, then the file that makes it exist, then the letter."""

from __future__ import annotations

from msgspec.structs import replace

from referee.record.names import step_name
from referee.record.note import Notes, notes_of, render_bundle
from referee.record.notes import Consent
from referee.table.desk.close import Closed
from referee.table.desk.desk import Desk
from referee.table.desk.pending import drop
from referee.table.step.consent import is_no, key_meant
from referee.table.step.position import Position
from referee.table.telling.letters import letter, letter_name
from referee.table.telling.news import Notice


def publish(desk: Desk, closed: Closed, name: str, said: Notice, lang: str) -> Notice:
    """Write a closed step as the file `name`, and what was said about it, with its letter.

    The lock is held from the look at the guard until the file stands: of two processes one is out of order, and no
    process signs on what it read before the other was done. The letter can be made again at any time.

    Raises:
        OutOfOrder: the step was signed with other notes, or another process is at it.
        BrokenState: the same notes lead to other bytes than before.
    """
    step, listed = closed.position.step, tuple(signed.id for signed in closed.entered)
    with desk.home.locked(desk.table.game_id):
        refused = {key_meant(one) for one in notes_of(Consent, closed.entered) if is_no(one)}
        desk.write_guard(desk.guard().entering(step, closed.step_note.id, listed, refused))
        new = desk.folder.commit(name, render_bundle(closed.signed_notes))
        desk.write_guard(desk.guard().seen(step, closed.step_note.id))
    desk.folder.write_letter(letter_name(step), letter(closed.position, closed.signed_notes, lang))
    drop(desk.folder, step, closed.entered)
    drop_unlocks(desk, closed.position, closed.entered)
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
