"""What must not be in a record that holds, told without the code that checks records wherever that is possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scripts.dishonest.project import (
    CHARTER,
    DEAL,
    HOST,
    Move,
    RefereeError,
    SignedNote,
    Standing,
    Step,
    close_deal,
    close_step,
    eyes_of,
    opened_shares,
    read_charter,
)
from scripts.dishonest.signing import notes_of
from scripts.dishonest.story import Story


def difference(story: Story, files: Mapping[str, bytes]) -> str:
    """Where a record differs from the one that an honest host makes of the same notes of the players, or nothing."""
    notes, key = notes_of(files), story.match.keys[HOST]
    table = read_charter(notes[CHARTER])
    accepts = notes[DEAL][:-1]
    eyes = eyes_of(table, key, opened_shares(table, accepts))
    closed = close_deal(table, accepts, eyes, key)
    for name in sorted(name for name in notes if name[0].isdigit()):
        if name != DEAL:
            sent = [signed for signed in notes[name] if signed.key != key.public]
            try:
                closed = close_step(closed.position, sent[-1], eyes, key, sent[:-1])
            except RefereeError as refusal:
                return f"{name}: an honest host refuses it: {refusal}"
        for ours, theirs in zip(closed.signed_notes, notes[name], strict=False):
            if ours.id != theirs.id:
                return f"{name}: the {ours.type} is not what follows from the shares and orders"
        if len(closed.signed_notes) != len(notes[name]):
            return f"{name}: notes too many or too few"
    return ""


def answered_unasked(files: Mapping[str, bytes]) -> str:
    """An answer in the name of a seat whose own word does not stand behind it, or nothing.

    Behind it stands an order of the note entered, a sealed line that is opened, or a standing note: the one that the
    seat's last move named, or one that it signed for a later step than that move.
    """
    standing: dict[str, str | None] = {}
    moved: dict[str, int] = {}
    notes = notes_of(files)
    for name in sorted(name for name in notes if name[0].isdigit() and name != DEAL):
        step = next(note for note in (signed.note() for signed in notes[name]) if isinstance(note, Step))
        for signed in notes[name]:
            note = signed.note()
            if isinstance(note, Standing):
                if note.step <= moved.get(note.seat, 0) and _named(notes[name], note.seat) != signed.id:
                    return f"{name}: the standing answers of {note.seat} are older than its last move"
                standing[note.seat] = signed.id
            elif isinstance(note, Move):
                if note.standing not in (None, standing.get(note.seat)):
                    return f"{name}: the standing answers that {note.seat} names were never entered"
                standing[note.seat], moved[note.seat] = note.standing, note.step
                for seat in _answered(step, note):
                    if standing.get(seat) is None:
                        return f"{name}: {seat} answers by standing answers that it had ended or never gave"
    return ""


def _named(notes: Sequence[SignedNote], seat: str) -> str | None:
    """The standing note that the move of `seat` among these notes names."""
    moves = [note for note in (signed.note() for signed in notes) if isinstance(note, Move)]
    return next((note.standing for note in moves if note.seat == seat), None)


def _answered(step: Step, move: Move) -> list[str]:
    """The seats for which a step carries out an order that stands in no note and in no line opened."""
    opened = [(line.seat, line.text.removeprefix("win ").removeprefix("lose ")) for line in step.order]
    seats = []
    for did in step.did[len(move.do) :]:
        if (did.seat, did.order) in opened:
            opened.remove((did.seat, did.order))
        else:
            seats.append(did.seat)
    return seats
