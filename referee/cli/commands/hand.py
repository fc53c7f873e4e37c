"""`referee hand`: the player's own hidden hand."""

from __future__ import annotations

import msgspec

from referee.cli.asking.turn import hand_lines
from referee.cli.context import Context, command
from referee.cli.printing.output import data
from referee.kernel.errors import OutOfOrder


class Hand(msgspec.Struct, frozen=True):
    """The reader's own hand."""

    hand: tuple[str, ...]
    """The goods in the hand, each as often as it is there."""
    covered: tuple[tuple[str, str], ...]
    """What the seat has laid face down, (place, kind)."""


@command(prints=Hand)
def hand(context: Context) -> None:
    """Player: show your hidden hand."""
    desk = context.desk()
    own = desk.own
    if own is None:
        raise OutOfOrder("no-hand")
    if desk.table.piles:
        lines = hand_lines(context, desk)
    else:
        lines = [context.sentence("nothing-hidden", game=desk.table.game.info.title)]
    data(context, Hand(own.hand, own.covered), lines)
