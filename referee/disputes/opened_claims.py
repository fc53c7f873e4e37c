"""Claims and answers, which may open one thing of their author's.

What is opened is held against the record: a line of the bag against the deal, a sealed line against its pin. That it
fits convicts nobody: whether a line was due depends on the lines before it. The box of a key that was replaced opens
all that was sealed to it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.audit.finding import Finding, finding_at_fault
from referee.crypto import boxes, joint_randomness
from referee.disputes.evidence import Evidence
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.kernel.game import NeedsHiddenFace
from referee.protocol.history.valid_part import read_valid_part
from referee.protocol.seating import REFEREE, Party, Table, box_eyes
from referee.protocol.step.planned_orders import read_line
from referee.protocol.step.position import Position
from referee.protocol.step.step_run import StepRun
from referee.protocol.step.tokens import kind_proven
from referee.record.note import SignedNote
from referee.record.notes import Answer, Claim, Deal, Move, NoteId, Proof, Standing, Step
from referee.record.notes.kinds import UNRECORDED


def check_claim_or_answer(table: Table, signed: SignedNote) -> Claim | Answer:
    """The claim or answer in `signed`, by the key of the party that it names, about this game.

    Raises:
        Unreadable: it opens two things, or half of one, or a line that is not its author's.
        NotAuthentic, OutOfOrder: another key, or another game; or the box of another, or one that is still in use.
    """
    signed.check()
    note = signed.note()
    if not isinstance(note, Claim | Answer):
        raise Unreadable("other-note-type", wanted="claim", type=signed.type)
    if note.game != table.game_id:
        raise OutOfOrder("claim-of-other-game", seat=table.person(note.seat))
    party = table.signer(signed.key)
    if party is None or party != table.party_for(note.seat, note.step + 1):
        raise NotAuthentic("claim-other-key", seat=table.person(note.seat))
    if isinstance(note, Claim):
        _check_one_opening(note)
        if note.box is not None:
            box_owner(table, note.seat, note.box)
    return note


def box_owner(table: Table, seat: str, box: bytes) -> Party:
    """The former party of `seat` whose private box key is `box`.

    Raises:
        NotAuthentic: no key of this game has that box, or one of somebody else's.
        OutOfOrder: it is the present box, which opens what is still in hand and all that comes.
    """
    public = boxes.box_public(box) if boxes.clamp_scalar(box) == box else b""
    owner = next((party for party in table.ever if party.box == public), None)
    if owner is None:
        raise NotAuthentic("claim-box-of-nobody")
    if owner.role != seat:
        raise NotAuthentic("claim-box-of-another", seat=table.person(seat))
    if table.replaced_at(owner.key) is None:
        raise OutOfOrder("claim-box-in-use", seat=table.person(seat))
    return owner


def _check_one_opening(claim: Claim) -> None:
    opened, order = claim.opened, claim.order
    things = [thing for thing in (opened, claim.proof, claim.box) if thing is not None]
    if (opened is None) != (order is None) or len(things) > 1:
        raise Unreadable("claim-opens-one-thing")
    if opened is None or order is None:
        return
    if (opened.seat, opened.step, opened.line) != (order.seat, order.step, order.line) or opened.seat != claim.seat:
        raise Unreadable("claim-opens-own-line")


class RevealedValue(msgspec.Struct, frozen=True):
    """What a claim has shown by opening it: the values of the sentence that reports it."""

    kind: str = ""
    position: int = 0
    pile: str = ""
    note: SignedNote | None = None
    allowed: int = 0


def value_at_position(docket: Evidence, proof: Proof) -> RevealedValue:
    """What a proof shows on a position of the bag.

    Raises:
        OutOfOrder: there is no deal here. NotAuthentic: the proof does not open its line.
    """
    if not docket.positions:
        raise OutOfOrder("nothing-dealt-yet")
    kind = kind_proven(docket.positions[0].table, docket.positions[0].bag, proof)
    return RevealedValue(kind, proof.position + 1, proof.pile)


def planned_order_origin(docket: Evidence, claim: Claim) -> RevealedValue | None:
    """Of which note the sealed line is that a claim opens, and the first step in which it was allowed as an answer of
    its seat and not carried out, 0 if there is none. None while no such note is here.

    Raises:
        NotAuthentic: it fits no pin of the notes that are here.
    """
    assert claim.opened is not None and claim.order is not None
    notes = [signed for note_id in claim.note if (signed := docket.known.get(note_id)) is not None]
    docket.table.seat(claim.seat)
    owner = docket.table.party_for(claim.seat, claim.opened.step)
    own = [signed for signed in notes if owner is not None and signed.key == owner.key and _is_note_of(signed, claim)]
    for signed in own:
        if _fits(docket.table, signed, claim):
            return RevealedValue(note=signed, allowed=_first_step_allowing_plan(docket, signed, claim))
    if own:
        raise NotAuthentic("claim-line-unfit", line=claim.opened.line)
    return None


class RevealedBox(msgspec.Struct, frozen=True):
    """What an old box has shown: for how many steps the record has told its key a hand, up to which step it was in use,
    and the first thing that its owner could see does not follow, if anything.
    """

    hands: int
    until: int
    fault: Finding | None = None


def record_read_with_box(docket: Evidence, seat: str, box: bytes) -> RevealedBox:
    """The record read with an old box, as its owner could.

    Raises:
        NotAuthentic, OutOfOrder: as `box_owner`.
    """
    owner = box_owner(docket.table, seat, box)
    until = docket.table.replaced_at(owner.key)
    assert until is not None
    valid = read_valid_part(docket.data, eyes_for=lambda at, _: box_eyes(at, box), all_signatures=False)
    told = [note for signed in docket.recorded.values() if isinstance(note := signed.note(), Deal | Step)]
    hands = sum(seat in note.hand for note in told if owner.since <= note.step < until)
    deeper = valid.step is None or valid.step + 1 < len(docket.positions)
    if valid.fault is None or not deeper:
        return RevealedBox(hands, until)
    fault = finding_at_fault(valid.fault, docket.data, valid)
    return RevealedBox(hands, until, fault if fault.fact.party == REFEREE else None)


def _is_note_of(signed: SignedNote, claim: Claim) -> bool:
    note = signed.note()
    assert claim.opened is not None
    return isinstance(note, Move | Standing) and (note.seat, note.step) == (claim.seat, claim.opened.step)


def _fits(table: Table, signed: SignedNote, claim: Claim) -> bool:
    note, opened, order = signed.note(), claim.opened, claim.order
    assert isinstance(note, Move | Standing) and opened is not None and order is not None
    if not 1 <= opened.line <= len(note.pin):
        return False
    text = order.text if isinstance(note, Move) else f"standing {order.text}"
    pinned = joint_randomness.line_commitment(table.charter, claim.seat, opened.step, opened.line, opened.salt, text)
    return pinned == note.pin[opened.line - 1]


def _first_step_allowing_plan(docket: Evidence, signed: SignedNote, claim: Claim) -> int:
    """The first step after which its seat was asked while the plan could hold and the order was allowed, 0 if none."""
    assert claim.order is not None
    if signed.type != "move" or signed.id not in docket.recorded or _was_opened(docket, claim):
        return 0
    seat, order = docket.table.seat(claim.seat), read_line(claim.order.text).order
    for position in docket.positions[claim.order.step :]:
        plan = position.plans[seat]  # it ends with the turn, a new key, a take-back, or when its seat is skipped
        if plan is None or plan.step != claim.order.step:
            return 0
        if position.request_of(seat) is not None and order and _is_allowed(position, seat, order):
            return position.step
    return 0


def _was_opened(docket: Evidence, claim: Claim) -> bool:
    """Whether a step of the record has carried out this very line."""
    wanted = claim.order
    notes = (signed.note() for signed in docket.recorded.values() if signed.type == "step")
    return any(wanted in getattr(note, "order", ()) for note in notes)


def _is_allowed(position: Position, seat: int, order: str) -> bool:
    run = StepRun(position, seat, None)
    try:
        run.play(seat, order, position.table.game.notation.parse_order(order), ())
    except NeedsHiddenFace:  # allowed, and it would have turned a face up
        return True
    except RefereeError:
        return False
    return True


def parties_who_saw(docket: Evidence, note_id: NoteId) -> tuple[str, ...]:
    """The parties, in the order of the table, whose keys say that they have seen a note: who wrote it, and who names it
    in a claim or an answer.
    """
    counted = [signed for signed in docket.known.values() if docket.void_since(signed) is None]
    signers = {signed.key for signed in counted if signed.id == note_id or _says_seen(docket, signed, note_id)}
    roles = {party.role for party in docket.table.ever if party.key in signers}
    return tuple(party.role for party in (docket.table.host, *docket.table.seats) if party.role in roles)


def _says_seen(docket: Evidence, signed: SignedNote, note_id: NoteId) -> bool:
    try:
        return note_id in check_claim_or_answer(docket.table, signed).seen
    except RefereeError:
        return False


def unrecorded_moves(docket: Evidence, claim: Claim) -> tuple[SignedNote, ...]:
    """The moves that a claim is about and that are in no step of the record, as far as they are here."""
    found = (docket.beside.get(note_id) for note_id in claim.note)
    return tuple(signed for signed in found if signed is not None and signed.type == "move")


def claim_with_same_token(docket: Evidence, claim: Claim) -> SignedNote | None:
    """Another claim that has opened another position of the same pile with the same token in it, if there is one: then
    the bag holds something twice.
    """
    for signed in docket.beside.values():
        other = signed.note()
        if not isinstance(other, Claim) or other.proof is None or claim.proof is None:
            continue
        one, two = claim.proof, other.proof
        if (one.pile, one.token) == (two.pile, two.token) and one.position != two.position:
            try:
                check_claim_or_answer(docket.table, signed)
                value_at_position(docket, two)
            except RefereeError:
                continue
            return signed
    return None


class ClaimReply(msgspec.Struct, frozen=True):
    """An answer to a claim."""

    note: NoteId
    """The id of the answer."""
    party: str
    """The role that gives it, a seat or `referee`."""
    say: tuple[str, ...]
    """Its words, line by line; nobody vouches for them."""
    seen: int
    """How many notes this key says it has seen."""


class ClaimStatement(msgspec.Struct, frozen=True):
    """A claim with its answers."""

    note: NoteId
    """The id of the claim."""
    party: str
    """The seat that makes it."""
    step: int
    """The step that its author had reached."""
    say: tuple[str, ...]
    """Its words, line by line; nobody vouches for them."""
    answers: tuple[ClaimReply, ...]
    """The answers to it that are here."""
    silent: tuple[str, ...]
    """The roles of which no answer is here."""


def claim_statements(table: Table, notes: Iterable[SignedNote]) -> tuple[ClaimStatement, ...]:
    """The claims among notes with their answers, by step and seat, whatever order the notes come in. A note whose
    signature fails, or that is signed by another key than its party's, says nothing.
    """
    valid = {signed.id: note for signed in notes if (note := _valid(table, signed)) is not None}
    answers = sorted((note.seat, note_id) for note_id, note in valid.items() if isinstance(note, Answer))
    claims = sorted((note.step, note.seat, note_id) for note_id, note in valid.items() if isinstance(note, Claim))
    return tuple(_statement(table, claim, valid, answers) for *_, claim in claims)


def _valid(table: Table, signed: SignedNote) -> Claim | Answer | None:
    if signed.type not in UNRECORDED:
        return None
    try:
        return check_claim_or_answer(table, signed)
    except RefereeError:  # the verdict on it says why
        return None


def _statement(
    table: Table, claim_id: NoteId, valid: dict[NoteId, Claim | Answer], answers: list[tuple[str, NoteId]]
) -> ClaimStatement:
    claim = valid[claim_id]
    replies = tuple(
        ClaimReply(note_id, note.seat, note.say, len(note.seen))
        for _, note_id in answers
        if isinstance(note := valid[note_id], Answer) and note.claim == claim_id
    )
    given = {claim.seat, *(reply.party for reply in replies)}
    silent = tuple(role for role in (REFEREE, *table.names) if role not in given)
    return ClaimStatement(claim_id, claim.seat, claim.step, claim.say, replies, silent)
