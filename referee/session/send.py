"""Signing a note that is sent: guard first, then the file, all under one lock. A host's steps go through `publish`.

Every note that a person signs goes through `send`: offer, join, charter, accept, move, standing note, ack. Under the
lock of the game it reads the guard, signs, keeps the guard with the whole text of the new note, writes the file, takes
away what the note replaces, and clears the text from the guard. The guard comes first because a file in the outbox may
leave the computer at any moment, whereas nothing has left it while only the guard knows; and it holds the text because
an id alone could not bring back a file that a crash has kept from being written. So after a crash at any point the next
call first finishes what the guard holds, and of two processes the second one reads what the first one kept.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record import note_slots
from referee.record.file_names import OUTBOX, RECORD, copies_of, numbered_name
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import INSTEAD_MOST
from referee.record.notes.kinds import slot_of
from referee.session.session import Session
from referee.session.signing_guard import PendingFile, SigningGuard, second_signature_refusal

Make = Callable[[tuple[str, ...]], tuple[SignedNote, ...]]
"""Signs a note that replaces the notes with these ids, oldest first; gives the notes of its file, the new one last."""


class OutgoingNote(msgspec.Struct, frozen=True):
    """What a person is about to sign."""

    under: str | None
    """The game or offer whose lock and guard hold, None for the home's own lock."""
    slot: str
    """What the guard calls it; "" for offers and joins, of which a key may sign any number, so that the file alone
    keeps a folder to one.
    """
    make: Make
    name: str
    """The file in `part`."""
    part: str = OUTBOX
    instead: bool = False
    """Whether it replaces what was signed for the slot, as moves and standing notes can do."""
    over: str | None = None
    """The id of the note that was shown as the one it replaces, "" for none, and None where nobody was shown any."""
    replaces: tuple[str, ...] = ()
    """Files of the outbox for which the file of a note without a slot goes."""
    remember: Callable[[SigningGuard, str], SigningGuard] = lambda guard, _: guard
    """Puts into the guard what else is known once the note with an id is signed."""
    check: Callable[[], None] = lambda: None


class SentNote(msgspec.Struct, frozen=True):
    """A note that was signed, and the path of its file."""

    note: SignedNote
    path: Path


def send(session: Session, going: OutgoingNote) -> SentNote:
    """Sign a note and write the file that is sent. The same note again is not a second one: its file is written again.

    Raises:
        OutOfOrder: another note was signed for the slot; the game has gone on; another process is at it for too long;
            a file of this name is there already and is another one.
        FileTrouble: the file system did not do it; the next call goes on from there.
    """
    with session.home.locked(going.under):
        going.check()
        session.check_newest()
        if not going.slot:
            notes = going.make(())
            for name in going.replaces:  # a crash after this leaves a join to be typed again, and never two
                session.folder.drop_outbox(name)
            _check_free(session, going.part, going.name, notes)
            _write(session, PendingFile(going.part, going.name, _bundle_text(notes)))
            return SentNote(notes[-1], session.folder.path / going.part / going.name)
        guard = _finish(session, going.under, session.guard(going.under))
        notes, row = _sign(going, _ids_of_slot(session, going, guard))
        name = numbered_name(going.name, len(row))
        _check_free(session, going.part, name, notes)
        replaced = tuple(name for name, signed in _waiting_copies(session, going) if signed.id in row[:-1])
        unwritten = PendingFile(going.part, name, _bundle_text(notes), replaced)
        if guard.signed.get(going.slot) == row:
            _write(session, unwritten)
        else:
            guard = going.remember(guard.signing(going.slot, row, unwritten), row[-1])
            session.write_guard(guard, going.under)
            _finish(session, going.under, guard)
        return SentNote(notes[-1], session.folder.path / going.part / name)


class EarlierNote(msgspec.Struct, frozen=True):
    """What was signed for a slot before: the id, and the note itself if it is still in the outbox."""

    id: str
    signed: SignedNote | None = None


def earlier_note(session: Session, going: OutgoingNote) -> EarlierNote | None:
    """The latest note that this one would replace; None if there is none, or if it is the same note again."""
    row = _ids_of_slot(session, going, session.guard(going.under))
    if not row or going.make(row[:-1])[-1].id == row[-1]:
        return None
    notes = (_note_in(session, name) for name in session.folder.list_outbox())
    return EarlierNote(row[-1], next((signed for signed in notes if signed is not None and signed.id == row[-1]), None))


