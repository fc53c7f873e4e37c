"""`referee compose`: the board as a page on which the orders of a turn are clicked together."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.printing.output import data
from referee.cli.printing.pictures import check_goes, hand_out
from referee.cli.replay.page import page_of
from referee.cli.replay.steps import Story, story
from referee.cli.replay.turn import Choice, choices_of
from referee.table.step.draft import check_asked


class Compose(msgspec.Struct, frozen=True):
    """The page on which a turn is put together by clicking."""

    step: int
    """The step whose board the page shows."""
    size: int
    """The size of the page in bytes."""
    orders: int
    """How many orders can be clicked first."""
    choices: tuple[Choice, ...] = ()
    """Each of these orders."""


@command(prints=Compose)
def compose(
    context: Context,
    html: Annotated[str, typer.Option("--html", "-o", metavar="FILE")] = "",
    opened: Annotated[bool, typer.Option("--open")] = False,
) -> None:
    """Write a page on which you click your orders together."""
    check_goes(context, html, opened=opened)
    made = _story(context)
    page = page_of(made)
    hand_out(context, "compose", page, html, opened=opened)
    if context.json and made.turn is not None:
        choices = tuple(choices_of(made.turn))
        data(context, Compose(made.steps[-1].number, len(page.encode()), len(choices), choices), "")


def _story(context: Context) -> Story:
    desk = context.desk(whole=True)
    check_asked(desk.position, desk.eyes)
    return story(context, desk, hand=True, composing=True)
