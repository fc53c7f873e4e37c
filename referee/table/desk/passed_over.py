"""Moves that were here when a step has let their author pass: they are kept beside the record, and told to whoever has
them.

A step that lets a seat pass is followed, for a move and a let-pass may have crossed. But what was here stays here: so
nobody has to say what is untrue, and whoever wants to claim something has the note.
"""

from __future__ import annotations

import msgspec

from referee.kernel.errors import RefereeError
from referee.record import chain
from referee.record.names import OUTBOX, PENDING, Name, begins, corrected, parse, step_name, tag_of
from referee.record.note import Notes, SignedNote, notes_of, read_bundle
from referee.record.notes import Move, Step
from referee.record.store import Folder
from referee.table.desk.desk import Desk
from referee.table.step.table_lines import Absent, read_table_lines


class PassedOver(msgspec.Struct, frozen=True):
    """A move of a seat that the step it was for has let pass: the file in `pending/`, and since when it is here, in
    seconds since 1970 by the clock of this machine.
    """

    name: str
    step: int
    seat: str
    since: float
    note: SignedNote


def passed_over(desk: Desk) -> tuple[PassedOver, ...]:
    """The moves kept here of seats that were let pass in the steps they were for, by step; of a move and its
    corrections the newest.
    """
    found: dict[tuple[int, str], PassedOver] = {}
    for name in desk.folder.list_pending():
        signed = _move_kept(desk, name)
        if signed is not None:
            move = signed.read(Move)
            one = PassedOver(name, move.step, move.seat, desk.folder.pending_since(name), signed)
            before = found.get((one.step, one.seat))
            if before is None or before.note.id in chain.replaced_by(signed):
                found[one.step, one.seat] = one
    return tuple(found[key] for key in sorted(found))


def _move_kept(desk: Desk, name: str) -> SignedNote | None:
    """The one note of a file of evidence, if it is a move of a seat that the step it was for has let pass."""
    if not name.startswith(begins(PENDING, "evidence")):
        return None
    try:
        notes = read_bundle(desk.folder.read_pending(name))
        move = notes[0].note()
    except RefereeError:  # somebody has changed it
        return None
    if len(notes) != 1 or not isinstance(move, Move) or not notes[0].is_intact:
        return None
    keys = {party.key for party in desk.table.ever if party.role == move.seat}
    closed = desk.history.signed_notes.get(step_name(move.step), ())
    return notes[0] if notes[0].key in keys and move.seat in seats_passed(closed) else None


def keep_passed_over(folder: Folder, step: int, entered: Notes) -> None:
    """Keep as evidence, with the moment they came here, the moves of seats that `step` has let pass, the notes of which
    are `entered`: those that wait, and those that were signed here. Of steps before it what a crash has left waiting.
    """
    waiting = [(PENDING, name) for name in folder.list_pending() if name.startswith(begins(PENDING, "answer"))]
    signed_here = [(OUTBOX, name) for name in folder.list_outbox() if name.startswith(begins(OUTBOX, "move", step))]
    for part, name in (*waiting, *signed_here):
        known = parse(part, name) or parse(part, corrected(name))  # a correction has a number
        if known is None or known.step > step:
            continue
        closed = entered if known.step == step else _step_kept(folder, known.step)
        if known.seat in seats_passed(closed):
            data = folder.read_pending(name) if part == PENDING else folder.read_outbox(name)
            folder.keep_pending(part, name, str(Name(PENDING, "evidence", tag=tag_of(data))))


def _step_kept(folder: Folder, step: int) -> Notes:
    """The notes of a step of the record; none if it has no file."""
    name = step_name(step)
    return read_bundle(folder.read(name)) if name in folder.record_names() else ()


def seats_passed(signed_notes: Notes) -> tuple[str, ...]:
    """The seats that a step has let pass."""
    lines = (line for step in notes_of(Step, signed_notes) for line in read_table_lines(step.table))
    return tuple(line.seat for line in lines if isinstance(line, Absent))
