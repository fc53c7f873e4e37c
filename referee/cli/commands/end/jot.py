"""`referee jot`: what somebody keeps about a game for nobody else."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.printing.output import print_result
from referee.drawing.safe_text import safe_text
from referee.service.jottings import Jotted, check_memo, forget_memo, list_memos, write_memo


@command(prints=Jotted)
def jot(
    context: Context,
    text: Annotated[list[str] | None, typer.Argument(metavar="[TEXT]...")] = None,
    forgotten: Annotated[int | None, typer.Option("--forget")] = None,
) -> None:
    """Jot something down for yourself, beside the latest step."""
    session, words = context.session(look_on=True, reads=True), " ".join(text or [])
    check_memo(words)
    told = []
    if forgotten is not None:
        told = [context.sentence("jotting-gone", text=safe_text(forget_memo(session, forgotten).text))]
    if words:
        told += [context.sentence("jotting-kept", step=write_memo(session, words).step)]
    kept = list_memos(session)
    empty = "nothing-jotted" if session.history.position is not None else "no-jotting-yet"
    print_result(context, kept, told or _jotting_lines(context, kept) or [context.sentence(empty)])


def _jotting_lines(context: Context, kept: Jotted) -> list[str]:
    """All that is kept: each memo with the number by which it is deleted, and a line with what to type for that."""
    return [
        context.sentence("jotting-listed", number=number, step=one.step, text=safe_text(one.text))
        for number, one in enumerate(kept.jotted, 1)
    ] + [
        context.sentence("line-listed", name=line.name, step=line.step, orders=safe_text(", ".join(line.orders)))
        for line in kept.lines
    ]
