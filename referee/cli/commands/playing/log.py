"""`referee log`: what happened, step by step."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.audit.comments import ShownComment, shown_comment
from referee.cli.context import Context, command
from referee.cli.printing.lines import comment_lines, lines_of_steps, memo_lines, step_lines
from referee.cli.printing.output import print_result
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.messages.step_news import StepNews
from referee.session.log_cache import step_news_from_deal
from referee.session.memos import Memo, load_memos
from referee.session.sign_comment import stored_comments


class Log(msgspec.Struct, frozen=True):
    """What happened, step by step."""

    steps: tuple[StepNews, ...]
    """Each step, the oldest first."""
    jotted: tuple[Memo, ...] = ()
    """The reader's own thoughts on these steps, which no other home knows."""
    comments: tuple[ShownComment, ...] = ()
    """What was said of these steps after the end."""


@command(prints=Log)
def log(
    context: Context,
    last: Annotated[int | None, typer.Option("--last")] = None,
    new: Annotated[bool, typer.Option("--new")] = False,
) -> None:
    """Tell what happened, step by step."""
    session = context.session(look_on=not new)
    newest, chosen = session.position, list(session.seen)
    if new:
        seat = session.eyes.seat
        if seat is None:
            raise OutOfOrder("no-own-moves", hint="referee log --last 3")
        since = newest.past.signed[seat]
        chosen = [step for step in chosen if step > since]
    if last is not None:
        if last < 1:
            raise Unreadable("bad-last", found=last)
        chosen = chosen[-last:]
    if new or last is not None:
        steps = lines_of_steps(session, [session.seen[step] for step in chosen], context.lang)
    else:
        steps = step_news_from_deal(session, context.lang)
    kept = load_memos(session)
    said = tuple(one for one in map(shown_comment, stored_comments(session)) if one.step in chosen)
    lines = [
        line
        for step in steps
        for line in (
            *step_lines(context, session.table, step),
            *memo_lines(context, kept.at(step.step)),
            *comment_lines(context, session.table, said, step.step),
        )
    ]
    jotted = tuple(one for one in kept.jotted if one.step in chosen)
    print_result(context, Log(steps, jotted, said), lines or [context.sentence("nothing-new")])
