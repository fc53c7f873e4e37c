"""`referee replay`: the whole game as a page to step through, or as a picture that moves by itself."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.help_pages.usage import UsageError
from referee.cli.pages.replay_page import page_of
from referee.cli.pages.replay_steps import animated_steps, replay_story
from referee.cli.printing.output import print_result
from referee.cli.printing.picture_files import check_page_target, deliver_page, write_or_print
from referee.kernel.errors import OutOfOrder
from referee.session.memos import NOTHING, load_memos


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
            raise UsageError("film-alone")
        check_page_target(context, svg, opened=False)
        session = context.session(look_on=True, whole=True)
        picture, shown = animated_steps(context, session, steps)
        write_or_print(context, svg, picture, "picture-written")
        print_result(context, Replay(shown[-1], len(shown), len(picture.encode()), hand=False), ())
        return
    check_page_target(context, html, opened=opened)
    session = context.session(look_on=not hand, whole=True)
    if hand and session.own is None:
        raise OutOfOrder("no-hand")
    page = page_of(replay_story(context, session, hand=hand, jotted=load_memos(session) if jotted else NOTHING))
    deliver_page(context, "replay", page, html, opened=opened)
    print_result(context, Replay(session.position.step, len(session.seen), len(page.encode()), hand), ())
