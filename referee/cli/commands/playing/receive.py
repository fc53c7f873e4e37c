"""`referee receive`: receive mails, and print what became of them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_aside
from referee.cli.prompts.due_prompts import CONFIRM, ask_what_is_due, prompts_below
from referee.cli.receiving import hook
from referee.cli.receiving.import_mails import ask_nothing, import_mails, left_with, tell_cut
from referee.cli.receiving.invitations import folders_looked_through
from referee.service.home.shared_folders import keep_mail_folder
from referee.service.incoming import replaced_hosts
from referee.service.incoming.intake import mails_of_files, mails_of_folders
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
        keep_mail_folder(context.home(), files)
    came = mails_of_files(files) if files else mails_of_folders(folders_looked_through(context))
    if files:
        tell_cut(context, came)
    if over:
        table, mails = open_game(context, side="hosts"), came.mails if files else ()
        ask = replaced_hosts.ask_go_over(table, mails)
        CONFIRM.print_ask(context, ask)
        CONFIRM.confirm(context, "go-over-now", yes=yes)
        print_aside(context, replaced_hosts.go_over(table, mails, ask.digest))
    program = hook.Hook(context, on_event) if on_event is not None else None
    asked = ask_nothing if files else partial(prompts_below, context)
    done = import_mails(context, came, files or (), folder, yes=yes, asked=asked)
    for event in program.announce_receipts(done.answers) if program is not None else ():
        print_aside(context, event.sentence)
    if done.failed is not None:
        raise left_with(done.failed)
    if not files:
        ask_what_is_due(context, done.answers)
