"""`referee hand`: the player's own hidden hand."""

from __future__ import annotations

import msgspec

from referee.cli.context import Context, command
from referee.cli.output import data
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import View
from referee.table.telling.boards import hand_lines


class Hand(msgspec.Struct, frozen=True):
    """The own hand, and what the seat has laid face down."""

    hand: tuple[str, ...]
    covered: tuple[tuple[str, str], ...]


@command(prints=Hand)
def hand(context: Context) -> None:
    """Player: show your hidden hand."""
    desk = context.desk()
    own = desk.own
    if own is None:
        raise OutOfOrder("no-hand")
    game = desk.table.game
    if not game.goods(desk.table.options):
        lines = [context.sentence("nothing-hidden", game=game.info.title)]
    else:
        told = hand_lines(game, View(desk.table.names, desk.eyes.seat, own, context.lang))
        lines = ["".join(text for text, _ in drawn) for drawn in told] or [context.sentence("hand-empty")]
    data(context, Hand(own.hand, own.covered), lines)
