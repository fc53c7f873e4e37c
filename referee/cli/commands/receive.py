"""`referee receive`: what came by mail is taken in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.receiving.taking import Received, take_all_in
from referee.post.inbox import mails_in
from referee.post.sieve import sieved


@command(prints=Received)
def receive(
    context: Context,
    files: Annotated[
        list[Path],
        typer.Argument(metavar="MAIL..."),
    ],
    folder: Annotated[Path | None, typer.Option("--folder")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Take in what came by mail: every note is checked, then entered, kept or refused."""
    failed = take_all_in(context, sieved(mails_in(files)), files, folder, yes=yes).failed
    if failed is not None:
        raise typer.Exit(failed.exit_code)
