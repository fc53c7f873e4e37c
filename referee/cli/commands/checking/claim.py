"""`referee claim`: a player complains, and may open one thing of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.help_pages.usage import UsageError
from referee.cli.printing.output import SignedResult, print_aside
from referee.cli.prompts.claims import notes_of_files, sign_unrecorded
from referee.kernel.errors import OutOfOrder
from referee.record.note import SignedNote
from referee.session.session import Session
from referee.session.sign_claim import (
    ClaimDraft,
    RevealedSecret,
    claim_note,
    reveal_former_box,
    reveal_planned_order,
    reveal_position,
)
from referee.session.silence.skipped_moves import passed_over


@command(prints=SignedResult)
def claim(
    context: Context,
    notes: Annotated[list[Path] | None, typer.Argument(metavar="[NOTE|STEP]...")] = None,
    position: Annotated[str | None, typer.Option("--position", metavar="[PILE:]N")] = None,
    line: Annotated[str | None, typer.Option("--line", metavar="STEP:N")] = None,
    box: Annotated[str | None, typer.Option("--box", metavar="STEP")] = None,
    say: Annotated[list[str] | None, typer.Option("--say")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Player: claim that something went wrong, in a note beside the record that may open one thing of your own."""
    if sum(thing is not None for thing in (position, line, box)) > 1:
        raise UsageError("claim-opens-one-thing")
    session = context.session(side="named")
    named = _named(session, notes or ())
    opening = _opening_of(session, position, line, box, named)
    signed = claim_note(session, session.signer(), ClaimDraft(named, named, opening, tuple(say or ())))
    print_aside(context, *_what_is_revealed(context, opening))
    along = (*named, *([opening.note] if opening.note is not None else []))
    sign_unrecorded(context, session, signed, along, yes=yes)


def _named(session: Session, typed: Sequence[Path]) -> tuple[SignedNote, ...]:
    """The notes of files, and the moves that are kept here of whoever was let pass in a step.

    Raises:
        RefereeError: a file holds none that could be named. OutOfOrder: of such a step no move is here.
    """
    steps = [int(str(path)) for path in typed if _is_step(path)]
    named = list(notes_of_files(path for path in typed if not _is_step(path)))
    for step in steps:
        found = [one.note for one in passed_over(session) if one.step == step]
        if not found:
            raise OutOfOrder("nothing-kept-of-step", step=step)
        named += found
    return tuple({signed.id: signed for signed in named}.values())


def _is_step(path: Path) -> bool:
    """Whether a step is meant, and no file that is called by its number."""
    typed = str(path)
    return typed.isascii() and typed.isdigit() and len(typed) < 6 and not path.exists()


def _opening_of(
    session: Session, position: str | None, line: str | None, box: str | None, named: tuple[SignedNote, ...]
) -> RevealedSecret:
    if position is not None:
        pile, _, number = position.rpartition(":")
        return reveal_position(session, pile or None, _number("--position", number, position))
    if line is not None:
        step, colon, number = line.partition(":")
        at = _number("--line", step, line)
        return reveal_planned_order(session, at, _number("--line", number, line) if colon else 1, named)
    if box is not None:
        return reveal_former_box(session, _number("--box", box, box))
    return RevealedSecret()


def _number(option: str, digits: str, typed: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
        raise UsageError("bad-number-option", option=option, found=typed)
    return int(digits)


def _what_is_revealed(context: Context, opening: RevealedSecret) -> tuple[str, ...]:
    if opening.told is None:
        return (context.sentence("claim-reveals-nothing"),)
    return opening.told.told(context.lang), context.sentence("claim-reveals-for-good")
