"""What the way a table's goods are kept means while the orders of a step are carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

from referee.crypto.keys import SigningKey
from referee.crypto.sealing import Record
from referee.protocol.deck import Deck
from referee.protocol.seating import Eyes, Table
from referee.protocol.step import step_run
from referee.protocol.step.position import Position
from referee.record.note import Notes
from referee.record.notes import Step


class StepDeck(Deck, Protocol):
    """What every deck answers about a run of orders."""

    def move_lines(self, position: Position, run: step_run.StepRun, key: SigningKey) -> Mapping[str, Any]:
        """The lines by which a move says what its orders on `run` take, by their words."""

    def check_moves(self, run: step_run.StepRun, signed_moves: Notes) -> None:
        """Check what moves show of the goods they take, once their orders were carried out.

        Raises:
            NotAuthentic, OutOfOrder, IllegalMove: what does not hold.
        """

    def hand_lines(self, run: step_run.StepRun, eyes: Eyes) -> dict[str, bytes]:
        """What a step tells each seat of its hand alone, sealed, by seat; `eyes` are the host's."""

    def check_hand_lines(self, run: step_run.StepRun, step: Step) -> None:
        """Check what a step tells the seats, as far as everybody sees it. Raises NotAuthentic."""

    def take_hand(self, run: step_run.StepRun, step: Step, eyes: Eyes, records: Sequence[Record]) -> None:
        """Receive what a step tells its reader of one's own hand; `records` were opened already.

        Raises:
            NotAuthentic: it is something else than the reader has drawn.
        """


def step_deck_of(table: Table) -> StepDeck:
    """The deck of a table, with all that it answers about a run."""
    return cast(StepDeck, table.deck)
