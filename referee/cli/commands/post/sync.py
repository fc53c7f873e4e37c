"""`referee sync`: one look into a shared folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.prompts.terminal import is_typed
from referee.cli.watching.look_once import look
from referee.cli.watching.session_secrets import Watched
from referee.cli.watching.shared_folder import share_program, shared_folders


@command(prints=Watched)
def sync(
    context: Context,
    folder: Annotated[Path | None, typer.Argument(metavar="[FOLDER]")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    with_program: Annotated[bool, typer.Option("--with-program")] = False,
) -> None:
    """Take in what others have put into a shared folder, and put there what you have signed."""
    if with_program:
        share_program(context, shared_folders(context, folder))
    look(context, folder, yes=is_typed(yes))
