"""An open deck: the host deals from a hidden order, sees every hand, and seals to each seat what is its own."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Literal

from referee.crypto.keys import SigningKey
from referee.crypto.sealing import Record
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.events import Event
from referee.kernel.goods import Hand, Knowledge, Owner, Stranger
from referee.kernel.play import follow_events
from referee.kernel.requests import Seat
from referee.protocol.agreements import new_key
from referee.protocol.agreements.host_change import sealed_host_secret
from referee.protocol.deck import Undecrypted
from referee.protocol.masked import key_shares, note_rules
from referee.protocol.seating import Eyes, Table, TableDeck
from referee.protocol.step import produce, step_run, tokens
from referee.protocol.step.position import Bag, Draw, Position
from referee.record.file_names import DEAL
from referee.record.note import Notes, SignedNote
from referee.record.notes import AnyNote, Consent, Deal, Move, NoteId, Rekey, Step


class SealedDeck(TableDeck, frozen=True):
    """The deck of a table whose host deals: he sees everything, so no note has to say anything of its goods."""

    name: Literal["open", "masked"] = "open"
    host_sees: Literal["everything", "own hand"] = "everything"
    keeper: Literal["host", "seats"] = "host"
    shuffled_by: Literal["host", "seats"] = "host"
    plans: bool = True
    moves_to: Literal["host", "all"] = "host"

    def check_lines(self, note: AnyNote) -> None:
        """Check that a note has no line of a masked deck. Raises Unreadable."""
        note_rules.check_deck_lines(note, masked=False)

    def check_type(self, signed: SignedNote) -> None:
        """Check that a note is of a type that every game has. Raises Unreadable."""
        note_rules.check_deck_note_type(signed)

    def serving_order(self, events: Sequence[Event]) -> Sequence[Event]:
        """As they happen."""
        return events

    def deal_lines(self, table: Table, drawn: Sequence[Draw], eyes: Eyes) -> tuple[Bag, dict[str, bytes]]:
        """The commitments to all goods, and the hands, where a game hides any."""
        if not table.piles:
            return (), {}
        assert eyes.hidden_seed is not None
        return tokens.bag_lines(table, eyes.hidden_seed), tokens.seal_hands(table, eyes, drawn, table.game_id, 0)

    def bag_piles(self, table: Table) -> tuple[str, ...]:
        """Those of all goods."""
        return tuple(pile.name for pile in table.piles for _ in range(pile.size))

    def dealt(self, table: Table, note: Deal, events: Sequence[Event], drawn: Sequence[Draw], eyes: Eyes) -> Knowledge:
        """What the reader knows by the hand line of his seat, or by the seed if he sees all. Raises NotAuthentic."""
        tokens.check_hand_lines(table, note.hand, drawn)
        if eyes.hidden_seed is not None:
            if table.piles and note.bag != tokens.bag_lines(table, eyes.hidden_seed):
                raise NotAuthentic("bag-differs", at=DEAL)
            if eyes.see_all:
                _check_hands(table, note, drawn, eyes)
            return follow_events(tokens.dealer_knowledge(table, eyes.hidden_seed), events)
        if eyes.seat is None:
            return Stranger()
        knowledge = follow_events(Owner(eyes.seat), events)
        assert isinstance(knowledge, Owner)
        if knowledge.unseen:
            records, name = tokens.own_hand_records(table, eyes, note), table.names[eyes.seat]
            tokens.check_positions(records, [draw for draw in drawn if draw.seat == eyes.seat], name)
            knowledge = knowledge.received(tokens.kinds_in_hand_line(table, records, note.bag, name))
        return knowledge

    def first_key_shares(
        self, table: Table, mixes: Notes, knowledge: Knowledge, eyes: Eyes, proven: Container[NoteId]
    ) -> key_shares.KeyShares | None:
        """There are none."""
        return None

    def seen_by(self, position: Position, eyes: Eyes) -> Position:
        """The position as it is: its reader has read one's own hand in the steps."""
        return position

    def with_key_shares(self, position: Position, signed_notes: Notes) -> Position:
        """The position as it is: a step has none."""
        assert not signed_notes
        return position

    def with_waiting(self, position: Position, waiting: Iterable[SignedNote]) -> Position:
        """The position as it is: nothing is wanted of the seats, and `waiting` is not looked at."""
        return position

    def undecrypted(self, position: Position, seat: Seat | None, waiting: Iterable[SignedNote]) -> Undecrypted:
        """Nothing is closed to its holder."""
        return Undecrypted(0, {}, {})

    def owing(self, position: Position, holders: Iterable[Seat]) -> tuple[Seat, ...]:
        """No seat owes anything."""
        return ()

    def with_moves(self, position: Position, moves: Sequence[Move]) -> Position:
        """The position as it is: the host knows what orders take."""
        return position

    def move_lines(self, position: Position, run: step_run.StepRun, key: SigningKey) -> Mapping[str, Any]:
        """No line more."""
        return {}

    def check_moves(self, run: step_run.StepRun, signed_moves: Notes) -> None:
        """There is nothing to check: moves show nothing."""

    def hand_lines(self, run: step_run.StepRun, eyes: Eyes) -> dict[str, bytes]:
        """What each seat has drawn; where a step records the key of a seat, all that it holds, for that key."""
        before = run.before
        if run.rekeyed is not None:
            return new_key.hand_for_new_key(before, run.rekeyed, eyes)
        if not run.drawn:
            return {}
        return tokens.seal_hands(before.table, eyes, run.drawn, before.head, before.step + 1)

    def check_hand_lines(self, run: step_run.StepRun, step: Step) -> None:
        """Check which seats are told something, and how much. Raises NotAuthentic."""
        if run.rekeyed is not None:
            new_key.check_hand_for_new_key(run.before, run.rekeyed, step)
        else:
            tokens.check_hand_lines(run.before.table, step.hand, run.drawn)

    def take_hand(self, run: step_run.StepRun, step: Step, eyes: Eyes, records: Sequence[Record]) -> None:
        """Receive the whole hand under a new key, or check the goods drawn. Raises NotAuthentic."""
        if run.rekeyed is not None and run.rekeyed == eyes.seat:
            run.knowledge = new_key.knowledge_for_new_key(run.before, run.rekeyed, step, eyes)
        elif isinstance(run.knowledge, Owner) and eyes.seat is not None:
            name = run.before.table.names[eyes.seat]
            tokens.check_positions(records, [draw for draw in run.drawn if draw.seat == eyes.seat], name)

    def handed_over(self, position: Position, key: SigningKey, rekey: Rekey) -> bytes | None:
        """The host's game secret, or a share of it, for the key of another host. Raises NotAuthentic."""
        return sealed_host_secret(position, key, rekey)

    def check_key_proof(self, position: Position, consent: Consent, key: bytes) -> None:
        """No key proves anything here. Raises OutOfOrder."""
        raise OutOfOrder("consent-proof-surplus", seat=consent.seat)

    def check_proven(self, position: Position, rekey: Rekey, consents: Iterable[Consent]) -> None:
        """A new key has to know nothing."""

    def with_handed_secrets(self, position: Position, rekey: Rekey, consents: Sequence[Consent]) -> Position:
        """The position as it is: what is handed over, its new owner alone reads."""
        return position

    def revealed_hand(self, position: Position, seat: Seat) -> tuple[Hand, int] | None:
        """No hand is opened before the end."""
        return None


def _check_hands(table: Table, note: Deal, drawn: Sequence[Draw], eyes: Eyes) -> None:
    """Anybody who can open every hand makes the hand lines again: their owners may be in the referee's pay."""
    seat = produce.first_wrong_hand(table, note.hand, tokens.seal_hands(table, eyes, drawn, table.game_id, 0))
    if seat is not None:
        raise NotAuthentic("dealt-hand-differs", seat=seat, at=DEAL)


SEALED_DECK = SealedDeck()
