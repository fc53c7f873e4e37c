"""What the way a table's goods are kept means for its notes and positions: one interface for every deck."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Protocol, cast

import msgspec

from referee.crypto.keys import SigningKey
from referee.kernel.events import Event
from referee.kernel.goods import Hand, Knowledge
from referee.kernel.requests import Seat
from referee.protocol.masked import key_shares
from referee.protocol.seating import Eyes, Table
from referee.protocol.step.position import Bag, Draw, Position
from referee.record.note import Notes, SignedNote
from referee.record.notes import AnyNote, Consent, Deal, Move, NoteId, Rekey


class Undecrypted(msgspec.Struct, frozen=True):
    """What is still closed to those who hold it."""

    dark: int
    """How many goods the reader holds without seeing them."""
    locks: Mapping[str, tuple[str, ...]]
    """For each seat with such goods the seats whose key shares it waits for."""
    shares: Mapping[str, tuple[str, ...]]
    """For each seat that the table has opened those whose shares of its deck secret are wanted."""
    drawn: Mapping[str, int] = {}
    """For each seat with such goods the step in which it drew the oldest of them."""


class Deck(Protocol):
    """What every deck answers; `SealedDeck` and `MaskedDeck` are the two there are."""

    def check_lines(self, note: AnyNote) -> None:
        """Check that a note has the lines that this deck needs, and none of another. Raises Unreadable."""

    def check_type(self, signed: SignedNote) -> None:
        """Check that a note is of a type that this deck has. Raises Unreadable: only another deck has such notes."""

    def serving_order(self, events: Sequence[Event]) -> Sequence[Event]:
        """The events of a set-up in the order in which goods are taken for them."""

    def deal_lines(self, table: Table, drawn: Sequence[Draw], eyes: Eyes) -> tuple[Bag, dict[str, bytes]]:
        """What the host's deal is bound to, and what it shows each seat of its hand, sealed; `eyes` are the host's."""

    def bag_piles(self, table: Table) -> tuple[str, ...]:
        """The piles to whose goods a deal is bound, one for each good."""

    def dealt(self, table: Table, note: Deal, events: Sequence[Event], drawn: Sequence[Draw], eyes: Eyes) -> Knowledge:
        """What the reader knows after the deal. Raises NotAuthentic: it shows other goods than were drawn."""

    def first_key_shares(
        self, table: Table, mixes: Notes, knowledge: Knowledge, eyes: Eyes, proven: Container[NoteId]
    ) -> key_shares.KeyShares | None:
        """The key shares after the deal, none of them entered yet; None for a deck without any.

        Raises:
            NotAuthentic, OutOfOrder, Unreadable: a mix does not hold.
        """

    def seen_by(self, position: Position, eyes: Eyes) -> Position:
        """The position with what its reader sees of one's own hand."""

    def with_key_shares(self, position: Position, signed_notes: Notes) -> Position:
        """The position with the key shares of a step recorded. Raises RefereeError: one of them does not hold."""

    def with_waiting(self, position: Position, waiting: Iterable[SignedNote]) -> Position:
        """The position as if a step had recorded those of the key shares that wait which hold."""

    def undecrypted(self, position: Position, seat: Seat | None, waiting: Iterable[SignedNote]) -> Undecrypted:
        """What is closed to whom, with the key shares counted that wait; `seat` is the reader's."""

    def owing(self, position: Position, holders: Iterable[Seat]) -> tuple[Seat, ...]:
        """The seats, clockwise, whose key shares are wanted for what one of the `holders` has."""

    def with_moves(self, position: Position, moves: Sequence[Move]) -> Position:
        """The position in which `moves` are carried out: they may say which goods their orders take.

        Raises:
            NotAuthentic, IllegalMove: goods that the seat does not hold, or that it cannot show.
        """

    def handed_over(self, position: Position, key: SigningKey, rekey: Rekey) -> bytes | None:
        """What the consent of the party with `key` hands over to the key of `rekey`, sealed; None for nothing.

        Raises:
            NotAuthentic: the reader's own part of it does not open.
        """

    def check_key_proof(self, position: Position, consent: Consent, key: bytes) -> None:
        """Check the proof in a consent that a new key knows the secret of its seat. Raises NotAuthentic, OutOfOrder."""

    def check_proven(self, position: Position, rekey: Rekey, consents: Iterable[Consent]) -> None:
        """Check that these consents prove of a new key what it has to know. Raises NotAuthentic, OutOfOrder."""

    def with_handed_secrets(self, position: Position, rekey: Rekey, consents: Sequence[Consent]) -> Position:
        """The position that knows what these consents have handed to a key, before that is recorded."""

    def revealed_hand(self, position: Position, seat: Seat) -> tuple[Hand, int] | None:
        """What all see in the hand of a seat that the table has opened, and how many goods stay closed; None where the
        hand of the seat is its own.
        """


def deck_of(table: Table) -> Deck:
    """The deck of a table, with all that it answers."""
    return cast(Deck, table.deck)
