"""Slots of notes, their corrections, and two notes of one key where it may sign one. `record_step` checks heads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import msgspec

from referee.kernel.errors import OutOfOrder
from referee.record.note import Notes, SignedNote
from referee.record.notes import Move, NoteId
from referee.record.notes.kinds import Slot, slot_of

_NO_OFFERS: Mapping[NoteId, NoteId] = {}


class Equivocation(msgspec.Struct, frozen=True):
    """Two notes of one key for one slot, neither of which names the other: a fact about the key."""

    key: bytes
    slot: Slot
    first: NoteId
    second: NoteId


def equivocation(signed_notes: Notes, offers: Mapping[NoteId, NoteId] = _NO_OFFERS) -> tuple[Equivocation, ...]:
    """Every pair of notes of one key and slot that contradict each other, in order of key, slot and ids.

    Two notes do if and only if neither names the other, so no third note is ever needed to tell. The signatures must
    have been checked: an unsigned text proves nothing.
    """
    return tuple(_contradictions(signed_notes, offers))


def _contradictions(signed_notes: Notes, offers: Mapping[NoteId, NoteId]) -> Iterator[Equivocation]:
    slots: dict[tuple[bytes, Slot], dict[NoteId, SignedNote]] = {}
    for signed in signed_notes:
        slot = slot_of(signed.note(), offers)
        if slot:
            slots.setdefault((signed.key, slot), {})[signed.id] = signed
    for (key, slot), rivals in sorted(slots.items()):
        for first, second in combinations(sorted(rivals), 2):
            if is_contradiction(rivals[first], rivals[second]):
                yield Equivocation(key, slot, first, second)


def is_contradiction(first: SignedNote, second: SignedNote) -> bool:
    """Whether two notes of one key and slot contradict each other: two texts, and neither names the other."""
    return first.id != second.id and first.id not in replaced_by(second) and second.id not in replaced_by(first)


def replaced_by(signed: SignedNote) -> tuple[NoteId, ...]:
    """The ids of the notes that this one replaces, oldest first: those its `instead` lines name."""
    note = signed.note()
    return note.instead if isinstance(note, Move) else ()


def check_slot(signed_notes: Notes, offers: Mapping[NoteId, NoteId] = _NO_OFFERS) -> None:
    """Check that no slot is taken twice.

    Raises:
        OutOfOrder: two notes for one slot, neither of which names the other; both ids are told and none should be
            taken.
    """
    for pair in _contradictions(signed_notes, offers):
        raise OutOfOrder("rival-notes", type=pair.slot[0], first=pair.first, second=pair.second)


def newest_of_slot(signed_notes: Notes) -> SignedNote:
    """The latest of the notes of one slot: the one that names all the others.

    Raises:
        OutOfOrder: there is none.
    """
    check_slot(signed_notes)
    ids = {signed.id for signed in signed_notes}
    for signed in signed_notes:
        if ids <= {signed.id, *replaced_by(signed)}:
            return signed
    raise OutOfOrder("no-newest-note")
