"""`referee absent`: the host skips a seat that does not respond."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.open_games import open_game
from referee.cli.options import choices_of
from referee.cli.printing.output import print_result
from referee.cli.prompts.confirm import confirm, print_ask
from referee.service.waiting.absences import SkippedStep, ask_pass_for, pass_for


@command(prints=SkippedStep)
def absent(
    context: Context,
    seat: Annotated[
        list[str] | None, typer.Argument(metavar="SEAT...", autocompletion=choices_of("seats_to_move"))
    ] = None,
    timeless: Annotated[bool, typer.Option("--no-time")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Host: skip a seat that does not answer; the game goes on, and everybody sees it."""
    table, seats = open_game(context, side="hosts"), seat or ()
    ask = ask_pass_for(table, seats, timeless=timeless)
    print_ask(context, ask)
    confirm(context, "sign-absent", yes=yes)
    done = pass_for(table, seats, ask.digest, timeless=timeless)
    printed = replace(done, letter=path_text(Path(done.letter)))
    print_result(context, printed, [context.sentence("absent-entered", step=done.step), f"  {printed.letter}"])
