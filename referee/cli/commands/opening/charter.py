"""`referee charter`: the host closes the seats once everyone has joined."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_notice
from referee.cli.prompts.confirm import sign_charter
from referee.service.opening.charters import leave_joins_out
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
    sign_charter(context, table, names)


def _split(order: str) -> list[str]:
    return [name.strip() for name in order.replace(",", " ").split()]
