"""`referee ack`: a player acknowledges the end."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.printing.output import SignedResult
from referee.cli.printing.signed_note import print_signed_note
from referee.cli.prompts.confirm import ask_to_sign, print_end
from referee.kernel.errors import OutOfOrder
from referee.protocol.step.ending import make_ack
from referee.record.file_names import OUTBOX, RECORD, ack_name
from referee.session.send import OutgoingNote, send


@command(prints=SignedResult)
def ack(context: Context, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> None:
    """Player: acknowledge the end of the game."""
    session = context.session(side="plays")
    table, end = session.table, session.history.end
    if end is None:
        raise OutOfOrder("game-not-over")
    if session.is_host:
        raise OutOfOrder("players-acknowledge-end")
    print_end(context, session)
    ask_to_sign(context, yes=yes)
    name = ack_name(session.role or "")
    going = OutgoingNote(table.game_id, "ack", lambda _: (make_ack(session.signer(), table, end.id),), name, RECORD)
    sent = send(session, going)
    session.folder.write_outbox(name, session.folder.read(name))  # what is to be sent lies in one place
    print_signed_note(context, session, sent.note, session.folder.path / OUTBOX / name, "all", game=table.game_id)
