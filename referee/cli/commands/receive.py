"""`referee receive`: what came by mail is taken in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.asking.due import ask_what_is_due, asked_below
from referee.cli.asking.prompt import is_typed
from referee.cli.context import Context, command
from referee.cli.printing.output import aside
from referee.cli.receiving.invitations import folders_looked_through
from referee.cli.receiving.taking import Received, left_with, nothing, take_all_in
from referee.kernel.errors import FileTrouble
from referee.post.inbox import keep_mails, mails_in, newest_mails
from referee.post.sieve import Sieved, sieved
from referee.record.note import FILE_LIMIT

if TYPE_CHECKING:
    from referee.cli.watching.hook import Hook


@command(prints=Received)
def receive(
    context: Context,
    files: Annotated[list[Path] | None, typer.Argument(metavar="[MAIL]...")] = None,
    folder: Annotated[Path | None, typer.Option("--folder")] = None,
    keep: Annotated[bool, typer.Option("--keep")] = False,
    over: Annotated[bool, typer.Option("--over")] = False,
    on_event: Annotated[str | None, typer.Option("--on-event", metavar="COMMAND")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Take in what came by mail: every note is checked, then entered, kept or refused."""
    if files and keep:
        _keep_folder(context, files)
    came = sieved(mails_in(files)) if files else _looked_through(context)
    if files and came.cut:
        aside(context, context.sentence("mails-read-in-part", count=came.cut, limit=FILE_LIMIT))
    if over:
        _go_over(context, files, yes=yes)
    hook = _hook(context, on_event)
    asked = nothing if files else partial(asked_below, context)
    done = take_all_in(context, came, files or (), folder, yes=is_typed(yes), asked=asked)
    for event in hook.tell_received(done.answers) if hook is not None else ():
        aside(context, event.sentence)
    if done.failed is not None:
        raise left_with(done.failed)
    if not files:
        ask_what_is_due(context, done.answers)


def _go_over(context: Context, files: Sequence[Path] | None, *, yes: bool) -> None:
    """Go over to the host of a step in these mails, before it is taken in. Raises OutOfOrder."""
    from referee.cli.receiving.over import go_over  # few tables replace a host who is there

    go_over(context, mails_in(files or ()), yes=yes)


def _hook(context: Context, command: str | None) -> Hook | None:
    """The user's own program that is told what comes, if one is named. Raises as `Hook` does."""
    if command is None:
        return None
    from referee.cli.watching.hook import Hook  # few people have a program told

    return Hook(context, command)


def _keep_folder(context: Context, files: Sequence[Path]) -> None:
    """Look there by itself from now on. Raises FileTrouble: it is no folder."""
    if len(files) != 1 or not files[0].is_dir():
        raise FileTrouble("no-such-folder", path=str(files[0]))
    keep_mails(context.home(), files[0])


def _looked_through(context: Context) -> Sieved:
    """The newest mails of the folders that are looked through where none is named."""
    return sieved(mail for folder in folders_looked_through(context) for mail in newest_mails(folder))
