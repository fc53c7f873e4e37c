"""One step file entered into a position: the notes it lists, in their order, and where they lead."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.agreements.consent import check_consents
from referee.protocol.agreements.decisions import NOTHING, Decisions, read_decisions, with_decisions
from referee.protocol.agreements.host_escrow import check_escrow, escrow_lines_in, escrowed_seats
from referee.protocol.agreements.new_key import check_rekey
from referee.protocol.deck import deck_of
from referee.protocol.seating import REFEREE, Eyes, Table, author_role, eyes_at_table
from referee.protocol.step.ending import check_end
from referee.protocol.step.follow import follow, naming_bundle
from referee.protocol.step.position import Position, names_waited_for
from referee.protocol.step.produce import first_wrong_hand, make_step_note, position_after_run, produce_step
from referee.protocol.step.standing_orders import check_named_standing, check_standing_due, with_standing_note
from referee.protocol.step.step_deck import step_deck_of
from referee.record.file_names import LAST_STEP
from referee.record.note import Notes, SignedNote
from referee.record.notes import Move, Rekey, Step
from referee.record.notes.kinds import KINDS

_RANKS = {kind.type: kind.step_rank for kind in KINDS if kind.step_rank is not None}
"""How the notes of a step file stand one after the other, by type."""


def record_step_file(position: Position, signed_notes: Notes, eyes: Eyes) -> tuple[Position, SignedNote | None]:
    """The position after one step file, and the end note if it holds one. Signatures are the caller's business;
    that each note is under the key of its author is checked here.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the step does not follow from its notes.
    """
    end = signed_notes[-1] if signed_notes and signed_notes[-1].type == "end" else None
    after = position_after_step(position, signed_notes[:-1] if end is not None else signed_notes, eyes)
    if end is not None:
        check_end(after, end)
    elif after.over:
        raise Unreadable("end-beside-last-step")
    return after, end


def position_after_step(position: Position, signed_notes: Notes, eyes: Eyes) -> Position:
    """The position after the notes of one step: those of the seats and the step note, without an end.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: as `enter`; with a stranger's eyes only what everybody can
            see from these notes alone, so that it says the same to anybody.
    """
    notes, signed_step, end = split_step_notes(signed_notes)
    if end is not None or (_of_type(notes, "unlock") and position.table.deck.keeper == "host"):
        raise Unreadable("bad-step-file")
    table, eyes = position.table, eyes_at_table(position.table, eyes)
    deck = step_deck_of(table)
    step_note = signed_step.read(Step)
    _check_signer(table, notes, signed_step)
    if (step_note.game, step_note.step, step_note.head) != (table.game_id, position.step + 1, position.head):
        raise OutOfOrder("step-note-elsewhere")
    if tuple((line.seat, line.id) for line in step_note.note) != tuple((author_role(note), note.id) for note in notes):
        raise NotAuthentic("step-notes-differ")
    signed_moves, unlocks = _of_type(notes, "move"), _of_type(notes, "unlock")
    moves = check_moves(position, signed_moves)
    authors = ", ".join(move.seat for move in moves)
    with naming_bundle(", ".join(map(author_role, unlocks))):
        position = deck.with_key_shares(position, unlocks)
    standing, decided = position, NOTHING
    if step_note.table or len(moves) + len(unlocks) != len(notes) or not moves:
        standing, decided = _decisions_of_step(position, notes, moves, step_note, eyes)
    with naming_bundle(authors):
        position = deck.with_moves(with_decisions(with_named_standing(standing, moves), decided), moves)
    eyes = eyes_at_table(position.table, eyes)
    _check_escrow(position, step_note, decided, eyes)
    if eyes.see_all or table.deck.keeper == "seats":
        with naming_bundle(authors):
            run = produce_step(position, moves, eyes, decided)
            deck.check_moves(run, signed_moves)
        made = make_step_note(run, notes, eyes, step_note.table, escrow_lines_in(step_note))
        if made != step_note:
            follow(position, moves, step_note, eyes, decided)  # names the difference; if none, the hands differ
            seat = first_wrong_hand(table, step_note.hand, made.hand)
            if seat is None:
                raise NotAuthentic("step-note-differs")
            raise NotAuthentic("hand-line-differs", seat=seat)
    else:
        run = follow(position, moves, step_note, eyes, decided)
    return deck.seen_by(position_after_run(run, step_note, signed_step.id), eyes)


def _check_signer(table: Table, notes: Notes, signed_step: SignedNote) -> None:
    """A step is signed by the referee, and one that gives him a new key by that key. Raises NotAuthentic."""
    rekeys = [signed.read(Rekey) for signed in _of_type(notes, "rekey")]
    signer = next((note.key for note in rekeys if note.seat == REFEREE), table.host.key)
    if signed_step.key == signer:
        return
    replaced = table.replaced_at(signed_step.key)
    if replaced is not None:
        raise NotAuthentic("host-key-replaced", step=replaced)
    raise NotAuthentic("step-other-key")


def _check_escrow(position: Position, step: Step, decided: Decisions, eyes: Eyes) -> None:
    """The shares that a step tells again are those of the party that it gives a key. Raises NotAuthentic."""
    lines, rekeyed = escrow_lines_in(step), decided.rekey.seat if decided.rekey is not None else ""
    names = escrowed_seats(position.table, rekeyed)
    if lines or names:
        check_escrow(position.table, lines, position.past.escrow, names, (step.head, step.step), eyes)


def _decisions_of_step(
    position: Position, notes: Notes, moves: Sequence[Move], step_note: Step, eyes: Eyes
) -> tuple[Position, Decisions]:
    """The position with the standing notes of a step recorded, and what its table lines come to with the consents and
    the rekey note of its file. Raises as `position_after_step` does.
    """
    before, signed_consents, rekeys = _of_type(notes, "standing"), _of_type(notes, "consent"), _of_type(notes, "rekey")
    with naming_bundle(", ".join(map(author_role, before))):
        standing = record_standing_notes(position, before, eyes)
    with naming_bundle(", ".join(map(author_role, signed_consents))):
        consents = check_consents(position, signed_consents)
    check_standing_due(position, moves, before)
    with naming_bundle(
        ", ".join(map(author_role, rekeys))
    ):  # so that a refusal names the seat; `decide` asks once more
        for signed in rekeys:
            check_rekey(position, signed)
    movers = [position.table.seat(move.seat) for move in moves]
    return standing, read_decisions(position, step_note.table, consents, movers, rekeys)


def split_step_notes(signed_notes: Notes) -> tuple[Notes, SignedNote, SignedNote | None]:
    """(notes of the seats, step, end or None) of a step file: standing notes in seat order, a rekey note, consents and
    then the moves, several where several are asked at once and none where the table decides; the step note; the end if
    the step is the last.

    Raises:
        Unreadable: another shape.
    """
    types = [signed.type for signed in signed_notes]
    end = signed_notes[-1] if types and types[-1] == "end" else None
    body = signed_notes[:-1] if end is not None else signed_notes
    places = [_RANKS.get(signed.type, -1) for signed in body]
    steps = places.count(_RANKS["step"])
    if not body or body[-1].type != "step" or -1 in places or places != sorted(places) or steps != 1:
        raise Unreadable("bad-step-file")
    return body[:-1], body[-1], end


def _of_type(signed_notes: Notes, note_type: str) -> tuple[SignedNote, ...]:
    return tuple(signed for signed in signed_notes if signed.type == note_type)


def record_standing_notes(position: Position, signed_notes: Notes, eyes: Eyes) -> Position:
    """The position with these standing notes recorded; whether this step may record them is for `check_standing_due`.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: a note of another game or history, or a seal that does not hold.
    """
    for signed in signed_notes:
        position = replace(position, standing=with_standing_note(position, signed, eyes))
    return position


def with_named_standing(position: Position, moves: Sequence[Move]) -> Position:
    """The position in which `moves` are carried out: for the seat of each the standing note that it names holds, or
    none.

    Raises:
        OutOfOrder: one names a note that is not here.
    """
    for move in moves:
        check_named_standing(position, move)
    if not any(position.standing):
        return position
    unnamed = {move.seat for move in moves if move.standing is None}
    held = zip(position.table.names, position.standing, strict=True)
    return replace(position, standing=tuple(None if name in unnamed else orders for name, orders in held))


def check_moves(position: Position, signed_moves: Notes) -> tuple[Move, ...]:
    """The moves of one step, in seat order: one, or where several are asked at once one at most of each.

    Raises:
        NotAuthentic, OutOfOrder: as `check_move`; or another order, or two moves of one seat.
    """
    moves = tuple(check_move(position, signed) for signed in signed_moves)
    seats = [position.table.seat(move.seat) for move in moves]
    if seats != sorted(set(seats)):
        raise OutOfOrder("moves-step-stand-seat")
    return moves


def check_move(position: Position, signed: SignedNote) -> Move:
    """The move note in `signed`, if it is for the next step of this game and by the seat that is asked.

    Raises:
        NotAuthentic: not signed with the key of its seat.
        OutOfOrder: another game, step or history, or a seat that is not asked.
    """
    table = position.table
    move = signed.read(Move)
    deck_of(table).check_lines(move)
    if move.game != table.game_id:
        raise OutOfOrder("move-of-other-game")
    seat = table.seat(move.seat)
    if signed.key != table.seats[seat].key:
        replaced = table.replaced_at(signed.key)
        if replaced is not None:
            raise NotAuthentic("key-replaced", seat=move.seat, step=replaced)
        party = table.party(signed.key)
        owner = party.role if party is not None else Sentence("nobody-table")
        raise NotAuthentic("seat-other-key", seat=move.seat, owner=owner)
    if move.step != position.step + 1:
        raise OutOfOrder("stale-step", step=move.step, now=position.step + 1)
    if move.step > LAST_STEP:
        raise OutOfOrder("too-many-steps", most=LAST_STEP)
    if move.head != position.head:
        raise OutOfOrder("other-history-here", hint=Sentence("receive-newest-step"))
    if position.over:
        raise OutOfOrder("game-over")
    if seat in position.left:
        raise OutOfOrder("seat-has-left", seat=position.table.person(move.seat))
    if position.request_of(seat) is None:
        at = Sentence("step", number=move.step)
        raise OutOfOrder("not-asked", asked=names_waited_for(position), seat=position.table.person(move.seat), at=at)
    return move
