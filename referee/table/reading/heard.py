"""What the parties say of a dispute: every claim, the answers to it, and who has given none."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.kernel.errors import RefereeError
from referee.record.note import SignedNote
from referee.record.notes import BESIDE, Answer, Claim, NoteId
from referee.table.reading.claims import check_beside
from referee.table.seating import REFEREE, Table


class Reply(msgspec.Struct, frozen=True):
    """An answer: its id, the role that gives it, its words, and how many notes this key says it has seen."""

    note: NoteId
    party: str
    say: tuple[str, ...]
    seen: int


class Heard(msgspec.Struct, frozen=True):
    """A claim: its id, the seat that makes it and the step it had reached, its words, the answers; and the roles of
    which no answer is here.
    """

    note: NoteId
    party: str
    step: int
    say: tuple[str, ...]
    answers: tuple[Reply, ...]
    silent: tuple[str, ...]


def heard(table: Table, notes: Iterable[SignedNote]) -> tuple[Heard, ...]:
    """The claims among notes with their answers, by step and seat, whatever order the notes come in. A note whose
    signature fails, or that is signed by another key than its party's, says nothing.
    """
    sound = {signed.id: note for signed in notes if (note := _sound(table, signed)) is not None}
    answers = sorted((note.seat, note_id) for note_id, note in sound.items() if isinstance(note, Answer))
    claims = sorted((note.step, note.seat, note_id) for note_id, note in sound.items() if isinstance(note, Claim))
    return tuple(_heard(table, claim, sound, answers) for *_, claim in claims)


def _sound(table: Table, signed: SignedNote) -> Claim | Answer | None:
    if signed.type not in BESIDE:
        return None
    try:
        return check_beside(table, signed)
    except RefereeError:  # the verdict on it says why
        return None


def _heard(
    table: Table, claim_id: NoteId, sound: dict[NoteId, Claim | Answer], answers: list[tuple[str, NoteId]]
) -> Heard:
    claim = sound[claim_id]
    replies = tuple(
        Reply(note_id, note.seat, note.say, len(note.seen))
        for _, note_id in answers
        if isinstance(note := sound[note_id], Answer) and note.claim == claim_id
    )
    given = {claim.seat, *(reply.party for reply in replies)}
    silent = tuple(role for role in (REFEREE, *table.names) if role not in given)
    return Heard(claim_id, claim.seat, claim.step, claim.say, replies, silent)
