"""`referee letter`: the letter of a step, written again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.open_games import open_game
from referee.cli.options import choices_of
from referee.cli.printing.output import print_result
from referee.service.post.post_items import Letter, write_letter


@command(prints=Letter)
def letter(
    context: Context,
    step: Annotated[int | None, typer.Argument(metavar="STEP", autocompletion=choices_of("step_numbers"))] = None,
) -> None:
    """Write the letter of a step again, and print it: the words, the board, and the notes."""
    made = write_letter(open_game(context, reads=True), step)
    print_result(context, replace(made, file=path_text(Path(made.file))), made.text.splitlines())
