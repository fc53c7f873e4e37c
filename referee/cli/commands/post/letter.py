"""`referee letter`: the letter of a step, written again."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.completion.choices import step_numbers
from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_result
from referee.kernel.errors import OutOfOrder
from referee.messages.letters import letter_name
from referee.messages.letters import step_letter as write
from referee.record.file_names import step_name


class Letter(msgspec.Struct, frozen=True):
    """A letter that was written again."""

    step: int
    """The step that the letter brings."""
    file: str
    """The path of the letter."""


@command(prints=Letter)
def letter(
    context: Context, step: Annotated[int | None, typer.Argument(metavar="STEP", autocompletion=step_numbers)] = None
) -> None:
    """Write the letter of a step again, and print it: the words, the board, and the notes."""
    session = context.session()
    number = session.position.step if step is None else step
    if number not in session.seen:
        raise OutOfOrder("no-step-newest", step=number, newest=session.position.step)
    text = write(session.seen[number], session.history.signed_notes[step_name(number)], context.lang)
    path = session.folder.write_letter(letter_name(number), text)
    print_result(context, Letter(number, path_text(path)), text.decode("utf-8", "replace").splitlines())
