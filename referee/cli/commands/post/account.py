"""`referee account`: the servers through which mail goes and comes."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import reader_of
from referee.cli.printing.output import print_result
from referee.service.home.settings import Settings, change_settings, forget_account, read_settings


@command(prints=Settings)
def set_(
    context: Context,
    smtp: Annotated[str | None, typer.Option("--smtp", metavar="SERVER")] = None,
    imap: Annotated[str | None, typer.Option("--imap", metavar="SERVER")] = None,
    user: Annotated[str | None, typer.Option("--user", metavar="USER")] = None,
    password_command: Annotated[str | None, typer.Option("--password-command", metavar="COMMAND")] = None,
    mailbox: Annotated[str | None, typer.Option("--mailbox", metavar="NAME")] = None,
) -> None:
    """Set the mail account; what is not named stays."""
    reader = reader_of(context)
    _print_settings(
        context,
        change_settings(reader, smtp=smtp, imap=imap, user=user, password_command=password_command, mailbox=mailbox),
    )


@command(prints=Settings)
def show(context: Context) -> None:
    """Show the mail account."""
    _print_settings(context, read_settings(reader_of(context)))


@command(prints=Settings)
def forget(context: Context) -> None:
    """Forget the mail account."""
    print_result(context, forget_account(reader_of(context)), [context.sentence("account-forgotten")])


def _print_settings(context: Context, kept: Settings) -> None:
    lines = (
        (kept.user, context.sentence("account-user", value=kept.user)),
        (kept.smtp, context.sentence("account-smtp", value=kept.smtp)),
        (kept.imap, context.sentence("account-imap", value=kept.imap)),
        (kept.mailbox, context.sentence("account-mailbox", value=kept.mailbox)),
        (kept.password_command, context.sentence("account-password", value=kept.password_command)),
    )
    print_result(context, kept, [line for value, line in lines if value])
