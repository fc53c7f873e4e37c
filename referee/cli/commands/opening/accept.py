"""`referee accept`: a player accepts the charter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec import UNSET
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_aside, print_notice, print_result
from referee.cli.prompts.confirm import ask_to_sign
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
    signed = accept_terms(table, ask.digest)
    for made in signed.led or ():
        print_notice(made)
    path = path_text(Path(signed.file))
    by_mail = [context.sentence("send-all-host-players", path=path), context.sentence("host-answers-deal")]
    lines = [context.sentence("lies-in-shared")] if signed.way == "folder" else by_mail
    print_result(context, replace(signed, file=path, way=UNSET, led=UNSET), lines)
