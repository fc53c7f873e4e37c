"""Verdicts on notes beside a record.

A verdict speaks of keys, never of people. Two things convict: two notes of one slot of which neither names the other,
and a note of the referee's that does not follow from the notes it lists. A note that had to be refused, or is missing,
proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from referee.audit.finding import Finding, ruling_code
from referee.disputes.evidence import Evidence, evidence_with_notes, fault_of_note, read_evidence
from referee.disputes.opened_claims import (
    RevealedValue,
    check_claim_or_answer,
    claim_with_same_token,
    parties_who_saw,
    planned_order_origin,
    record_read_with_box,
    unrecorded_moves,
    value_at_position,
)
from referee.disputes.verdict import JudgedNote, Verdict
from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.protocol.seating import REFEREE, Table
from referee.protocol.step.ending import check_end, wrong_reveals
from referee.record.file_names import DEAL, Files
from referee.record.note import Notes, SignedNote
from referee.record.note_slots import is_contradiction, replaced_by
from referee.record.notes import Answer, AnyNote, Claim, Consent, End, Move, Proof, Standing, Step
from referee.record.notes.kinds import HOST, KIND_OF, UNRECORDED, Slot

Where = Mapping[str, tuple[str, int]]
"""In which file a note stands, by its id: the name, and its number from 1."""


def judge(files: Files, strays: Notes, beside: Notes = (), *, where: Where | None = None) -> tuple[Verdict, ...]:
    """A verdict on every stray note, in the order given.

    `beside` are notes that are not judged, but that a stray step note may list. `where` has the file of each note
    beside the record, and its number there from 1. Of a record with a fault the part before it counts.

    Raises:
        RefereeError: not even the charter holds.
    """
    return judge_evidence(read_evidence(files), strays, beside, where=where)


def faulty_notes(docket: Evidence) -> tuple[SignedNote, ...]:
    """The notes of the file in which a record stops to hold, for a judge to look at; none if it holds to its end."""
    return tuple(docket.beside[note_id] for note_id in docket.faults if note_id in docket.beside)


def judge_evidence(
    docket: Evidence, strays: Notes, beside: Notes = (), *, where: Where | None = None
) -> tuple[Verdict, ...]:
    """`judge` on a record that was read before."""
    docket = msgspec.structs.replace(docket, files={**(where or {}), **docket.files})
    docket = evidence_with_notes(docket, (*strays, *beside))
    return tuple(_with_own_replacement(docket, signed, _verdict_on(docket, signed)) for signed in strays)


def _with_own_replacement(docket: Evidence, signed: SignedNote, verdict: Verdict) -> Verdict:
    """A verdict against a key that was replaced with its own consent says so."""
    step = docket.own_replacement(signed)
    if not verdict.upheld or step is None:
        return verdict
    said = Sentence("key-replaced-itself", said=verdict.said, step=step)
    return msgspec.structs.replace(verdict, said=said)


def _verdict_on(docket: Evidence, signed: SignedNote) -> Verdict:
    party = docket.table.signer(signed.key)
    role = party.role if party is not None else ""
    found = JudgedNote(docket, signed, role)
    flaw = fault_of_note(signed)
    if flaw is not None:
        return found.verdict("N-SIGNATURE", Sentence("signature-fails"), flaw)
    if party is None:
        return found.verdict("U-STRANGER", Sentence("key-of-nobody"))
    note, replaced = signed.note(), docket.void_since(signed)
    if replaced is not None:
        return found.verdict("U-VOID", Sentence("note-of-replaced-key", seat=docket.table.person(role), step=replaced))
    if signed.type in UNRECORDED:
        return verdict_on_claim(found)
    faulty = docket.faults.get(signed.id)
    if faulty is not None and faulty.fact.party == role == REFEREE and _is_about(faulty, signed):
        return found.of_record(faulty)
    ends_this = isinstance(note, End) and role == REFEREE and note.game == docket.table.game_id
    if isinstance(note, End) and ends_this and wrong_reveals(docket.table, note, docket.changes):
        return found.verdict("R-OPENING", Sentence("end-opens-otherwise"))
    if signed.id in docket.recorded:
        return found.verdict("U-STANDS", Sentence("stands-record"))
    if role == REFEREE:
        wrong = _wrong_ruling(found, note)
        if wrong is not None:
            return wrong
    return _contradiction(found) or _proves_nothing(found, note)


def _is_about(faulty: Finding, signed: SignedNote) -> bool:
    """Whether it is this note of a file that the fault in it is about: its end, or what is before it."""
    of_end = faulty.fact.code == "R-RESULT" or (faulty.fact.code == "R-OPENING" and faulty.at != DEAL)
    kind = KIND_OF[signed.type]
    return kind.signed_by == (HOST,) and kind.slot is not None and (kind.note is End) is of_end


def _wrong_ruling(found: JudgedNote, note: AnyNote) -> Verdict | None:
    """A step note that does not follow from the notes it lists, or an end that is not that of its last step."""
    docket = found.docket
    if isinstance(note, Step):
        led = docket.follow(found.signed, note)
        if isinstance(led, RefereeError):
            return _refused_ruling(found, note, led)
    elif isinstance(note, End) and note.game == docket.table.game_id:
        position = docket.after(note.head)
        try:
            if position is not None:
                check_end(position, found.signed)
        except RefereeError as error:
            return found.verdict("R-RESULT", Sentence("end-does-not-follow"), error)
    return None


def _refused_ruling(found: JudgedNote, note: Step, error: RefereeError) -> Verdict:
    """The referee answers for what he enters; a note of a seat that had to be refused is named, and accuses nobody."""
    docket = found.docket
    listed = [signed for line in note.note if (signed := docket.known.get(line.id)) is not None]
    for line in note.note:
        refused = docket.refused(docket.beside[line.id]) if line.id in docket.beside else None
        if refused is not None and "why" in error.values:
            said = Sentence("refused-note-entered", step=note.step, seat=docket.table.person(line.seat))
            return found.verdict("R-REFUSED-NOTE", said, refused, rests_on=listed)
    # The ids fix the texts of the listed notes, so what would be mixed up in a file is here what the step note says.
    code = ruling_code(error)
    said = Sentence("step-does-not-follow", step=note.step)
    return found.verdict(code if code[0] == "R" else "R-RULING", said, error, rests_on=listed)


def _contradiction(found: JudgedNote) -> Verdict | None:
    """The verdict on notes of the same key and slot of which none names the other; None if there are none."""
    docket, signed = found.docket, found.signed
    slot = docket.slot(signed)
    same = [other for other in docket.slots.get((signed.key, slot), ()) if other.id != signed.id]
    same = [other for other in same if docket.void_since(other) is None and not docket.taken_back(signed, other)]
    rivals = [other for other in same if is_contradiction(signed, other)]
    if not rivals:
        return _verdict_on_correction(found, same) if same else None
    refused = docket.refused(signed)
    if refused is not None:
        return found.verdict("U-REFUSED", Sentence("refused-note-no-proof"), refused)
    for other in rivals:
        refused = docket.refused(other)
        if refused is None:
            return _two_notes(found, slot, other)
    return found.verdict("U-REFUSED", Sentence("contradicts-refused-note"), refused)


def _verdict_on_correction(found: JudgedNote, same: Notes) -> Verdict:
    """A correction and what it corrects do not contradict each other, whichever of the two was recorded."""
    entered = next((other for other in same if other.id in found.docket.recorded), same[0])
    code = "replaces-the-other" if entered.id in replaced_by(found.signed) else "replaced-by-other"
    verdict = found.verdict("O-REPLACED", Sentence(code), rests_on=[entered])
    return msgspec.structs.replace(verdict, against=entered.id)


def _two_notes(found: JudgedNote, slot: Slot, other: SignedNote) -> Verdict:
    place, role = " ".join(slot[2:]) or "game", found.role
    code = KIND_OF[found.signed.type].two_code or ("R-TWO-NOTES" if role == REFEREE else "P-TWO-NOTES")
    said = Sentence("two-signed-notes", type=slot[0], slot=place, party=role)
    return msgspec.structs.replace(found.verdict(code, said, rests_on=[other]), against=other.id)


def _proves_nothing(found: JudgedNote, note: AnyNote) -> Verdict:
    """Why a note that holds and that nothing contradicts proves nothing."""
    docket, signed = found.docket, found.signed
    if isinstance(note, Standing | Consent) and (refused := docket.refused(signed)) is not None:
        return found.verdict("U-REFUSED", Sentence("refused-note-no-proof"), refused)
    if not isinstance(note, Step) or found.role != REFEREE or note.game != docket.table.game_id:
        return found.verdict("U-NOTHING", Sentence("nothing-contradicts"))
    if not 0 < note.step <= len(docket.positions):
        return found.verdict("U-LATER", Sentence("record-too-short", step=note.step))
    missing = docket.missing(note)
    if missing:
        return found.verdict("U-MISSING", Sentence("listed-notes-missing", missing=", ".join(missing)))
    return found.verdict("U-FOLLOWS", Sentence("step-follows"))


def verdict_on_claim(found: JudgedNote) -> Verdict:
    """The verdict on a claim or an answer."""
    try:
        note = check_claim_or_answer(found.docket.table, found.signed)
    except RefereeError as error:
        return found.verdict("U-REFUSED", Sentence("refused-note-no-proof"), error)
    if isinstance(note, Answer):
        return _verdict_on_answer(found, note)
    try:
        if note.proof is not None:
            return _verdict_on_position(found, note, note.proof)
        if note.opened is not None:
            return _verdict_on_line(found, note)
        if note.box is not None:
            return _verdict_on_box(found, note, note.box)
    except RefereeError as error:
        return found.verdict("U-OPENING", Sentence("claim-does-not-fit"), error)
    return _verdict_on_words(found, note)


def _verdict_on_answer(found: JudgedNote, answer: Answer) -> Verdict:
    claim = found.docket.known.get(answer.claim)
    if claim is None:
        return found.verdict("U-MISSING", Sentence("listed-notes-missing", missing=answer.claim))
    said = Sentence("answer-says", seat=found.docket.table.person(answer.seat), count=len(answer.seen))
    return found.verdict("U-WORDS", said, rests_on=[claim])


def _verdict_on_position(found: JudgedNote, claim: Claim, proof: Proof) -> Verdict:
    shown = value_at_position(found.docket, proof)
    twin = claim_with_same_token(found.docket, claim)
    if twin is not None:
        accused = replace(found, role=REFEREE)
        said = Sentence("bag-holds-it-twice", kind=shown.kind, pile=shown.pile)
        return accused.verdict("R-BAG", said, rests_on=[twin, *_deal(found)])
    said = Sentence("claim-shows-position", position=shown.position, pile=shown.pile, kind=shown.kind)
    return found.verdict("O-POSITION", said, rests_on=_deal(found))


def _verdict_on_box(found: JudgedNote, claim: Claim, box: bytes) -> Verdict:
    shown, person = record_read_with_box(found.docket, claim.seat, box), found.docket.table.person(claim.seat)
    if shown.fault is not None:
        said = Sentence("box-shows-fault", seat=person, why=shown.fault.said)
        return replace(found, role=REFEREE).of_record(shown.fault, said)
    said = Sentence("claim-shows-box", seat=person, step=shown.until - 1, count=shown.hands)
    return found.verdict("O-BOX", said)


def _deal(found: JudgedNote) -> list[SignedNote]:
    return [signed for signed in found.docket.recorded.values() if signed.type == "deal"]


def _verdict_on_line(found: JudgedNote, claim: Claim) -> Verdict:
    shown = planned_order_origin(found.docket, claim)
    assert claim.opened is not None and claim.order is not None
    if shown is None:
        return found.verdict("U-MISSING", Sentence("listed-notes-missing", missing=", ".join(claim.note)))
    rests_on = [shown.note] if shown.note is not None else []
    return found.verdict("O-LINE", _line_sentence(found.docket.table, claim, shown), rests_on=rests_on)


def _line_sentence(table: Table, claim: Claim, shown: RevealedValue) -> Sentence:
    assert claim.order is not None
    values = {"line": claim.order.line, "step": claim.order.step, "text": claim.order.text}
    values["seat"] = table.person(claim.seat)
    if shown.allowed:
        return Sentence("claim-shows-passed-over", **values, after=shown.allowed)
    return Sentence("claim-shows-line", **values)


def _verdict_on_words(found: JudgedNote, claim: Claim) -> Verdict:
    for signed in unrecorded_moves(found.docket, claim):
        seen = parties_who_saw(found.docket, signed.id)
        if len(seen) > 1:
            move = signed.read(Move)
            person, names = found.docket.table.person(move.seat), found.docket.table.people(seen)
            said = Sentence("claim-move-was-seen", seat=person, step=move.step, count=len(seen), names=names)
            return found.verdict("O-SEEN", said, rests_on=[signed])
    known = [named for note_id in claim.note if (named := found.docket.known.get(note_id)) is not None]
    return found.verdict(
        "U-WORDS",
        Sentence("claim-says", seat=found.docket.table.person(claim.seat), count=len(claim.note)),
        rests_on=known,
    )
