"""`referee holiday`: a player declares days on which nobody waits for an answer."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.prompts.consents import propose_or_agree
from referee.service.agreements import Agreement
from referee.service.signed_notes import Signed


@command(prints=Signed)
def holiday(
    context: Context,
    first: Annotated[str, typer.Option("--from", metavar="DATE")],
    until: Annotated[str, typer.Option("--until", metavar="DATE")],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: declare a holiday; the days for your answers count from its end."""
    table = open_game(context, side="plays")
    propose_or_agree(context, table, Agreement("holiday", first=first, until=until), yes=yes)
