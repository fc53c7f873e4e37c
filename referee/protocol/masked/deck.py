"""A masked deck: every seat has shuffled it, and gives the others its share of each tile that they draw."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Literal

from referee.crypto.keys import SigningKey
from referee.crypto.sealing import Record
from referee.kernel.events import Event
from referee.kernel.goods import Hand, Holder, Knowledge
from referee.kernel.requests import Seat
from referee.protocol.deck import Undecrypted
from referee.protocol.masked import key_shares
from referee.protocol.masked.deck_escrow import check_own_shares, shares_bound_by, wanted_shares
from referee.protocol.masked.deck_keys import check_deck_proof, check_deck_proven, sealed_deck_secret, with_handover
from referee.protocol.masked.hidden_tiles import (
    check_taken_tiles,
    draw_steps,
    face_down_positions,
    missing_key_shares,
    revealed_hand,
    tile_lines_of_move,
    with_taken_tiles,
    with_visible_hand,
)
from referee.protocol.masked.key_share_notes import owed_positions, unlocks_that_hold, with_unlocks
from referee.protocol.masked.note_rules import check_deck_lines, dealt_hands, draws_in_seat_order, public_counts
from referee.protocol.masked.shuffling import check_mixes
from referee.protocol.seating import REFEREE, Eyes, Table, TableDeck
from referee.protocol.step import step_run
from referee.protocol.step.position import Bag, Draw, Position
from referee.record.note import Notes, SignedNote
from referee.record.notes import AnyNote, Consent, Deal, Move, NoteId, Rekey, Step


class MaskedDeck(TableDeck, frozen=True):
    """The deck of a table at which the seats keep the goods from the host and from one another."""

    name: Literal["open", "masked"] = "masked"
    host_sees: Literal["everything", "own hand"] = "own hand"
    keeper: Literal["host", "seats"] = "seats"
    shuffled_by: Literal["host", "seats"] = "seats"
    plans: bool = False
    moves_to: Literal["host", "all"] = "all"

    def check_lines(self, note: AnyNote) -> None:
        """Check that a note has the lines that a masked deck needs, and none of an open one. Raises Unreadable."""
        check_deck_lines(note, masked=True)

    def check_type(self, signed: SignedNote) -> None:
        """Notes of every type are allowed here."""

    def serving_order(self, events: Sequence[Event]) -> Sequence[Event]:
        """The draws alone, seat by seat: so it is clear before the deal which positions are in which hand."""
        return draws_in_seat_order(events)

    def deal_lines(self, table: Table, drawn: Sequence[Draw], eyes: Eyes) -> tuple[Bag, dict[str, bytes]]:
        """The host binds himself to nothing, and has nothing to tell."""
        return (), {}

    def bag_piles(self, table: Table) -> tuple[str, ...]:
        """Those of no good."""
        return ()

    def dealt(self, table: Table, note: Deal, events: Sequence[Event], drawn: Sequence[Draw], eyes: Eyes) -> Knowledge:
        """Which positions are in which hand; no face is known yet."""
        counts = dealt_hands(len(table.names), table.piles[0].size, events)
        return counts if eyes.seat is None else Holder(eyes.seat, counts)

    def first_key_shares(
        self, table: Table, mixes: Notes, knowledge: Knowledge, eyes: Eyes, proven: Container[NoteId]
    ) -> key_shares.KeyShares | None:
        """No share yet, on the deck of the mixes, which are checked as are the reader's own bound shares. Raises
        NotAuthentic, OutOfOrder, Unreadable: a mix does not hold.
        """
        mixed, bound = check_mixes(table, mixes, proven), shares_bound_by(mixes)
        check_own_shares(table, eyes.key, dict(enumerate(bound)))
        return key_shares.key_shares_after_deal(mixed.deck, mixed.head, public_counts(knowledge), proven, bound)

    def seen_by(self, position: Position, eyes: Eyes) -> Position:
        """The position with the tiles of the reader's hand for which all shares are there."""
        return with_visible_hand(position, eyes)

    def with_key_shares(self, position: Position, signed_notes: Notes) -> Position:
        """The position with the unlocks of a step recorded. Raises RefereeError: one of them does not hold."""
        return with_unlocks(position, signed_notes) if signed_notes else position

    def with_waiting(self, position: Position, waiting: Iterable[SignedNote]) -> Position:
        """The position as if a step had recorded those of the unlocks that wait which hold."""
        entered = [after for _, after in unlocks_that_hold(position, tuple(waiting))]
        return entered[-1] if entered else position

    def undecrypted(self, position: Position, seat: Seat | None, waiting: Iterable[SignedNote]) -> Undecrypted:
        """The tiles that lie face down, and whose locks and shares are wanted for them."""
        position = self.with_waiting(position, waiting)
        dark = len(face_down_positions(position, seat)) if seat is not None else 0
        return Undecrypted(dark, missing_key_shares(position), wanted_shares(position), draw_steps(position))

    def owing(self, position: Position, holders: Iterable[Seat]) -> tuple[Seat, ...]:
        """The seats that owe unlocks for what one of the `holders` has."""
        hands = public_counts(position.knowledge).hands
        held = {at for seat in holders for at in hands[seat]}
        return tuple(seat for seat in range(len(position.table.names)) if held & {*owed_positions(position, seat)})

    def with_moves(self, position: Position, moves: Sequence[Move]) -> Position:
        """The position in which the moves say which tiles their orders take. Raises NotAuthentic, IllegalMove."""
        return with_taken_tiles(position, moves)

    def move_lines(self, position: Position, run: step_run.StepRun, key: SigningKey) -> Mapping[str, Any]:
        """The tiles that a move gives and drops, with the author's own shares of those it shows."""
        return tile_lines_of_move(position, run, key)

    def check_moves(self, run: step_run.StepRun, signed_moves: Notes) -> None:
        """Check the tiles that moves show. Raises as `check_taken_tiles`."""
        check_taken_tiles(run, signed_moves)

    def hand_lines(self, run: step_run.StepRun, eyes: Eyes) -> dict[str, bytes]:
        """The host has nothing to tell."""
        return {}

    def check_hand_lines(self, run: step_run.StepRun, step: Step) -> None:
        """There is nothing to check: `check_lines` has refused a step that shows something."""

    def take_hand(self, run: step_run.StepRun, step: Step, eyes: Eyes, records: Sequence[Record]) -> None:
        """There is nothing to receive: unlocks open a hand."""

    def handed_over(self, position: Position, key: SigningKey, rekey: Rekey) -> bytes | None:
        """The deck secret of a seat, for its own next key; the host has nothing. Raises NotAuthentic."""
        party = position.table.party(key.public)
        own = party is not None and rekey.seat == party.role != REFEREE
        return sealed_deck_secret(position, key, rekey) if own else None

    def check_key_proof(self, position: Position, consent: Consent, key: bytes) -> None:
        """Check the proof in a consent that a new key knows the deck secret of its seat. Raises NotAuthentic."""
        check_deck_proof(position, consent, key)

    def check_proven(self, position: Position, rekey: Rekey, consents: Iterable[Consent]) -> None:
        """Check that the new key of a seat has proven its deck secret. Raises NotAuthentic, OutOfOrder."""
        check_deck_proven(position, rekey, consents)

    def with_handed_secrets(self, position: Position, rekey: Rekey, consents: Sequence[Consent]) -> Position:
        """The position that knows which consents hold the deck secret of the seat of `rekey`."""
        return with_handover(position, rekey, consents)

    def revealed_hand(self, position: Position, seat: Seat) -> tuple[Hand, int] | None:
        """The hand of a seat whose deck secret all know, and how many of its tiles lie face down; None for others."""
        return revealed_hand(position, seat)


MASKED_DECK = MaskedDeck()
