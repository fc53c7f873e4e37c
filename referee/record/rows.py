"""What single lines of notes say that have several values, and what all notes have in common."""

from __future__ import annotations

import msgspec

NoteId = str
"""43 characters of base64url: H("note", body)."""

Pairs = tuple[tuple[str, str], ...]


class Rules(msgspec.Struct, frozen=True):
    """`rules tigris 1 <digest>`: the game, the version of its behaviour, H over its data tables and options."""

    game: str
    version: int
    digest: bytes


class Entered(msgspec.Struct, frozen=True):
    """`note SEAT ID`: a note that this turn entered."""

    seat: str
    id: NoteId


class Opened(msgspec.Struct, frozen=True):
    """`opened SEAT STEP LINE SALT`: the salt of sealed line `line` (from 1) of the seat's note for `step`."""

    seat: str
    step: int
    line: int
    salt: bytes


class Order(msgspec.Struct, frozen=True):
    """`order SEAT STEP LINE TEXT`: the text of an opened line, condition included, at most 44 columns."""

    seat: str
    step: int
    line: int
    text: str


class Did(msgspec.Struct, frozen=True):
    """`did SEAT ORDER`: an order that was carried out."""

    seat: str
    order: str


class Proof(msgspec.Struct, frozen=True):
    """`proof PILE POSITION TOKEN SALT`: opens one line of the bag (position from 0)."""

    pile: str
    position: int
    token: int
    salt: bytes


class Next(msgspec.Struct, frozen=True):
    """`next SEAT QUESTION`: who must answer what in the next step."""

    seat: str
    question: str


class Rank(msgspec.Struct, frozen=True):
    """`rank SEAT PLACE [WORDS]`: 1 for the winner; `words` are what was compared, or empty."""

    seat: str
    place: int
    words: str = ""


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What every note has in common: a type, which is the class name in lower case."""

    @property
    def type(self) -> str:
        """`offer`, `join`, ... as in the first line and in the namespace of the signature."""
        return self.__class__.__name__.lower()
