"""`referee ack`: a player acknowledges the end."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.asking.agreement import ask_to_sign, tell_end
from referee.cli.context import Context, command
from referee.cli.printing.dispatch import tell_signed
from referee.cli.printing.output import Signed
from referee.kernel.errors import OutOfOrder
from referee.record.names import OUTBOX, RECORD, ack_name
from referee.table.desk.send import Outgoing, send
from referee.table.step.ending import make_ack


@command(prints=Signed)
def ack(context: Context, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> None:
    """Player: acknowledge the end of the game."""
    desk = context.desk(side="plays")
    table, end = desk.table, desk.history.end
    if end is None:
        raise OutOfOrder("game-not-over")
    if desk.is_host:
        raise OutOfOrder("players-acknowledge-end")
    if not context.json:
        tell_end(context, desk)
    ask_to_sign(context, yes=yes)
    name = ack_name(desk.role or "")
    going = Outgoing(table.game_id, "ack", lambda _: (make_ack(desk.signer(), table, end.id),), name, RECORD)
    sent = send(desk, going)
    desk.folder.write_outbox(name, desk.folder.read(name))  # what is to be sent lies in one place
    tell_signed(context, desk, sent.note, desk.folder.path / OUTBOX / name, "all", game=table.game_id)
