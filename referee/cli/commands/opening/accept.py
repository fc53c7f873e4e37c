"""`referee accept`: a player accepts the charter."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_aside, print_notice
from referee.cli.prompts.confirm import ask_to_sign, print_opening_note
from referee.service.opening.acceptance import accept_terms, ask_accept
from referee.service.signed_notes import Signed


@command(prints=Signed)
def accept(context: Context, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> None:
    """Player: accept the charter."""
    table = open_game(context, side="plays")
    ask = ask_accept(table)
    print_aside(context, ask.sentence, *ask.then)
    for warning in ask.warnings:
        print_notice(warning)
    ask_to_sign(context, yes=yes)
    print_opening_note(context, accept_terms(table, ask.digest), "send-all-host-players", "host-answers-deal")
