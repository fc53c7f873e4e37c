"""The host lets a step appear: guard first, then the file that makes it exist, then the letter."""

from __future__ import annotations

from msgspec.structs import replace

from referee.record.names import step_name
from referee.record.note import notes_of, render_bundle
from referee.record.notes import Consent
from referee.table.desk.close import Closed
from referee.table.desk.desk import Desk
from referee.table.desk.pending import drop
from referee.table.step.consent import is_no, key_meant
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
    drop(desk.folder, step)
    if not new:
        said = Notice("already-entered")
    return replace(said, values={**said.values, "step": step}, letter=letter_name(step))


def finish(desk: Desk, lang: str) -> str:
    """Do what a crash may have left out after the newest step: its memory, its letter, the answers that waited for it.
    Gives the name of the letter.
    """
    position, name = desk.position, letter_name(desk.position.step)
    desk.change_guard(lambda guard: guard.seen(position.step, position.head))
    if not desk.folder.has_letter(name):
        signed_notes = desk.history.signed_notes[step_name(position.step)]
        desk.folder.write_letter(name, letter(position, signed_notes, lang))
    drop(desk.folder, position.step)
    return name
