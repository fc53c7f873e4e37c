"""`referee comment`: what somebody who sat at the table says of a step, once the game has ended."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.printing.output import SignedResult
from referee.cli.printing.signed_note import print_signed_note
from referee.cli.prompts.confirm import ask_to_sign
from referee.session.sign_comment import comment_note, send_comment


@command(prints=SignedResult)
def comment(
    context: Context,
    step: Annotated[int, typer.Argument(metavar="STEP", min=0)],
    text: Annotated[list[str], typer.Argument(metavar="TEXT...")],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Say something about a step to everybody, once the game has ended."""
    session = context.session(side="named")
    signed = comment_note(session, session.signer(), step, " ".join(text))
    ask_to_sign(context, yes=yes)
    sent = send_comment(session, signed)
    print_signed_note(context, session, signed, sent.path, "all", game=session.table.game_id)
