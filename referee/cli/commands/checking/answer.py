"""`referee answer`: what somebody says to a claim, signed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.printing.output import SignedResult, print_aside
from referee.cli.prompts.claims import notes_of_files, sign_unrecorded
from referee.kernel.errors import Unreadable
from referee.record.notes import Claim
from referee.session.sign_claim import answer_note


@command(prints=SignedResult)
def answer(
    context: Context,
    claim: Annotated[Path, typer.Argument(metavar="CLAIM")],
    say: Annotated[list[str] | None, typer.Option("--say")] = None,
    seen: Annotated[bool, typer.Option("--seen")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Answer a claim: your own words, and whether you have seen the notes it is about."""
    session = context.session(side="named")
    mail = notes_of_files([claim])
    about = next((signed for signed in mail if signed.type == "claim"), None)
    if about is None:
        raise Unreadable("no-claim-to-answer")
    named = about.read(Claim).note
    shown = tuple(signed for signed in mail if seen and signed.id in named)
    signed = answer_note(session, session.signer(), about, shown, tuple(say or ()))
    print_aside(context, *(context.sentence("answer-says-seen", type=other.type, id=other.id) for other in shown))
    sign_unrecorded(context, session, signed, (*shown, about), yes=yes)
