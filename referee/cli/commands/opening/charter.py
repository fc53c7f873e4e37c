"""`referee charter`: the host closes the seats once everyone has joined."""

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
from referee.service.opening.charters import ask_begin, begin_table, leave_joins_out
from referee.service.signed_notes import Signed


@command(prints=Signed)
def charter(
    context: Context,
    order: Annotated[str | None, typer.Option("--order")] = None,
    without: Annotated[list[str] | None, typer.Option("--without")] = None,
) -> None:
    """Host: make the charter once everyone has joined."""
    table, names = open_game(context, side="hosts"), _split(order) if order else None
    for said in leave_joins_out(table, without or ()):
        print_notice(said)
    ask = ask_begin(table, names)
    signed = begin_table(table, ask.digest, names)
    print_aside(context, *(signed.led or ()))
    path = path_text(Path(signed.file))
    by_mail = [context.sentence("mail-all-players", path=path), context.sentence("accepts-come-next")]
    sent = [context.sentence("lies-in-shared")] if signed.way == "folder" else by_mail
    for warning in ask.warnings:
        print_notice(warning)
    print_result(context, replace(signed, file=path, way=UNSET, led=UNSET), [ask.sentence, *ask.then, *sent])


def _split(order: str) -> list[str]:
    return [name.strip() for name in order.replace(",", " ").split()]
