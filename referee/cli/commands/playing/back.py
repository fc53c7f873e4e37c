"""`referee back`: somebody who has signed what was not meant asks the others to go back before that step."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.completion.choices import step_numbers
from referee.cli.context import Context, command
from referee.cli.printing.output import print_aside
from referee.cli.prompts.consents import check_still_plays, print_take_back, sign_consent
from referee.protocol.agreements.take_back import positions_to_take_back
from referee.record.notes.escaping import single_line_text
from referee.service.signed_notes import Signed


@command(prints=Signed)
def back(
    context: Context,
    step: Annotated[int, typer.Argument(metavar="STEP", autocompletion=step_numbers)],
    why: Annotated[str, typer.Option("--why")],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Ask the others to go back before a step: what was played since stays in the record, undone."""
    session = context.session(side="named")
    check_still_plays(session)
    undone = positions_to_take_back(session.position, step)
    reason = single_line_text(why, "reason")
    print_aside(context, context.sentence("you-go-back", step=step, reason=reason))
    print_take_back(context, session, undone)
    sign_consent(context, session, f"back {step}", yes=yes, reason=reason)
