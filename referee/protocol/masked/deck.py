"""A deck that nobody sees: every seat has shuffled it, and gives the others its share of each tile that they draw."""

from __future__ import annotations

from typing import Literal

from referee.protocol.seating import TableDeck


class MaskedDeck(TableDeck, frozen=True):
    """The deck of a table at which the seats keep the goods from the host and from one another."""

    name: Literal["open", "masked"] = "masked"
    host_sees: Literal["everything", "own hand"] = "own hand"
    keeper: Literal["host", "seats"] = "seats"
    plans: bool = False
    moves_to: Literal["host", "all"] = "all"


MASKED_DECK = MaskedDeck()
