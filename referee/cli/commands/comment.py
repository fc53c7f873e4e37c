"""`referee comment`: what somebody who sat at the table says of a step, once the game has ended."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.asking.agreement import ask_to_sign
from referee.cli.context import Context, command
from referee.cli.printing.dispatch import tell_signed
from referee.cli.printing.output import Signed
from referee.table.desk.commenting import comment_note, send_comment


@command(prints=Signed)
def comment(
    context: Context,
    step: Annotated[int, typer.Argument(metavar="STEP", min=0)],
    text: Annotated[list[str], typer.Argument(metavar="TEXT...")],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Say something about a step to everybody, once the game has ended."""
    desk = context.desk(side="named")
    signed = comment_note(desk, desk.signer(), step, " ".join(text))
    ask_to_sign(context, yes=yes)
    sent = send_comment(desk, signed)
    tell_signed(context, desk, signed, sent.path, "all", game=desk.table.game_id)
