"""Moves that were here when a step skipped their author: they are kept beside the record, and shown to the reader.

A step that skips a seat is followed, for a move and a skip may have crossed. But what was here stays here: a player who
wants to claim something has the note.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from referee.kernel.errors import RefereeError
from referee.protocol.agreements.table_lines import Absent, read_table_lines
from referee.record import note_slots
from referee.record.file_names import (
    OUTBOX,
    PENDING,
    FileName,
    content_tag,
    name_prefix,
    parse_file_name,
    slot_file,
    step_name,
)
from referee.record.note import Notes, SignedNote, notes_of, read_bundle
from referee.record.notes import Move, Step
from referee.record.notes.kinds import ANSWERS
from referee.record.store import GameFolder
from referee.session.session import Session


class PassedOver(msgspec.Struct, frozen=True):
    """A move of a seat that the step it was for has let pass: its file in the folder of the game, and since when it is
    here, in seconds since 1970 by the clock of this computer.
    """

    file: str
    step: int
    seat: str
    since: float
    note: SignedNote


def passed_over(session: Session) -> tuple[PassedOver, ...]:
    """The moves that are here of seats that were skipped in the steps they were for, by step; of a move and its
    corrections the latest. A crash may have left one where it waited, or where it was signed.
    """
    found: dict[tuple[int, str], PassedOver] = {}
    for part, name in _files(session):
        signed = _kept_move(session, part, name)
        if signed is not None:
            move, since = signed.read(Move), session.folder.since(part, name)
            one = PassedOver(f"{part}/{name}", move.step, move.seat, since, signed)
            before = found.get((one.step, one.seat))
            if before is None or before.note.id in note_slots.replaced_by(signed):
                found[one.step, one.seat] = one
    return tuple(found[key] for key in sorted(found))


def _files(session: Session) -> Iterator[tuple[str, str]]:
    """The part and name of each file that may hold such a move; evidence comes first."""
    passes = session.history.position.past.passes if session.history.position is not None else ()
    if not passes:
        return
    pending, steps = session.folder.list_pending(), {one.step for one in passes}
    yield from ((PENDING, name) for name in pending if name.startswith(name_prefix(PENDING, "evidence")))
    for part, kind, names in ((PENDING, "answer", pending), (OUTBOX, "move", session.folder.list_outbox())):
        for name in names:
            known = _parse_first_name(part, name)
            if known is not None and known.kind == kind and known.step in steps:
                yield part, name


def _parse_first_name(part: str, name: str) -> FileName | None:
    """What the name of a file says; of a correction, which has a number, that of the first one."""
    return parse_file_name(part, name) or parse_file_name(part, slot_file(name))


def _kept_move(session: Session, part: str, name: str) -> SignedNote | None:
    """The move in a file, with no more beside it than standing orders, if the step it is for has skipped its seat."""
    try:
        notes = read_bundle(session.folder.read_pending(name) if part == PENDING else session.folder.read_outbox(name))
        found = [(signed, move) for signed in notes if isinstance(move := signed.note(), Move)]
    except RefereeError:  # somebody has changed it
        return None
    if len(found) != 1 or {signed.type for signed in notes} - {*ANSWERS} or not found[0][0].is_intact:
        return None
    ((signed, move),) = found
    keys = {party.key for party in session.table.ever if party.role == move.seat}
    closed = session.history.signed_notes.get(step_name(move.step), ())
    return signed if signed.key in keys and move.seat in passed_seats(closed) else None


def keep_passed_over(folder: GameFolder, step: int, entered: Notes) -> None:
    """Keep as evidence, with the moment they came here, the moves of seats that `step` has let pass, the notes of which
    are `entered`: those that wait, and those that were signed here. Of steps before it what a crash has left waiting.
    """
    waiting = [(PENDING, name) for name in folder.list_pending() if name.startswith(name_prefix(PENDING, "answer"))]
    signed_here = [
        (OUTBOX, name) for name in folder.list_outbox() if name.startswith(name_prefix(OUTBOX, "move", step))
    ]
    for part, name in (*waiting, *signed_here):
        known = parse_file_name(part, name) or parse_file_name(part, slot_file(name))  # a correction has a number
        if known is None or known.step > step:
            continue
        closed = entered if known.step == step else _kept_step(folder, known.step)
        if known.seat in passed_seats(closed):
            data = folder.read_pending(name) if part == PENDING else folder.read_outbox(name)
            folder.keep_pending(part, name, str(FileName(PENDING, "evidence", tag=content_tag(data))))


def _kept_step(folder: GameFolder, step: int) -> Notes:
    """The notes of a step of the record; none if it has no file."""
    name = step_name(step)
    return read_bundle(folder.read(name)) if name in folder.record_names() else ()


def passed_seats(signed_notes: Notes) -> tuple[str, ...]:
    """The seats that a step has let pass."""
    lines = (line for step in notes_of(Step, signed_notes) for line in read_table_lines(step.table))
    return tuple(line.seat for line in lines if isinstance(line, Absent))
