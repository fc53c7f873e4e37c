"""How the values of notes are spelled, by the names that the notes use; and what every note has in common."""

# Annotations are made as the types are, not kept as text: so nobody has to work them out again to read a note.

from typing import Annotated

import msgspec

from referee.record.notes.fields import (
    ASCENDING,
    BYTES16,
    BYTES32,
    ID,
    NUMBER,
    ORDER,
    PARTY,
    PLAIN,
    PLANNED,
    SEALED,
    SLUG,
    TEXT,
    VALUE,
    WORD,
)

INSTEAD_MOST = 64
"""A move names at most this many earlier ones: anyone who errs more often in one step had better talk to the host."""

NAMED_MOST = 16
"""A claim or an answer names at most this many notes."""

COMMENT_MOST = 16
"""A comment has at most so many lines."""

NoteId = Annotated[str, ID]
"""43 characters of base64url: H("note", body)."""

Seat = Annotated[str, SLUG]
Party = Annotated[str, PARTY]
Number = Annotated[int, NUMBER]
Word = Annotated[str, WORD]
Value = Annotated[str, VALUE]
Text = Annotated[str, TEXT]
Ordered = Annotated[str, ORDER]
Planned = Annotated[str, PLANNED]
Bytes16 = Annotated[bytes, BYTES16]
Bytes32 = Annotated[bytes, BYTES32]
Sealed = Annotated[bytes, SEALED]
Plain = Annotated[bytes, PLAIN]

Options = Annotated[tuple[tuple[Word, Value], ...], ASCENDING]
Named = Annotated[tuple[NoteId, ...], msgspec.Meta(max_length=NAMED_MOST)]


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What every note has in common: a type, which is the class name in lower case."""

    @property
    def type(self) -> str:
        """`offer`, `join`, ... as in the first line and in the namespace of the signature."""
        return self.__class__.__name__.lower()
