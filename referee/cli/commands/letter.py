"""`referee letter`: the letter of a step, written again."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.completion.choices import steps
from referee.cli.context import Context, command
from referee.cli.paths import shown
from referee.cli.printing.output import data
from referee.kernel.errors import OutOfOrder
from referee.record.names import step_name
from referee.table.telling.letters import letter as write
from referee.table.telling.letters import letter_name


class Letter(msgspec.Struct, frozen=True):
    """A letter that was written again."""

    step: int
    """The step that the letter brings."""
    file: str
    """The path of the letter."""


@command(prints=Letter)
def letter(
    context: Context, step: Annotated[int | None, typer.Argument(metavar="STEP", autocompletion=steps)] = None
) -> None:
    """Write the letter of a step again, and print it: the words, the board, and the notes."""
    desk = context.desk()
    number = desk.position.step if step is None else step
    if number not in desk.seen:
        raise OutOfOrder("no-step-newest", step=number, newest=desk.position.step)
    text = write(desk.seen[number], desk.history.signed_notes[step_name(number)], context.lang)
    path = desk.folder.write_letter(letter_name(number), text)
    data(context, Letter(number, shown(path)), text.decode("utf-8", "replace").splitlines())
