"""`referee hand`: the player's own hidden hand."""

from __future__ import annotations

import msgspec

from referee.cli.context import Context, command
from referee.cli.output import data
from referee.kernel.errors import OutOfOrder
from referee.table.step.draft import kinds_named


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
    lines = [kinds_named(own.hand) or context.sentence("hand-empty")]
    lines += [context.sentence("face-down", place=place, kind=kind) for place, kind in own.covered]
    data(context, Hand(own.hand, own.covered), lines)
