"""`referee back`: somebody who has signed what was not meant asks the others to go back before that step."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.arguments import one_line
from referee.cli.asking.consenting import check_plays, sign_consent
from referee.cli.completion.choices import steps
from referee.cli.context import Context, command
from referee.cli.going_back import tell_undone
from referee.cli.printing.output import Signed, note
from referee.table.step.back import would_undo


@command(prints=Signed)
def back(
    context: Context,
    step: Annotated[int, typer.Argument(metavar="STEP", autocompletion=steps)],
    why: Annotated[str, typer.Option("--why")],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Ask the others to go back before a step: what was played since stays in the record, undone."""
    desk = context.desk(side="named")
    check_plays(desk)
    undone = would_undo(desk.position, step)
    reason = one_line(why, "reason")
    if not context.json:
        note(context.sentence("you-go-back", step=step, reason=reason))
        tell_undone(context, desk, undone)
    sign_consent(context, desk, f"back {step}", yes=yes, reason=reason)
