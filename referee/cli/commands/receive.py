"""`referee receive`: what came by mail is taken in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.asking.due import ask_what_is_due, asked_below
from referee.cli.asking.prompt import at_page
from referee.cli.context import Context, command
from referee.cli.printing.output import aside
from referee.cli.receiving.invitations import folders_looked_through
from referee.cli.receiving.taking import Received, nothing, take_all_in
from referee.kernel.errors import FileTrouble
from referee.post.inbox import keep_mails, mails_in, newest_mails
from referee.post.sieve import Sieved, sieved


@command(prints=Received)
def receive(
    context: Context,
    files: Annotated[list[Path] | None, typer.Argument(metavar="[MAIL]...")] = None,
    folder: Annotated[Path | None, typer.Option("--folder")] = None,
    keep: Annotated[bool, typer.Option("--keep")] = False,
    on_event: Annotated[str | None, typer.Option("--on-event", metavar="COMMAND")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Take in what came by mail: every note is checked, then entered, kept or refused."""
    if files and keep:
        _keep(context, files)
    came = sieved(mails_in(files)) if files else _looked_through(context)
    tell = _telling(context, on_event) if on_event is not None else None
    asked = nothing if files else partial(asked_below, context)
    done = take_all_in(context, came, files or (), folder, yes=yes, asked=asked)
    if tell is not None:
        tell(done.answers)
    if done.failed is not None:
        if (page := at_page()) is not None:
            page.refused = done.failed
        raise typer.Exit(done.failed.exit_code)
    if not files:
        ask_what_is_due(context, done.answers)


def _telling(context: Context, command: str) -> Callable[[Sequence[Received]], None]:
    """How the user's own program is told what was taken in. Raises as `Hook` does."""
    from referee.cli.watching.hook import Hook  # seldom a program is named, and threads and processes take time
    from referee.cli.watching.unattended import events_of

    hook = Hook(context, command)

    def tell(answers: Sequence[Received]) -> None:
        for received in answers:
            for event in events_of(context, received):
                hook.tell(event)
        for event in hook.close():
            aside(context, event.sentence)

    return tell


def _keep(context: Context, files: Sequence[Path]) -> None:
    """Look there by itself from now on. Raises FileTrouble: it is no folder."""
    if len(files) != 1 or not files[0].is_dir():
        raise FileTrouble("no-such-folder", path=str(files[0]))
    keep_mails(context.home(), files[0])


def _looked_through(context: Context) -> Sieved:
    """The newest mails of the folders that are looked through where none is named."""
    return sieved(mail for folder in folders_looked_through(context) for mail in newest_mails(folder))
