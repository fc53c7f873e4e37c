"""`referee compose`: the board as a page on which the orders of a turn are clicked together."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.pages.compose_page import ComposeChoice, choices_of
from referee.cli.pages.replay_page import page_of
from referee.cli.pages.replay_steps import ReplayStory, replay_story
from referee.cli.printing.output import print_result
from referee.cli.printing.picture_files import check_page_target, deliver_page
from referee.protocol.step.draft import check_asked


class Compose(msgspec.Struct, frozen=True):
    """The page on which a turn is put together by clicking."""

    step: int
    """The step whose board the page shows."""
    size: int
    """The size of the page in bytes."""
    orders: int
    """How many orders can be clicked first."""
    choices: tuple[ComposeChoice, ...] = ()
    """Each of these orders."""


@command(prints=Compose)
def compose(
    context: Context,
    html: Annotated[str, typer.Option("--html", "-o", metavar="FILE")] = "",
    opened: Annotated[bool, typer.Option("--open")] = False,
) -> None:
    """Write a page on which you click your orders together."""
    check_page_target(context, html, opened=opened)
    made = _story(context)
    page = page_of(made)
    deliver_page(context, "compose", page, html, opened=opened)
    if context.json and made.turn is not None:
        choices = tuple(choices_of(made.turn))
        print_result(context, Compose(made.steps[-1].number, len(page.encode()), len(choices), choices), "")


def _story(context: Context) -> ReplayStory:
    session = context.session(whole=True)
    check_asked(session.position, session.eyes)
    return replay_story(context, session, hand=True, composing=True)
