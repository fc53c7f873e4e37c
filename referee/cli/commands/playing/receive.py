"""`referee receive`: receive mails, and print what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.printing.output import print_aside
from referee.cli.prompts.due_prompts import ask_what_is_due, prompts_below
from referee.cli.receiving import hook
from referee.cli.receiving import over as host_change
from referee.cli.receiving.import_mails import ask_nothing, import_mails, left_with
from referee.cli.receiving.invitations import folders_looked_through
from referee.kernel.errors import FileTrouble
from referee.mail.inbox import mails_in, newest_mails, watch_mail_folder
from referee.mail.prefilter import NoteMails, filter_note_mails
from referee.record.note import FILE_LIMIT
from referee.service.incoming.taken import ReceiveResult


@command(prints=ReceiveResult)
def receive(
    context: Context,
    files: Annotated[list[Path] | None, typer.Argument(metavar="[MAIL]...")] = None,
    folder: Annotated[Path | None, typer.Option("--folder")] = None,
    keep: Annotated[bool, typer.Option("--keep")] = False,
    over: Annotated[bool, typer.Option("--over")] = False,
    on_event: Annotated[str | None, typer.Option("--on-event", metavar="COMMAND")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Receive mails: every note is checked, then recorded, kept or refused."""
    if files and keep:
        _keep_folder(context, files)
    came = filter_note_mails(mails_in(files)) if files else _looked_through(context)
    if files and came.cut:
        print_aside(context, context.sentence("mails-read-in-part", count=came.cut, limit=FILE_LIMIT))
    if over:
        host_change.go_over(context, mails_in(files or ()), yes=yes)
    program = hook.Hook(context, on_event) if on_event is not None else None
    asked = ask_nothing if files else partial(prompts_below, context)
    done = import_mails(context, came, files or (), folder, yes=yes, asked=asked)
    for event in program.announce_receipts(done.answers) if program is not None else ():
        print_aside(context, event.sentence)
    if done.failed is not None:
        raise left_with(done.failed)
    if not files:
        ask_what_is_due(context, done.answers)


def _keep_folder(context: Context, files: Sequence[Path]) -> None:
    """Check this folder from now on when no mail is named. Raises FileTrouble: it is not a folder."""
    if len(files) != 1 or not files[0].is_dir():
        raise FileTrouble("no-such-folder", path=str(files[0]))
    watch_mail_folder(context.home(), files[0])


def _looked_through(context: Context) -> NoteMails:
    """The latest mails of the folders that are looked through where none is named."""
    return filter_note_mails(mail for folder in folders_looked_through(context) for mail in newest_mails(folder))
