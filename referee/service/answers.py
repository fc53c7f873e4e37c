"""Checks that an answer is for the current state of the table and for the text that was read."""

from __future__ import annotations

import msgspec

from referee.kernel.canonical_json import canonical, tagged_hash
from referee.record.file_names import OUTBOX, PACK, FileName, copies_of
from referee.record.note import read_bundle
from referee.service.ask import Ask
from referee.service.errors import Changed, Stale
from referee.service.table import OpenTable
from referee.session.send import SentNote
from referee.session.session import Session

_LETTERS = 32
"""The hexadecimal digits that identify a record in a stamp: 128 bits."""

_NOTHING_WAITS = "-"
"""The mark in a stamp for no own move."""


def table_stamp(table: OpenTable) -> str:
    """The stamp of a table as it was opened: which record it has, and the id of the reader's own move that waits to be
    recorded. It is another one once a note was recorded, and once this reader has signed, in whatever window.
    """
    notes = table.session.history.signed_notes
    ids = canonical([[name, *(signed.id for signed in notes[name])] for name in sorted(notes)])
    return f"{tagged_hash('stamp', ids).hex()[:_LETTERS]}.{_waiting_id(table.session) or _NOTHING_WAITS}"


def record_in_stamp(stamp: str) -> str:
    """The record that a stamp identifies."""
    return stamp.partition(".")[0]


def waiting_in_stamp(stamp: str) -> str:
    """The id of one's own move that waited when a stamp was made; empty for none."""
    waiting = stamp.partition(".")[2]
    return "" if waiting == _NOTHING_WAITS else waiting


def waiting_move(session: Session) -> SentNote | None:
    """The reader's latest move in the outbox that waits to be recorded; None before the deal and where there is no such
    move.
    """
    if session.history.position is None or session.role is None:
        return None
    name = str(FileName(OUTBOX, "move", session.position.step + 1, session.role))
    names = copies_of(name, session.folder.list_outbox())
    if not names:
        return None
    return SentNote(read_bundle(session.folder.read_outbox(names[-1]))[-1], session.folder.path / OUTBOX / names[-1])


def _waiting_id(session: Session) -> str:
    """The id of one's own move that waits: the latest that the guard knows, unless the outbox knows one more."""
    found = waiting_move(session)
    if session.history.position is None or session.role is None:
        return ""
    row = session.guard().signed.get(f"move {session.position.step + 1}", ())
    if found is not None and found.note.id not in row:
        return found.note.id
    return row[-1] if row else ""


def current_table(table: OpenTable) -> OpenTable:
    """The table with what has arrived in its folder since it was opened."""
    session = table.session
    if set(session.folder.record_names()) - {PACK} == set(session.history.signed_notes) - {PACK}:
        return table
    return msgspec.structs.replace(table, session=session.reloaded())


def check_stamp(table: OpenTable, stamp: str) -> None:
    """Check that the table in its folder is still as the reader saw it. Raises Stale."""
    now = table_stamp(current_table(table))
    if stamp != now:
        raise Stale(now)


def check_current(table: OpenTable) -> None:
    """Check that nothing has arrived since the table was opened. Raises Stale."""
    now = current_table(table)
    if now is not table:
        raise Stale(table_stamp(now))


def check_digest(ask: Ask, digest: str) -> None:
    """Check that a yes is for this question. Raises Changed."""
    if digest != ask.digest:
        raise Changed(ask)
