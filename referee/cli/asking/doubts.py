"""The sealed lines that will not do what they are meant for, told before they are signed."""

from __future__ import annotations

from referee.cli.asking.turn import why
from referee.cli.context import Context
from referee.kernel.game import AnyGame
from referee.table.desk.desk import Desk
from referee.table.step.draft import Draft
from referee.table.step.sealed_lines import line_told
from referee.table.telling.coming import Doubt, doubts


def doubt_lines(context: Context, desk: Desk, orders: Draft | None) -> tuple[str, ...]:
    """The sealed lines that can never be carried out, or cannot as things stand, each with why."""
    if orders is None or desk.eyes.seat is None:
        return ()
    return tuple(_doubt(context, desk.table.game, one) for one in doubts(desk.position, desk.eyes.seat, orders))


def _doubt(context: Context, game: AnyGame, doubt: Doubt) -> str:
    reason = why(context, doubt.why) if doubt.why is not None else context.sentence("never-due")
    code = "sealed-in-vain" if doubt.always else "sealed-in-doubt"
    return context.sentence(code, line=line_told(game, doubt.line), why=reason)
