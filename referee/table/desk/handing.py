"""A program that holds the move of another hands it on to all, before anybody says that nothing has come.

Nothing is signed by that: it is the note of its author, with the locks that wait. So one lost mail, or a host who
closes nothing, makes nobody silent.
"""

from __future__ import annotations

from referee.record.names import OUTBOX, PENDING, Name, beginning, begins, parse
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.table.desk.desk import Desk
from referee.table.desk.pending import held
from referee.table.desk.silence import HERE, answer_here
from referee.table.desk.waited import DAY, Clock
from referee.table.seating import author
from referee.table.telling.news import Notice


def hand_on(desk: Desk, clock: Clock) -> list[Notice]:
    """Put the moves that have lain here for the days of the charter into the outbox, once a step; what was handed on of
    earlier steps goes.
    """
    table = desk.history.table
    if table is None or not table.masked or table.terms.absence != "agreed" or desk.history.position is None:
        return []
    drop_handed(desk)
    if desk.is_host or desk.role not in table.names or table.terms.deadline is None or desk.position.over:
        return []
    notices = []
    for signed in held(desk, "answer"):
        name, step = author(signed), desk.position.step + 1
        since = desk.folder.pending_since(str(Name(PENDING, "answer", step, name)))
        waited = clock.shows - since
        if name == desk.role or waited < table.terms.deadline * DAY or answer_here(desk, name) != HERE:
            continue
        if desk.folder.write_outbox(str(Name(OUTBOX, "handed", step, name)), _bundle(desk, signed)):
            said = {"seat": table.person(name), "count": int(waited // DAY)}
            notices.append(Notice("handed-on", said))
    return notices


def _bundle(desk: Desk, signed: SignedNote) -> bytes:
    from referee.table.desk.unlocks import along_with_move  # few games are masked

    return render_bundle((*along_with_move(desk), signed))


def handed_here(desk: Desk) -> tuple[str, ...]:
    """The files in the outbox with moves that are handed on for the next step."""
    position = desk.history.position
    names = beginning(desk.folder.list_outbox(), begins(OUTBOX, "handed"))
    step = position.step + 1 if position is not None else 0
    return tuple(name for name in names if (known := parse(OUTBOX, name)) is not None and known.step == step)


def handed_note(desk: Desk, name: str) -> SignedNote:
    """The move in such a file."""
    return read_bundle(desk.folder.read_outbox(name))[-1]


def drop_handed(desk: Desk) -> None:
    """Remove what was handed on for steps that are closed."""
    here = handed_here(desk)
    for name in beginning(desk.folder.list_outbox(), begins(OUTBOX, "handed")):
        if name not in here:
            desk.folder.drop_outbox(name)