def check_replaceable(session: Session, going: OutgoingNote) -> EarlierNote | None:
    """The note that this one would replace, or None. Raises OutOfOrder if it would replace one and may not."""
    found = earlier_note(session, going)
    if found is not None and not going.instead:
        raise _second_note_refusal(going, _ids_of_slot(session, going, session.guard(going.under)))
    return found


def finish_sending(session: Session, under: str) -> None:
    """Write what a process that died had signed and not written, if there is any. Raises as `send`."""
    if session.guard(under).unwritten is not None:
        with session.home.locked(under):
            _finish(session, under, session.guard(under))


def _finish(session: Session, under: str | None, guard: SigningGuard) -> SigningGuard:
    """Write what the guard holds as unwritten, and the guard without it."""
    if guard.unwritten is None:
        return guard
    _write(session, guard.unwritten)
    session.write_guard(guard.written(), under)
    return guard.written()


def _write(session: Session, unwritten: PendingFile) -> None:
    write = session.folder.commit if unwritten.part == RECORD else session.folder.write_outbox
    write(unwritten.name, unwritten.text.encode())
    for name in unwritten.replaces:
        session.folder.drop_outbox(name)


def _sign(going: OutgoingNote, row: tuple[str, ...]) -> tuple[tuple[SignedNote, ...], tuple[str, ...]]:
    """The notes of the file, and the ids signed for the slot with the new one last."""
    # What was signed last comes out again with the same bytes if it replaces the same notes.
    notes = going.make(row[:-1])
    if not row or notes[-1].id == row[-1]:
        return notes, (*row[:-1], notes[-1].id)
    if not going.instead:
        raise _second_note_refusal(going, row)
    if going.over not in (None, row[-1]):
        raise OutOfOrder("signed-meanwhile", hint=Sentence("look-then-repeat"))
    if len(row) > INSTEAD_MOST:
        raise OutOfOrder("too-many-corrections", most=INSTEAD_MOST)
    notes = going.make(row)
    return notes, (*row, notes[-1].id)


def _second_note_refusal(going: OutgoingNote, row: tuple[str, ...]) -> OutOfOrder:
    refusal = second_signature_refusal(going.slot)
    if going.slot.startswith("move ") and len(row) <= INSTEAD_MOST:
        refusal.hint = Sentence("send-again-or-replace")
    elif going.part == RECORD:
        refusal.hint = Sentence("send-record-again")
    else:
        refusal.hint = Sentence("send-outbox-again")
    return refusal


def _ids_of_slot(session: Session, going: OutgoingNote, guard: SigningGuard) -> tuple[str, ...]:
    """The ids signed for the slot, oldest first: those of the guard, then those of an outbox that knows more than it.

    It knows more if the home was lost or is an older copy.
    """
    row = guard.signed.get(going.slot, ())
    for _, signed in _waiting_copies(session, going):
        row += tuple(known for known in (*note_slots.replaced_by(signed), signed.id) if known not in row)
    return row


def _waiting_copies(session: Session, going: OutgoingNote) -> list[tuple[str, SignedNote]]:
    """The files of the outbox that were signed for the same slot with the same key, oldest first."""
    names = copies_of(going.name, session.folder.list_outbox())
    if not names or going.part != OUTBOX:
        return []
    ours = going.make(())[-1]
    slot = (ours.key, slot_of(ours.note()))
    found = ((name, _note_in(session, name)) for name in names)
    return [(name, one) for name, one in found if one is not None and (one.key, slot_of(one.note())) == slot]


def _note_in(session: Session, name: str) -> SignedNote | None:
    """The note that a file of the outbox was written for, its last; None if somebody else put something there."""
    try:
        *_, signed = read_bundle(session.folder.read_outbox(name))
        signed.check()
        signed.note()
    except (Unreadable, NotAuthentic, ValueError):
        return None
    return signed


def _check_free(session: Session, part: str, name: str, notes: tuple[SignedNote, ...]) -> None:
    """Check, before anything is signed for good, that no other file has taken the name."""
    folder = session.folder
    names, read = (folder.record_names, folder.read) if part == RECORD else (folder.list_outbox, folder.read_outbox)
    if name not in names():
        return
    try:
        same = [signed.id for signed in read_bundle(read(name))] == [signed.id for signed in notes]
    except (Unreadable, NotAuthentic):
        same = False
    if not same:
        raise OutOfOrder("already-differs-left", name=name)


def _bundle_text(notes: tuple[SignedNote, ...]) -> str:
    return render_bundle(notes).decode()
