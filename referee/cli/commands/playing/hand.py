"""`referee hand`: the player's own hidden hand."""

from __future__ import annotations

import msgspec

from referee.cli.context import Context, command
from referee.cli.printing.output import print_result
from referee.cli.prompts.turn_view import hand_lines
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
    session = context.session()
    own = session.own
    if own is None:
        raise OutOfOrder("no-hand")
    if session.table.piles:
        lines = hand_lines(context, session)
    else:
        lines = [context.sentence("nothing-hidden", game=session.table.game.info.title)]
    print_result(context, Hand(own.hand, own.covered), lines)
