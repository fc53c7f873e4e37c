"""`referee replay`: the whole game as a page to step through, or as a picture that moves by itself."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.helping.usage import Misused
from referee.cli.printing.output import data
from referee.cli.printing.pictures import check_goes, hand_out, write_or_print
from referee.cli.replay.page import page_of
from referee.cli.replay.steps import moving, story
from referee.kernel.errors import OutOfOrder
from referee.table.desk.jottings import NOTHING, jottings


class Replay(msgspec.Struct, frozen=True):
    """A page or picture of a game that was made."""

    step: int
    """The last step in it."""
    steps: int
    """How many steps it has."""
    size: int
    """Its size in bytes."""
    hand: bool
    """Whether the reader's own hand is in it."""


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
            raise Misused("film-alone")
        check_goes(context, svg, opened=False)
        desk = context.desk(look_on=True, whole=True)
        picture, shown = moving(context, desk, steps)
        write_or_print(context, svg, picture, "picture-written")
        if context.json:
            data(context, Replay(shown[-1], len(shown), len(picture.encode()), hand=False), "")
        return
    check_goes(context, html, opened=opened)
    desk = context.desk(look_on=not hand, whole=True)
    if hand and desk.own is None:
        raise OutOfOrder("no-hand")
    page = page_of(story(context, desk, hand=hand, jotted=jottings(desk) if jotted else NOTHING))
    hand_out(context, "replay", page, html, opened=opened)
    if context.json:
        data(context, Replay(desk.position.step, len(desk.seen), len(page.encode()), hand), "")
