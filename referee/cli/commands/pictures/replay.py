"""`referee replay`: the whole game as a page to step through, or as a picture that moves by itself."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_result
from referee.cli.printing.picture_files import check_page_target, deliver_page, write_or_print
from referee.kernel.errors import UsageError
from referee.service.pages.replay_page import draw_replay
from referee.service.pages.replay_steps import Replay, draw_film


@command(prints=Replay)
def replay(
    context: Context,
    html: Annotated[str, typer.Option("--html", "-o", metavar="FILE")] = "",
    opened: Annotated[bool, typer.Option("--open")] = False,
    hand: Annotated[bool, typer.Option("--hand")] = False,
    jotted: Annotated[bool, typer.Option("--jottings")] = False,
    svg: Annotated[str, typer.Option("--svg", metavar="FILE")] = "",
    steps: Annotated[str, typer.Option("--steps", metavar="FROM-TO")] = "",
) -> None:
    """Write the game as a page to step through."""
    if svg or steps:
        if not svg or html or opened or hand or jotted:
            raise UsageError("film-alone")
        check_page_target(context, svg, opened=False)
        film = draw_film(open_game(context, look_on=True, whole=True, reads=True), steps)
        write_or_print(context, svg, film.text, "picture-written")
        print_result(context, film.made, ())
        return
    check_page_target(context, html, opened=opened)
    drawn = draw_replay(open_game(context, look_on=not hand, whole=True, reads=True), hand=hand, jotted=jotted)
    deliver_page(context, "replay", drawn.text, html, opened=opened)
    print_result(context, drawn.made, ())
