"""The referee's own work: a move becomes a step file. Pure; what is written where is `receive`'s business."""

from __future__ import annotations

from collections.abc import Container, Sequence

import msgspec

from referee.crypto.keys import SigningKey
from referee.kernel.errors import OutOfOrder
from referee.protocol.agreements.consent import check_consents
from referee.protocol.agreements.decisions import Decisions, read_decisions, with_decisions
from referee.protocol.agreements.host_escrow import escrow_lines, escrowed_seats
from referee.protocol.opening.deal import make_deal, read_deal
from referee.protocol.seating import Eyes, Table, author_role, eyes_at_table, own_game_secret
from referee.protocol.step.ending import end_note
from referee.protocol.step.position import Position
from referee.protocol.step.produce import make_step_note, position_after_run, produce_step
from referee.protocol.step.record_step import check_moves, record_standing_notes, with_named_standing
from referee.protocol.step.standing_orders import check_standing_due
from referee.protocol.step.step_deck import step_deck_of
from referee.record.note import Notes, SignedNote, sign_note
from referee.record.notes import NoteId
from referee.record.notes.kinds import CLOSING, STEPS


class ClosedStep(msgspec.Struct, frozen=True):
    """A step that the referee has closed: the notes of its file, and the position it leads to."""

    signed_notes: tuple[SignedNote, ...]
    position: Position

    @property
    def entered(self) -> tuple[SignedNote, ...]:
        """The notes of the seats that the step enters."""
        return tuple(signed for signed in self.signed_notes if signed.type not in CLOSING)

    @property
    def step_note(self) -> SignedNote:
        """The step note (or the deal) of the step."""
        return next(signed for signed in self.signed_notes if signed.type in STEPS)


def close_deal(
    table: Table, accepts: Notes, eyes: Eyes, key: SigningKey, mixes: Notes = (), proven: Container[NoteId] = ()
) -> ClosedStep:
    """The deal file, once every seat has accepted, and mixed where the deck is masked; the proofs of mixes that are
    `proven` are not computed again.

    Raises:
        OutOfOrder: an accept is missing.
        NotAuthentic: an accept that does not hold.
    """
    by_seat = {author_role(signed): signed for signed in accepts}
    missing = [name for name in table.names if name not in by_seat]
    if missing:
        raise OutOfOrder("waiting-accepts", missing=table.people(missing))
    ordered = tuple(by_seat[name] for name in table.names)
    deal = make_deal(table, ordered, eyes, own_game_secret(table, key), mixes)
    signed_notes = (*ordered, *mixes, sign_note(deal, key))
    return ClosedStep(signed_notes, read_deal(table, signed_notes, eyes, proven))


def close_step(position: Position, signed: SignedNote, eyes: Eyes, key: SigningKey, standing: Notes = ()) -> ClosedStep:
    """The step file that records a move note whose signature has been checked; with the end note if it is the last.

    `standing` are standing notes that are due, or named by the move, in seat order; they hold from this step on.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the note is refused, and nothing has happened.
    """
    return close_together(position, (signed,), eyes, key, standing)


def close_together(
    position: Position,
    answers: Notes,
    eyes: Eyes,
    key: SigningKey,
    standing: Notes = (),
    *,
    lines: Sequence[str] = (),
    consents: Notes = (),
    rekeys: Notes = (),
    unlocks: Notes = (),
) -> ClosedStep:
    """The step file that records the moves of seats that are asked at once, in seat order, as `close_step` does.

    `lines` are what the table decides in this step, `consents` are the consents to it, and `rekeys` is the note of the
    key that it records, if it does; then there may be no moves. `unlocks` are those that wait, with a masked deck.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: a note is refused, or an answer or a consent is missing.
    """
    moves, deck = check_moves(position, answers), step_deck_of(position.table)
    position = deck.with_key_shares(position, unlocks)
    entered = record_standing_notes(position, standing, eyes)
    check_standing_due(position, moves, standing)
    seats = [position.table.seat(move.seat) for move in moves]
    decided = read_decisions(position, lines, check_consents(position, consents), seats, rekeys)
    before = deck.with_moves(with_decisions(with_named_standing(entered, moves), decided), moves)
    eyes = eyes_at_table(before.table, eyes)
    run = produce_step(before, moves, eyes, decided)
    deck.check_moves(run, answers)
    notes = (*standing, *rekeys, *consents, *unlocks, *answers)
    note = make_step_note(run, notes, eyes, lines, _escrow_again(before, decided, key))
    step_note = sign_note(note, key)
    after = position_after_run(run, note, step_note.id)
    if not after.over:
        return ClosedStep((*notes, step_note), after)
    return ClosedStep((*notes, step_note, sign_note(end_note(after, key, eyes.ring), key)), after)


def _escrow_again(before: Position, decided: Decisions, key: SigningKey) -> dict[str, bytes]:
    """The escrow lines of a step, by the referee with `key`: of the seat that gets a key, of all if it is he."""
    names = escrowed_seats(before.table, decided.rekey.seat) if decided.rekey is not None else ()
    if not names:
        return {}
    return escrow_lines(before.table, own_game_secret(before.table, key), names, before.head, before.step + 1)
