"""`referee sync`: one look into a shared folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import astuple

from referee.cli.context import Context, command
from referee.cli.paths import shown
from referee.cli.printing.output import aside, data
from referee.cli.watching.shared import Shared, shared_folders
from referee.cli.watching.unattended import Unattended, Watched
from referee.cli.whereabouts import game_here
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.post.inbox import keep_shared


@command(prints=Watched)
def sync(
    context: Context,
    folder: Annotated[Path | None, typer.Argument(metavar="[FOLDER]")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Take in what others have put into a shared folder, and put there what you have signed."""
    unattended, game, home = Unattended(*astuple(context)), game_here(context.game), context.home()
    sources = [Shared(unattended, home, path, game, yes=yes) for path in shared_folders(context, folder)]
    if not sources:
        raise OutOfOrder("no-shared-folder", hint=Sentence("sync-a-folder"))
    if folder is not None:
        keep_shared(home, folder)
    events = tuple(event for source in sources for event in source.look())
    lines = [f"{event.game}: {event.sentence}" if event.game else event.sentence for event in events]
    nothing = [context.sentence("shared-nothing-new", path=shown(source.path)) for source in sources]
    data(context, Watched(events), lines or nothing)
    waiting = sum(source.waiting for source in sources)
    if waiting:
        aside(context, context.sentence("shared-not-whole", count=waiting))
    for source in sources:
        if source.failed is not None:
            raise typer.Exit(source.failed.exit_code)
