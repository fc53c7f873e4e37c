"""What stands in the notes of a masked game and in no other, and what stands in none of its notes."""

from __future__ import annotations

from referee.kernel.errors import Unreadable
from referee.record.note import SignedNote
from referee.record.notes import AnyNote

DEAL = ("deal", "masked")
"""The option of an offer by which nobody sees the deck."""

ONLY = ("mix", "unlock")
"""The types of notes that only a masked game has."""

_NEEDED = {"join": ("deck", "pok"), "charter": ("deck",), "deal": ("mix",)}
_ALLOWED = {"move": ("give", "drop", "locks"), "consent": ("pok",)}
_FOREIGN = {
    "deal": ("bag", "hand", "show", "proof", "share", "escrow"),
    "move": ("standing", "pin", "seal"),
    "step": ("opened", "order", "show", "proof", "hand", "share", "escrow"),
    "end": ("open", "box"),
}


def check_lines(note: AnyNote, *, masked: bool) -> None:
    """Check that a note of a game has the lines that its deal needs, and none of another deal.

    Raises:
        Unreadable: a line is missing, or is none of a game like this.
    """
    needed = _NEEDED.get(note.type, ())
    surplus = _FOREIGN.get(note.type, ()) if masked else (*needed, *_ALLOWED.get(note.type, ()))
    found = [word for word in (*needed, *surplus) if getattr(note, word) not in (None, (), {})]
    for word in surplus:
        if word in found:
            raise Unreadable("deck-line-surplus", type=note.type, word=word)
    for word in needed if masked else ():
        if word not in found:
            raise Unreadable("deck-line-missing", type=note.type, word=word)


def check_type(signed: SignedNote) -> None:
    """Check that a note is of a type that every game has. Raises Unreadable: only a masked game has such notes."""
    if signed.type in ONLY:
        raise Unreadable("deal-without-such-notes", type=signed.type)
