"""`referee comment`: what somebody who sat at the table says of a step, once the game has ended."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.signed_note import print_signed_note
from referee.cli.prompts.confirm import ask_to_sign
from referee.service import closing
from referee.service.signed_notes import Signed


@command(prints=Signed)
def comment(
    context: Context,
    step: Annotated[int, typer.Argument(metavar="STEP", min=0)],
    text: Annotated[list[str], typer.Argument(metavar="TEXT...")],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Say something about a step to everybody, once the game has ended."""
    table, said = open_game(context, side="named"), " ".join(text)
    ask = closing.ask_comment(table, step, said)  # what was typed is the sentence: it is not told again
    ask_to_sign(context, yes=yes)
    print_signed_note(context, table.session, closing.comment(table, step, said, ask.digest))
