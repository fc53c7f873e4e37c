"""`referee jot`: what somebody keeps about a game for nobody else."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.printing.output import print_result
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import Unreadable
from referee.session.memos import Memo, Memos, SavedOrders, add, forget_memo, read_memos

LONGEST = 500


class Jotted(msgspec.Struct, frozen=True):
    """What is kept on this machine about the game now."""

    jotted: tuple[Memo, ...]
    """The reader's own thoughts, by step."""
    lines: tuple[SavedOrders, ...]
    """The lines of orders that are kept, by name."""


@command(prints=Jotted)
def jot(
    context: Context,
    text: Annotated[list[str] | None, typer.Argument(metavar="[TEXT]...")] = None,
    forgotten: Annotated[int | None, typer.Option("--forget")] = None,
) -> None:
    """Jot something down for yourself, beside the newest step."""
    session, words = context.session(look_on=True), " ".join(text or [])
    if len(words) > LONGEST or not words.isprintable():
        raise Unreadable("jotting-text", most=LONGEST)
    told = []
    if forgotten is not None:
        told = [context.sentence("jotting-gone", text=safe_text(forget_memo(session, forgotten).text))]
    if words:
        told += [context.sentence("jotting-kept", step=add(session, words).step)]
    kept = read_memos(session)
    print_result(context, Jotted(kept.jotted, kept.lines), told or _jotting_lines(context, kept))


def _jotting_lines(context: Context, kept: Memos) -> list[str]:
    """All that is kept: a jotting has the number by which it is forgotten, a line what to type for it."""
    listed = [
        context.sentence("jotting-listed", number=number, step=one.step, text=safe_text(one.text))
        for number, one in enumerate(kept.jotted, 1)
    ]
    listed += [
        context.sentence("line-listed", name=line.name, step=line.step, orders=safe_text(", ".join(line.orders)))
        for line in kept.lines
    ]
    return listed or [context.sentence("nothing-jotted")]
