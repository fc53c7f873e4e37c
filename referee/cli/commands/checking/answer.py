"""`referee answer`: what somebody says to a claim, signed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_aside
from referee.cli.printing.signed_note import print_signed_note
from referee.cli.prompts.confirm import confirm
from referee.service.complaints import ask_reply, reply
from referee.service.disputed_notes import notes_of_files
from referee.service.signed_notes import Signed


@command(prints=Signed)
def answer(
    context: Context,
    claim: Annotated[Path, typer.Argument(metavar="CLAIM")],
    say: Annotated[list[str] | None, typer.Option("--say")] = None,
    seen: Annotated[bool, typer.Option("--seen")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Answer a claim: your own words, and whether you have seen the notes it is about."""
    table, mail = open_game(context, side="named"), notes_of_files([claim])
    ask = ask_reply(table, mail, say or (), seen=seen)
    print_aside(context, *ask.warnings)
    confirm(context, "sign-answer", yes=yes)
    print_signed_note(context, table.session, reply(table, mail, say or (), ask.digest, seen=seen))
