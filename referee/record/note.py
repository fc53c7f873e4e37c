"""Notes as bytes: the codec, the armour, and the strict reader of the record.

body   = render(note)            note  = parse(body)
signed = sign_note(note, key)    signed.check(); note = signed.note()
data   = render_bundle(notes)    notes = read_bundle(data)           for files of the record; of mails: `record.intake`
"""

from __future__ import annotations

from referee.record.notes.codec import parse, render, type_of
from referee.record.notes.fields import check_seat
from referee.record.notes.text import escape_text, text_lines, unescape_text
from referee.record.signed import (
    BEGIN,
    END,
    FILE_LIMIT,
    SignedNote,
    namespace_of,
    note_id,
    read_bundle,
    render_bundle,
    sign_note,
)

__all__ = [
    "BEGIN",
    "END",
    "FILE_LIMIT",
    "SignedNote",
    "check_seat",
    "escape_text",
    "namespace_of",
    "note_id",
    "parse",
    "read_bundle",
    "render",
    "render_bundle",
    "sign_note",
    "text_lines",
    "type_of",
    "unescape_text",
]
