"""A claim or an answer about to be signed: what it names, and the one thing of its author's that it opens."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.crypto import boxes, joint_randomness, sealing
from referee.crypto.keys import SigningKey
from referee.disputes.evidence import fault_of_note
from referee.disputes.opened_claims import check_claim_or_answer
from referee.kernel.canonical_json import decode_b64
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.protocol.seating import REFEREE
from referee.protocol.step.tokens import own_hand_records
from referee.record.file_names import DISPUTES, FileName
from referee.record.note import Notes, SignedNote, render_bundle, sign_note
from referee.record.notes import Answer, Claim, Deal, Move, Opened, Order, Proof, Standing, Step
from referee.record.notes.kinds import ANSWERS, STEPS
from referee.session.send import OutgoingNote
from referee.session.session import Session, home_key_for


class RevealedSecret(msgspec.Struct, frozen=True):
    """What a claim opens: a position of the bag, a sealed line of a note of one's own, or the box of a former key of
    the reader's seat. `told` says what everybody who has the claim will know by it.
    """

    told: Sentence | None = None
    proof: Proof | None = None
    opened: Opened | None = None
    order: Order | None = None
    note: SignedNote | None = None
    box: bytes | None = None

    def __repr__(self) -> str:
        """What kind of thing it opens, never with which key."""
        return f"Opening({self.told and self.told.code})"


def reveal_position(session: Session, pile: str | None, position: int) -> RevealedSecret:
    """The opening of a position (from 1) that was dealt to the reader's seat, from its own hand line.

    Raises:
        OutOfOrder: the reader's hand lines hold no such position.
    """
    table, eyes = session.table, session.eyes
    if eyes.seat is None:
        raise OutOfOrder("no-moves-to-make")
    name = table.names[eyes.seat]
    for _, signed_notes in session.history.steps():
        note = next(signed.note() for signed in signed_notes if signed.type in STEPS)
        assert isinstance(note, Deal | Step)
        records = own_hand_records(table, eyes, note) if name in note.hand else ()
        for record in records:
            of = table.piles[record.pile]
            if record.position + 1 == position and pile in (None, of.name):
                kind = of.labels()[record.token]
                said = Sentence("claim-reveals-position", position=position, pile=of.name, kind=kind, step=note.step)
                return RevealedSecret(said, Proof(of.name, record.position, record.token, record.salt))
    raise OutOfOrder("position-not-yours", position=position)


def reveal_planned_order(session: Session, step: int, number: int, named: Notes) -> RevealedSecret:
    """The opening of line `number` (from 1, in the order of use) of the reader's sealed note for a step: one that is
    named, or the one of the record.

    Raises:
        OutOfOrder: there is no such note here, or it has no such line.
    """
    recorded = (signed for _, notes in session.history.steps() for signed in notes if signed.type in ANSWERS)
    for signed in (*named, *recorded):
        lines = _lines_of(session, signed, step)
        if lines and 1 <= number <= len(lines):
            place, text, salt = lines[number - 1]
            seat = str(session.role)
            said = Sentence("claim-reveals-line", step=step, text=text or "-")
            opened, order = Opened(seat, step, place + 1, salt), Order(seat, step, place + 1, text)
            return RevealedSecret(said, None, opened, order, signed)
    raise OutOfOrder("line-not-yours", line=number, step=step)


def reveal_former_box(session: Session, step: int) -> RevealedSecret:
    """The opening of the box that the reader's seat had at `step`, under a key that was replaced since and is in the
    home.

    Raises:
        OutOfOrder: it is the present box, or it holds a share that still counts, or the step is none of this game.
        NotAuthentic: the key of then is not here.
    """
    table, seat = session.table, session.eyes.seat
    if seat is None:
        raise OutOfOrder("no-moves-to-make")
    if not 0 <= step <= session.position.step:
        raise OutOfOrder("no-such-step", step=step)
    own = (party for party in table.ever if party.role == table.names[seat] and party.since <= step)
    party = max(own, key=lambda party: party.since)
    until = table.replaced_at(party.key)
    if until is None:
        over = session.position.over
        raise OutOfOrder("box-still-yours", step=step, hint=None if over else Sentence("change-key-first"))
    if table.host_escrow and not session.position.over:
        raise OutOfOrder("box-holds-share")
    found = home_key_for(session, party.key)
    if found is None:
        raise NotAuthentic("former-key-not-here", step=step)
    box = boxes.box_private(found[1].game_secret(table.offer_nonce, party.role, party.nonce))
    return RevealedSecret(Sentence("claim-reveals-box", step=until - 1), box=box)


def _lines_of(session: Session, signed: SignedNote, step: int) -> list[tuple[int, str, bytes]]:
    """(place of its pin from 0, text, salt) of each line of a note of one's own that is not empty, in the order of
    use.
    """
    seat, table = session.eyes.seat, session.table
    if seat is None or fault_of_note(signed) is not None or signed.key != table.seats[seat].key:
        return []
    note, key = signed.note(), session.eyes.order_keys[seat]
    if not isinstance(note, Move | Standing) or note.step != step or note.seal is None or key is None:
        return []
    kind = "seal" if isinstance(note, Move) else "standing"
    ad = sealing.associated_data(kind, note.game, note.head, note.step, note.seat)
    q, texts = sealing.unpack_lines(sealing.unseal(key, note.seal, ad))
    salts = joint_randomness.line_salts(q, len(texts))
    places = joint_randomness.pin_places(q, len(texts)) if isinstance(note, Move) else tuple(range(len(texts)))
    return [(place, text, salts[place]) for place, text in zip(places, texts, strict=True) if text]


class ClaimDraft(msgspec.Struct, frozen=True):
    """What a claim is to say: the notes it is about and those its author has seen, what it opens, and words."""

    notes: tuple[SignedNote, ...] = ()
    seen: tuple[SignedNote, ...] = ()
    opening: RevealedSecret = RevealedSecret()
    say: tuple[str, ...] = ()


def claim_note(session: Session, key: SigningKey, of: ClaimDraft) -> SignedNote:
    """The claim of the reader's seat.

    Raises:
        OutOfOrder: it would say nothing. NotAuthentic: only a player complains.
    """
    role = session.role
    if role is None or role == REFEREE:
        raise NotAuthentic("players-claim")
    opening = of.opening
    notes = (*of.notes, *([opening.note] if opening.note is not None else []))
    if not (notes or opening.proof or opening.box or of.say):
        raise OutOfOrder("claim-says-nothing")
    note = Claim(
        **session.position.addressed(role, after=True),
        note=_ids(notes),
        seen=_ids(of.seen),
        proof=opening.proof,
        opened=opening.opened,
        order=opening.order,
        box=opening.box,
        say=of.say,
    )
    return sign_note(note, key)


def answer_note(session: Session, key: SigningKey, claim: SignedNote, seen: Notes, say: Sequence[str]) -> SignedNote:
    """The answer of the reader's party to a claim.

    Raises:
        OutOfOrder: it would say nothing. RefereeError: the claim does not hold.
    """
    check_claim_or_answer(session.table, claim)
    if claim.type != "claim":
        raise OutOfOrder("no-claim-to-answer")
    if not (seen or say):
        raise OutOfOrder("answer-says-nothing")
    addressed = session.position.addressed(str(session.role), after=True)
    return sign_note(Answer(**addressed, claim=claim.id, seen=_ids(seen), say=tuple(say)), key)


def _ids(notes: Notes) -> tuple[str, ...]:
    return tuple(dict.fromkeys(signed.id for signed in notes))


def claim_file_name(signed: SignedNote) -> str:
    """The file of a claim or an answer, the same for the same note: `claim-0049-anna-1b9f02c3.note`."""
    note = signed.note()
    assert isinstance(note, Claim | Answer)
    return str(FileName(DISPUTES, signed.type, note.step, note.seat, decode_b64(signed.id, 32)[:4].hex()))


def outgoing_claim(session: Session, signed: SignedNote, along: Notes) -> OutgoingNote:
    """The file of a claim or an answer: the notes it is about, and the note itself after them. It takes no slot."""
    by_id = {other.id: other for other in along if other.id != signed.id}
    return OutgoingNote(session.table.game_id, "", lambda _: (*by_id.values(), signed), claim_file_name(signed))


def keep_beside(session: Session, signed: SignedNote, mail: Notes) -> str:
    """Keep a claim or an answer that has arrived, with the notes of its mail that it names; the name of its file in
    `disputes/`.

    Raises:
        RefereeError: it does not hold; nothing is kept.
    """
    note = check_claim_or_answer(session.table, signed)
    named = {*note.seen, *(note.note if isinstance(note, Claim) else (note.claim,))}
    along = {other.id: other for other in mail if other.id in named and fault_of_note(other) is None}
    session.folder.write_dispute(claim_file_name(signed), render_bundle((*along.values(), signed)))
    return claim_file_name(signed)
