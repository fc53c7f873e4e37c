"""The table goes before its host: a step that enters another host's key without the old one's consent goes before steps
of the old host of the same or later numbers.

By itself a program does so only where nothing of anybody else is taken back by it. What it gives up is kept beside the
record.
"""

from __future__ import annotations

from typing import Any

import msgspec

from referee.drawing.safe_text import safe_text
from referee.kernel.errors import RefereeError
from referee.messages.step_news import Notice
from referee.protocol.agreements.consent import rekey_of_consent
from referee.protocol.agreements.table_lines import KeyChange, read_table_lines
from referee.protocol.seating import REFEREE
from referee.protocol.step.record_step import position_after_step
from referee.record.file_names import OUTBOX, PENDING, name_prefix, names_with_prefix, step_name
from referee.record.note import Notes, SignedNote, read_bundle
from referee.record.notes import Consent, Rekey, Step, Unlock
from referee.session.incoming.received_notes import store_evidence
from referee.session.session import Session
from referee.session.signing_guard import SigningGuard
from referee.session.silence.days_to_answer import notes_in


def goes_before(session: Session, bundle: Notes) -> bool:
    """Whether the notes of a step enter another host's key, without the consent of the old one who has closed the step
    of that number here, and follow from the one before: the others have replaced him.
    """
    step_note = bundle[-1].note()
    rekeys = [signed for signed in bundle if signed.type == "rekey"]
    if not session.table.replaces_host or len(rekeys) != 1 or not isinstance(step_note, Step):
        return False
    rekey, closed = rekeys[0].read(Rekey), session.history.signed_notes.get(step_name(step_note.step), ())
    words = [signed.read(Consent) for signed in bundle if signed.type == "consent"]
    by_host = any(word.seat == REFEREE and rekey_of_consent(word) == rekeys[0].id for word in words)
    before = session.seen.get(step_note.step - 1)
    if rekey.seat != REFEREE or by_host or before is None or not closed or before.table.host.key != _signer(closed):
        return False
    try:
        return position_after_step(before, bundle, session.eyes).step == step_note.step
    except RefereeError:
        return False


def _signer(closed: Notes) -> bytes:
    """The key that has signed a step file."""
    return next(signed.key for signed in closed if signed.type == "step")


def goes_over_by_itself(session: Session, bundle: Notes) -> bool:
    """Whether nothing of anybody else is taken back by it: no note of a seat but the reader's own and the old host's
    names one of the steps as its head; the reader's seat is the old host's, or has moved neither in them nor on them
    and is not left out; and none of them ends the game.
    """
    step = bundle[-1].read(Step)
    own, before = session.sits or session.role or "", session.seen[step.step - 1]
    undone = _undone_files(session, step.step)
    notes = [signed for name in undone for signed in session.history.signed_notes[name]]
    heads = {signed.id for signed in notes if signed.type == "step"}
    hosted = before.table.host_seat
    waiting = [signed for name in session.folder.list_pending() for signed in notes_in(session, name)]
    on_them = [signed for signed in (*notes, *waiting) if getattr(signed.note(), "head", "") in heads]
    others = {getattr(signed.note(), "seat", REFEREE) for signed in on_them} - {own, hosted, REFEREE}
    if others or any(signed.type == "end" for signed in notes):
        return False
    moved = any(signed.type == "move" and getattr(signed.note(), "seat", "") == own for signed in (*notes, *on_them))
    left_out = {name for line in read_table_lines(step.table) if isinstance(line, KeyChange) for name in line.without}
    return own == hosted or not (moved or own in left_out)


def two_hosts(session: Session, bundle: Notes) -> dict[str, Any]:
    """What is said of a step that goes before: the new host and the old one, from which step on, who has agreed, and of
    whom they say that nothing was heard ("" for nobody).
    """
    step, people = bundle[-1].read(Step), session.table.people
    rekey = next(signed for signed in bundle if signed.type == "rekey")
    words = [signed.read(Consent) for signed in bundle if signed.type == "consent"]
    agreed = [word.seat for word in words if rekey_of_consent(word) == rekey.id]
    left_out = [name for line in read_table_lines(step.table) if isinstance(line, KeyChange) for name in line.without]
    return {
        "name": safe_text(rekey.read(Rekey).name or ""),
        "step": step.step,
        "names": people(agreed),
        "old": session.table.person(session.table.host_seat or REFEREE),
        "silent": people(left_out) if left_out else "",
    }


def _undone_files(session: Session, step: int) -> tuple[str, ...]:
    """The files of the steps from this one on, the latest first."""
    return tuple(step_name(number) for number in range(session.position.step, step - 1, -1))


def give_up(session: Session, bundle: Notes) -> tuple[Session, Notice]:
    """Give up the steps of the old host from the number of this step on: the session without them, and a notice.

    Their notes are kept as evidence first, then both keys forget them, then their files go, the latest first; a call
    that was stopped in between can be repeated.
    """
    step, rekey = bundle[-1].read(Step), next(signed for signed in bundle if signed.type == "rekey").read(Rekey)
    old, count = session.table.person(session.table.host_seat or REFEREE), _readable(session, step.step)
    undone = _undone_files(session, step.step)
    for name in undone:
        store_evidence(session, session.history.signed_notes[name], most=2)
    for side in (session, session.turned()) if session.sits else (session,):
        side.change_guard(lambda guard: forgetting(guard, step.step, session.seen[step.step - 1].head))
    for name in names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "unlock")):
        if any(one.step > step.step for one in _unlocks(read_bundle(session.folder.read_outbox(name)))):
            session.folder.drop_outbox(name)
    for name in names_with_prefix(session.folder.list_pending(), name_prefix(PENDING, "unlock")):
        if any(one.step > step.step for one in _unlocks(notes_in(session, name))):
            session.folder.drop_pending(name)
    for name in undone:
        session.folder.drop_record(name)
    told = {"name": safe_text(rekey.name or ""), "step": step.step, "old": old, "count": count}
    return session.reloaded(), Notice("gone-over", told)


def forgetting(guard: SigningGuard, step: int, head: str) -> SigningGuard:
    """The guard that has seen nothing from this step on, which the old host had closed; `head` is the step before."""
    signed = {slot: row for slot, row in guard.signed.items() if not _is_step_from(slot, step)}
    listed = {slot: row for slot, row in guard.listed.items() if not _is_step_from(slot, step)}
    return msgspec.structs.replace(guard, signed=signed, listed=listed, step=step - 1, head=head, over=False)


def _is_step_from(slot: str, step: int) -> bool:
    word, _, number = slot.partition(" ")
    return word == "step" and number.isdecimal() and int(number) >= step


def _unlocks(signed_notes: Notes) -> list[Unlock]:
    return [signed.read(Unlock) for signed in signed_notes if signed.type == "unlock"]


def _readable(session: Session, step: int) -> int:
    """How many tiles of the bag all can read if the reader's seat draws them: it has sent locks of them after steps
    that are taken back.
    """
    own = session.sits or session.role or ""
    names = names_with_prefix(session.folder.list_outbox(), name_prefix(OUTBOX, "unlock"))
    made = [one for name in names for one in _unlocks(read_bundle(session.folder.read_outbox(name)))]
    return sum(row.count for one in made if one.seat == own and one.step > step for row in one.lock)


def listed_notes(session: Session, signed: SignedNote, notes: Notes) -> Notes:
    """The notes that a step lists, in its order, and itself; () where one has not come along."""
    by_id = {one.id: one for one in notes if one.is_intact}
    found = [by_id.get(line.id) for line in signed.read(Step).note]
    return (*(one for one in found if one is not None), signed) if None not in found else ()
