"""`referee back`: somebody who signed a move by mistake asks the others to take back that step."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.options import choices_of
from referee.cli.prompts.consents import propose_or_agree
from referee.service.agreements import Agreement
from referee.service.signed_notes import Signed


@command(prints=Signed)
def back(
    context: Context,
    step: Annotated[int, typer.Argument(metavar="STEP", autocompletion=choices_of("step_numbers"))],
    why: Annotated[str, typer.Option("--why")],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Ask the others to take back a step and all after it: they stay in the record, marked as taken back."""
    table = open_game(context, side="named")
    propose_or_agree(context, table, Agreement("back", step, reason=why), yes=yes)
