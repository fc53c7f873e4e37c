"""Notes as bytes: the codec, the armour, and the strict reader of the record.

body   = render(note)            note  = parse(body)
signed = sign_note(note, key)    signed.check(); note = signed.note()
data   = render_bundle(notes)    notes = read_bundle(data)           for files of the record; of mails: `mails.unwrap`
"""

from __future__ import annotations

from referee.record.notes.codec import parse, render
from referee.record.notes.text import escape_text, text_lines, unescape_text
from referee.record.signed import BEGIN, END, SignedNote, namespace_of, read_bundle, render_bundle, sign_note

__all__ = [
    "BEGIN",
    "END",
    "SignedNote",
    "escape_text",
    "namespace_of",
    "parse",
    "read_bundle",
    "render",
    "render_bundle",
    "sign_note",
    "text_lines",
    "unescape_text",
]
