"""What may follow what: steps and heads, slots and corrections, and two notes where one key may sign one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import msgspec

from referee.kernel.errors import OutOfOrder
from referee.record.notes import Accept, Ack, AnyNote, Charter, Deal, End, Move, NoteId, Step
from referee.record.signed import SignedNote

Slot = tuple[str, ...]
"""What a key signs at most one note for, corrections apart: note type, then the words that tell slots apart."""

_NO_OFFERS: Mapping[NoteId, NoteId] = {}


class Equivocation(msgspec.Struct, frozen=True):
    """Two notes of one key for one slot, neither reached from the other by `instead`: a fact about the key."""

    key: bytes
    slot: Slot
    first: NoteId
    second: NoteId


def slot_of(note: AnyNote, offers: Mapping[NoteId, NoteId] = _NO_OFFERS) -> Slot:
    """The slot of a note; `()` for offers, joins and standing notes, of which a key may sign any number.

    `offers` gives the offer of each known charter: a seat accepts one charter per offer.
    """
    match note:
        case Charter():
            return ("charter", note.offer)
        case Accept():
            return ("accept", offers.get(note.game, note.game), note.seat)
        case Deal() | End():
            return (note.type, note.game)
        case Step():
            return ("step", note.game, str(note.step))
        case Move():
            return ("move", note.game, str(note.step), note.seat)
        case Ack():
            return ("ack", note.game, note.seat)
    return ()


def equivocation(
    signed_notes: Iterable[SignedNote], offers: Mapping[NoteId, NoteId] = _NO_OFFERS
) -> tuple[Equivocation, ...]:
    """Every pair of notes of one key and slot that are not linked, in order of key, slot and ids.

    The signatures must have been checked: an unsigned text proves nothing.
    """
    slots: dict[tuple[bytes, Slot], dict[NoteId, SignedNote]] = {}
    for signed in signed_notes:
        slot = slot_of(signed.note(), offers)
        if slot:
            slots.setdefault((signed.key, slot), {})[signed.id] = signed
    found = []
    for (key, slot), rivals in sorted(slots.items()):
        for first, second in combinations(sorted(rivals), 2):
            if not (_reaches(rivals, first, second) or _reaches(rivals, second, first)):
                found.append(Equivocation(key, slot, first, second))
    return tuple(found)


def check_slot(signed_notes: Iterable[SignedNote], offers: Mapping[NoteId, NoteId] = _NO_OFFERS) -> None:
    """Check that no slot is taken twice.

    Raises:
        OutOfOrder: two notes for one slot, not linked by `instead`; both ids are named and none should be taken.
    """
    for pair in equivocation(signed_notes, offers):
        raise OutOfOrder(
            "two different notes stand for one {type}, and none is said to replace the other: {first} and {second}",
            type=pair.slot[0],
            first=pair.first,
            second=pair.second,
        )


def newest(signed_notes: Sequence[SignedNote]) -> SignedNote:
    """The last of a row of corrections: the one note that none of the others replaces.

    Raises:
        OutOfOrder: the notes are no row linked by `instead`.
    """
    check_slot(signed_notes)
    replaced = {note.instead for note in (signed.note() for signed in signed_notes) if isinstance(note, Move)}
    last = [signed for signed in signed_notes if signed.id not in replaced]
    if len({signed.id for signed in last}) != 1:
        raise OutOfOrder("these notes are no row in which each replaces the one before")
    return last[0]


def expect_next(note: AnyNote, *, game: NoteId, step: int, head: NoteId) -> None:
    """Check that a note belongs to this game, is for `step`, and follows the note `head`.

    Raises:
        OutOfOrder: another game, step or history.
    """
    if getattr(note, "game", game) != game:
        raise OutOfOrder("this note belongs to another game")
    found = getattr(note, "step", step)
    if found > step:
        raise OutOfOrder("step {step} is missing; ask the host for {name}", step=step, name=f"{step:04d}.step")
    if found < step:
        raise OutOfOrder("written for step {found}; the game is at step {step}", found=found, step=step)
    if getattr(note, "head", head) != head:
        raise OutOfOrder("written for another history of this game: the note it follows is not ours", at=f"step {step}")


def _reaches(rivals: Mapping[NoteId, SignedNote], start: NoteId, target: NoteId) -> bool:
    at: NoteId | None = start
    while at is not None and at in rivals and at != target:
        note = rivals[at].note()
        at = note.instead if isinstance(note, Move) else None
    return at == target
