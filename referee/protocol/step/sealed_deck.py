"""An open deck: the host deals from a hidden order, sees every hand, and seals to each seat what is its own."""

from __future__ import annotations

from typing import Literal

from referee.protocol.seating import TableDeck


class SealedDeck(TableDeck, frozen=True):
    """The deck of a table whose host deals."""

    name: Literal["open", "masked"] = "open"
    host_sees: Literal["everything", "own hand"] = "everything"
    keeper: Literal["host", "seats"] = "host"
    plans: bool = True
    moves_to: Literal["host", "all"] = "host"


SEALED_DECK = SealedDeck()
