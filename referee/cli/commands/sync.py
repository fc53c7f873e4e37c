"""`referee sync`: one look into a shared folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import astuple

from referee.cli.context import Context, command
from referee.cli.paths import shown
from referee.cli.printing.output import aside, data
from referee.cli.watching.shared import Shared
from referee.cli.watching.unattended import Unattended, Watched
from referee.cli.whereabouts import game_here


@command(prints=Watched)
def sync(
    context: Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Take in what others have put into a shared folder, and put there what you have signed."""
    game = game_here(context.game)
    source = Shared(Unattended(*astuple(context)), context.home(), folder, game, yes=yes)
    events = tuple(source.look())
    lines = [f"{event.game}: {event.sentence}" if event.game else event.sentence for event in events]
    data(context, Watched(events), lines or [context.sentence("shared-nothing-new", path=shown(folder))])
    if source.waiting:
        aside(context, context.sentence("shared-not-whole", count=source.waiting))
    if source.failed is not None:
        raise typer.Exit(source.failed.exit_code)
