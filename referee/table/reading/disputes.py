"""Verdicts on notes that stand beside a record: what they prove about a key, and what they do not.

A verdict speaks of keys, never of people. Two things convict: two notes of one slot of which neither names the other,
and a note of the referee's that does not follow from the notes it lists. A note that had to be refused proves nothing
against its author, nor does one that is merely missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.record.chain import Slot, contradict, slot_of
from referee.record.note import SignedNote
from referee.record.notes import AnyNote, End, Standing, Step
from referee.table.reading.docket import Docket, holds, read_docket, with_beside
from referee.table.seating import REFEREE
from referee.table.step.ending import check_end


class Reason(msgspec.Struct, frozen=True):
    """A refusal inside a verdict: its code with values, and the rule of the game it speaks of."""

    code: str
    values: dict[str, Any]
    rule: str | None = None


class Verdict(msgspec.Struct, frozen=True):
    """What one note beside the record amounts to. `upheld`: it proves something against the key of `party`.

    `note` is its id, `against` the id of the note it contradicts. `code` and `values` make the sentence; its place
    `why`, if it has one, is what `reason` says.
    """

    note: str
    upheld: bool
    party: str
    code: str
    values: dict[str, Any]
    against: str | None = None
    reason: Reason | None = None

    @property
    def said(self) -> Sentence:
        """What is said of the note."""
        return Sentence(self.code, **self.values)

    def sentence(self) -> str:
        """The verdict in English."""
        return str(self.said)


def judge(
    files: Mapping[str, bytes], strays: Sequence[SignedNote], beside: Sequence[SignedNote] = ()
) -> tuple[Verdict, ...]:
    """A verdict on every stray note, in the order given. Every signature of the record is checked.

    `beside` are notes that are not judged, but that a stray step note may list.

    Raises:
        RefereeError: the record itself does not hold; audit it first.
    """
    return judge_on(read_docket(files), strays, beside)


def judge_on(docket: Docket, strays: Sequence[SignedNote], beside: Sequence[SignedNote] = ()) -> tuple[Verdict, ...]:
    """`judge` on a record that was read before."""
    docket = with_beside(docket, (*strays, *beside))
    return tuple(_verdict(docket, signed) for signed in strays)


def _verdict(docket: Docket, signed: SignedNote) -> Verdict:
    party = docket.table.party(signed.key)
    role = party.role if party is not None else ""
    flaw = holds(signed)
    if flaw is not None:
        return _no(signed, role, "signature-fails", flaw)
    if party is None:
        return _no(signed, role, "key-of-nobody")
    if signed.id in docket.recorded:
        return _no(signed, role, "stands-record")
    note = signed.note()
    if role == REFEREE:
        wrong = _wrong_ruling(docket, signed, note)
        if wrong is not None:
            return wrong
    return _contradiction(docket, signed, role) or _nothing(docket, signed, role, note)


def _wrong_ruling(docket: Docket, signed: SignedNote, note: AnyNote) -> Verdict | None:
    """A step note that does not follow from the notes it lists, or an end that is not that of its last step."""
    if isinstance(note, Step):
        led = docket.follow(signed, note)
        if isinstance(led, RefereeError):
            return _refused_ruling(docket, signed, note, led)
    elif isinstance(note, End) and note.game == docket.table.game_id:
        position = docket.after(note.head)
        try:
            if position is not None:
                check_end(position, signed)
        except RefereeError as error:
            return _yes(signed, REFEREE, "end-does-not-follow", error)
    return None


def _refused_ruling(docket: Docket, signed: SignedNote, note: Step, error: RefereeError) -> Verdict:
    """The referee answers for what he enters; a note of a seat that had to be refused is named, and accuses nobody."""
    for line in note.note:
        refused = docket.refused(docket.beside[line.id]) if line.id in docket.beside else None
        if refused is not None and "why" in error.values:
            return _yes(
                signed,
                REFEREE,
                "refused-note-entered",
                refused,
                step=note.step,
                seat=line.seat,
            )
    return _yes(signed, REFEREE, "step-does-not-follow", error, step=note.step)


def _contradiction(docket: Docket, signed: SignedNote, role: str) -> Verdict | None:
    """What comes of the notes of the same key and slot of which none names the other; None if there are none."""
    slot = slot_of(signed.note(), docket.offers)
    rivals = [other for other in docket.slots.get((signed.key, slot), ()) if contradict(signed, other)]
    if not rivals:
        return None
    refused = docket.refused(signed)
    if refused is not None:
        return _no(signed, role, "refused-note-no-proof", refused)
    for other in rivals:
        refused = docket.refused(other)
        if refused is None:
            return _two_notes(signed, role, slot, other)
    return _no(signed, role, "contradicts-refused-note", refused)


def _two_notes(signed: SignedNote, role: str, slot: Slot, other: SignedNote) -> Verdict:
    place = " ".join(slot[2:]) or "game"
    found = _yes(
        signed,
        role,
        "two-signed-notes",
        type=signed.type,
        slot=place,
        party=role,
    )
    return msgspec.structs.replace(found, against=other.id)


def _nothing(docket: Docket, signed: SignedNote, role: str, note: AnyNote) -> Verdict:
    """Why a note that holds and that nothing contradicts proves nothing."""
    if isinstance(note, Standing) and (refused := docket.refused(signed)) is not None:
        return _no(signed, role, "refused-note-no-proof", refused)
    if not isinstance(note, Step) or role != REFEREE or note.game != docket.table.game_id:
        return _no(signed, role, "nothing-contradicts")
    if not 0 < note.step <= len(docket.positions):
        return _no(signed, role, "record-too-short", step=note.step)
    missing = docket.missing(note)
    if missing:
        told = ", ".join(missing)
        return _no(signed, role, "listed-notes-missing", missing=told)
    return _no(signed, role, "step-follows")


def _yes(signed: SignedNote, role: str, code: str, reason: RefereeError | None = None, **values: str | int) -> Verdict:
    return _told(signed, True, role, code, reason, values)


def _no(signed: SignedNote, role: str, code: str, reason: RefereeError | None = None, **values: str | int) -> Verdict:
    return _told(signed, False, role, code, reason, values)


def _told(
    signed: SignedNote,
    upheld: bool,
    role: str,
    code: str,
    reason: RefereeError | None,
    values: dict[str, Any],
) -> Verdict:
    if reason is None:
        return Verdict(signed.id, upheld, role, code, values)
    told = Reason(reason.code, dict(reason.values), reason.rule)
    return Verdict(signed.id, upheld, role, code, {**values, "why": reason.said}, reason=told)
