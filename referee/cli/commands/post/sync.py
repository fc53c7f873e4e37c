"""`referee sync`: one look into a shared folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.prompts.terminal import is_typed
from referee.cli.watching.look_once import look
from referee.cli.watching.session_secrets import Watched


@command(prints=Watched)
def sync(
    context: Context,
    folder: Annotated[Path | None, typer.Argument(metavar="[FOLDER]")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Take in what others have put into a shared folder, and put there what you have signed."""
    look(context, folder, yes=is_typed(yes))
