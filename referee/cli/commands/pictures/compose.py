"""`referee compose`: the board as a page on which the orders of a turn are clicked together."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_result
from referee.cli.printing.picture_files import check_page_target, deliver_page
from referee.service.pages.compose_page import Compose
from referee.service.pages.replay_page import draw_turn


@command(prints=Compose)
def compose(
    context: Context,
    html: Annotated[str, typer.Option("--html", "-o", metavar="FILE")] = "",
    opened: Annotated[bool, typer.Option("--open")] = False,
) -> None:
    """Write a page on which you click your orders together."""
    check_page_target(context, html, opened=opened)
    drawn = draw_turn(open_game(context, whole=True, reads=True))
    deliver_page(context, "compose", drawn.page, html, opened=opened)
    print_result(context, drawn.content, [])
