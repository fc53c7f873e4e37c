"""`referee replay`: the whole game as a page to step through."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.printing.output import data
from referee.cli.printing.pictures import check_goes, hand_out
from referee.cli.replay.page import page_of
from referee.cli.replay.steps import story
from referee.kernel.errors import OutOfOrder
from referee.table.desk.jottings import NOTHING, jottings


class Replay(msgspec.Struct, frozen=True):
    """The last step of the page, how many it has, its size in bytes, and whether the reader's own hand is in it."""

    step: int
    steps: int
    size: int
    hand: bool


@command(prints=Replay)
def replay(
    context: Context,
    html: Annotated[str, typer.Option("--html", "-o", metavar="FILE")] = "",
    opened: Annotated[bool, typer.Option("--open")] = False,
    hand: Annotated[bool, typer.Option("--hand")] = False,
    jotted: Annotated[bool, typer.Option("--jottings")] = False,
) -> None:
    """Write the game as a page to step through."""
    check_goes(context, html, opened=opened)
    desk = context.desk(look_on=not hand, whole=True)
    if hand and desk.own is None:
        raise OutOfOrder("no-hand")
    page = page_of(story(context, desk, hand=hand, jotted=jottings(desk) if jotted else NOTHING))
    hand_out(context, "replay", page, html, opened=opened)
    if context.json:
        data(context, Replay(desk.position.step, len(desk.seen), len(page.encode()), hand), "")
