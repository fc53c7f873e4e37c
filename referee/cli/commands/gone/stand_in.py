"""`referee stand-in`: the bot of this computer plays a player's seat for some steps, as everyone is told."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.options import choices_of
from referee.cli.prompts.consents import propose_or_agree
from referee.kernel.bot import GREEDY
from referee.service.agreements import Agreement
from referee.service.signed_notes import Signed


@command(prints=Signed)
def stand_in(
    context: Context,
    level: Annotated[str, typer.Option("--level", autocompletion=choices_of("levels"))] = GREEDY,
    steps: Annotated[int | None, typer.Option("--steps", metavar="N", min=1, max=365)] = None,
    back: Annotated[bool, typer.Option("--back")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: let the bot of your computer play for you for some steps, or play again yourself."""
    table = open_game(context, side="plays")
    wanted = Agreement("standin", level="" if back else level, steps=steps)
    propose_or_agree(context, table, wanted, yes=yes)
