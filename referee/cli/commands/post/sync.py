"""`referee sync`: one look into a shared folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.receiving.look_once import look, share_program, shared_folders
from referee.service.watching.watcher import Watched


@command(prints=Watched)
def sync(
    context: Context,
    folder: Annotated[Path | None, typer.Argument(metavar="[FOLDER]")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    with_program: Annotated[bool, typer.Option("--with-program")] = False,
) -> None:
    """Receive what others have put into a shared folder, and put there what you have signed."""
    if with_program:
        share_program(context, shared_folders(context, folder))
    look(context, folder, yes=yes)
