"""What a seat has signed for the step that is open: a correction names all of it."""

from __future__ import annotations

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.record.note import read_bundle
from referee.record.notes import INSTEAD_MOST, Move, NoteId
from referee.table.desk import Desk


def signed_row(desk: Desk) -> tuple[NoteId, ...]:
    """The ids of all moves this party has signed for the next step, oldest first, from the outbox and the guard.

    Raises:
        OutOfOrder: more of them than one move can name.
    """
    step = desk.position.step + 1
    row: list[NoteId] = []
    for note_id, move in sorted(_sent(desk, step), key=lambda sent: len(sent[1].instead)):
        row += [found for found in (*move.instead, note_id) if found not in row]
    newest = desk.guard().signed.get(f"move {step}")
    if newest is not None:  # signed, though it may never have reached the outbox
        row = [*(found for found in row if found != newest), newest]
    if len(row) > INSTEAD_MOST:
        raise OutOfOrder(
            "a move replaces at most {most} earlier ones; the newest stands in the outbox, and it counts",
            most=INSTEAD_MOST,
        )
    return tuple(row)


def _sent(desk: Desk, step: int) -> list[tuple[NoteId, Move]]:
    found = []
    key = desk.key.public if desk.key is not None else b""
    for name in desk.folder.list_outbox():
        if not name.startswith(f"{step:04d}-"):
            continue
        try:
            notes = [
                (signed.id, signed.note()) for signed in read_bundle(desk.folder.read_outbox(name)) if signed.key == key
            ]
        except RefereeError:  # somebody has put a foreign file there
            continue
        for note_id, note in notes:
            if isinstance(note, Move) and (note.game, note.step) == (desk.table.game_id, step):
                found.append((note_id, note))
    return found
