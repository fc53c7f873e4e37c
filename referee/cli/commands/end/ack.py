"""`referee ack`: a player acknowledges the end."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.signed_note import print_signed_note
from referee.cli.prompts.confirm import ask_to_sign, print_ask
from referee.service.closing import acknowledge, ask_acknowledge
from referee.service.signed_notes import Signed


@command(prints=Signed)
def ack(context: Context, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> None:
    """Player: acknowledge the end of the game."""
    table = open_game(context, side="plays")
    ask = ask_acknowledge(table)
    print_ask(context, ask, "  ")
    ask_to_sign(context, yes=yes)
    print_signed_note(context, table.session, acknowledge(table, ask.digest))
