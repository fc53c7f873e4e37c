"""`referee log`: what happened, step by step."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.printing.lines import comment_lines, jotted_lines, step_lines, steps_told
from referee.cli.printing.output import data
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.table.desk.commenting import comments_here
from referee.table.desk.jottings import Jotting, jottings
from referee.table.desk.told import steps_from_the_deal
from referee.table.reading.comments import Commented, commented
from referee.table.telling.news import StepTold


class Log(msgspec.Struct, frozen=True):
    """What happened, step by step."""

    steps: tuple[StepTold, ...]
    """Each step, the oldest first."""
    jotted: tuple[Jotting, ...] = ()
    """The reader's own thoughts on these steps, which no other home knows."""
    comments: tuple[Commented, ...] = ()
    """What was said of these steps after the end."""


@command(prints=Log)
def log(
    context: Context,
    last: Annotated[int | None, typer.Option("--last")] = None,
    new: Annotated[bool, typer.Option("--new")] = False,
) -> None:
    """Tell what happened, step by step."""
    desk = context.desk(look_on=not new)
    newest, chosen = desk.position, list(desk.seen)
    if new:
        seat = desk.eyes.seat
        if seat is None:
            raise OutOfOrder("no-own-moves", hint="referee log --last 3")
        since = newest.past.signed[seat]
        chosen = [step for step in chosen if step > since]
    if last is not None:
        if last < 1:
            raise Unreadable("bad-last", found=last)
        chosen = chosen[-last:]
    if new or last is not None:
        steps = steps_told(desk, [desk.seen[step] for step in chosen], context.lang)
    else:
        steps = steps_from_the_deal(desk, context.lang)
    kept = jottings(desk)
    said = tuple(one for one in map(commented, comments_here(desk)) if one.step in chosen)
    lines = [
        line
        for step in steps
        for line in (
            *step_lines(context, desk.table, step),
            *jotted_lines(context, kept.at(step.step)),
            *comment_lines(context, desk.table, said, step.step),
        )
    ]
    jotted = tuple(one for one in kept.jotted if one.step in chosen)
    data(context, Log(steps, jotted, said), lines or [context.sentence("nothing-new")])
