"""`referee archive`: a game's record as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.folders.find_game import named_path
from referee.cli.folders.paths import path_text
from referee.cli.printing.output import print_result
from referee.service.archives import Archived, archive_table


@command(prints=Archived)
def archive(
    context: Context,
    named: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE")] = None,
) -> None:
    """Write the record of a game as one file, the same bytes each time."""
    made = archive_table(named_path(named) if named is not None else context.folder().path, to)
    told = context.sentence("archive-written", file=path_text(Path(made.file)), count=made.steps)
    print_result(context, made, told)
