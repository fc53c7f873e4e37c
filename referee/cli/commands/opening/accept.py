"""`referee accept`: a player accepts the charter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_aside, print_notice
from referee.cli.printing.signed_note import print_signed, shared_folder_lines
from referee.cli.prompts.confirm import ask_to_sign
from referee.service.opening.acceptance import accept_terms, ask_accept
from referee.service.signed_notes import Signed


@command(prints=Signed)
def accept(context: Context, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> None:
    """Player: accept the charter."""
    table = open_game(context, side="plays")
    ask = ask_accept(table)
    for warning in ask.warnings:
        print_notice(warning)
    print_aside(context, ask.sentence, *ask.then)
    ask_to_sign(context, yes=yes)
    signed = accept_terms(table, ask.digest, delivers=False)
    for made in signed.led or ():
        print_notice(made)
    by_mail = context.sentence("send-all-host-players", path=path_text(Path(signed.file)))
    lines = shared_folder_lines(context, table.session) or [by_mail, context.sentence("host-answers-deal")]
    print_signed(context, table.session, msgspec.structs.replace(signed, led=msgspec.UNSET), lines)
