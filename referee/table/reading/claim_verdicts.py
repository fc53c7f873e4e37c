"""What a claim or an answer amounts to, when it is judged with the notes it is about."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.record.note import SignedNote
from referee.record.notes import Answer, Claim, Proof
from referee.table.reading.claims import (
    Shown,
    check_beside,
    same_token,
    seen_by,
    shown_line,
    shown_position,
    unentered,
    unlocked,
)
from referee.table.reading.verdict import Exhibit, Verdict
from referee.table.seating import REFEREE


def verdict_beside(found: Exhibit) -> Verdict:
    """The verdict on a claim or an answer."""
    try:
        note = check_beside(found.docket.table, found.signed)
    except RefereeError as error:
        return found.no("U-REFUSED", Sentence("refused-note-no-proof"), error)
    if isinstance(note, Answer):
        return _answer(found, note)
    try:
        if note.proof is not None:
            return _position(found, note, note.proof)
        if note.opened is not None:
            return _line(found, note)
        if note.box is not None:
            return _box(found, note, note.box)
    except RefereeError as error:
        return found.no("U-OPENING", Sentence("claim-does-not-fit"), error)
    return _words(found, note)


def _answer(found: Exhibit, answer: Answer) -> Verdict:
    claim = found.docket.known.get(answer.claim)
    if claim is None:
        return found.no("U-MISSING", Sentence("listed-notes-missing", missing=answer.claim))
    said = Sentence("answer-says", seat=answer.seat, count=len(answer.seen))
    return found.no("U-WORDS", said, rests_on=[claim])


def _position(found: Exhibit, claim: Claim, proof: Proof) -> Verdict:
    shown = shown_position(found.docket, proof)
    twin = same_token(found.docket, claim)
    if twin is not None:
        accused = replace(found, role=REFEREE)
        said = Sentence("bag-holds-it-twice", kind=shown.kind, pile=shown.pile)
        return accused.yes("R-BAG", said, rests_on=[twin, *_deal(found)])
    said = Sentence("claim-shows-position", position=shown.position, pile=shown.pile, kind=shown.kind)
    return found.no("O-POSITION", said, rests_on=_deal(found))


def _box(found: Exhibit, claim: Claim, box: bytes) -> Verdict:
    shown = unlocked(found.docket, claim.seat, box)
    if shown.fault is not None:
        said = Sentence("box-shows-fault", seat=claim.seat, why=shown.fault.said)
        return replace(found, role=REFEREE).of_record(shown.fault, said)
    said = Sentence("claim-shows-box", seat=claim.seat, step=shown.until - 1, count=shown.hands)
    return found.no("O-BOX", said)


def _deal(found: Exhibit) -> list[SignedNote]:
    return [signed for signed in found.docket.recorded.values() if signed.type == "deal"]


def _line(found: Exhibit, claim: Claim) -> Verdict:
    shown = shown_line(found.docket, claim)
    assert claim.opened is not None and claim.order is not None
    if shown is None:
        return found.no("U-MISSING", Sentence("listed-notes-missing", missing=", ".join(claim.note)))
    return found.no("O-LINE", _line_said(claim, shown), rests_on=_noted(shown))


def _noted(shown: Shown) -> Sequence[SignedNote]:
    return [shown.note] if shown.note is not None else []


def _line_said(claim: Claim, shown: Shown) -> Sentence:
    assert claim.order is not None
    values = {"line": claim.order.line, "step": claim.order.step, "text": claim.order.text, "seat": claim.seat}
    if shown.allowed:
        return Sentence("claim-shows-passed-over", **values, after=shown.allowed)
    return Sentence("claim-shows-line", **values)


def _words(found: Exhibit, claim: Claim) -> Verdict:
    for signed in unentered(found.docket, claim):
        seen = seen_by(found.docket, signed.id)
        if len(seen) > 1:
            note = signed.note()
            said = Sentence(
                "claim-move-was-seen",
                seat=getattr(note, "seat", ""),
                step=getattr(note, "step", 0),
                count=len(seen),
                names=", ".join(seen),
            )
            return found.no("O-SEEN", said, rests_on=[signed])
    known = [named for note_id in claim.note if (named := found.docket.known.get(note_id)) is not None]
    return found.no("U-WORDS", Sentence("claim-says", seat=claim.seat, count=len(claim.note)), rests_on=known)
