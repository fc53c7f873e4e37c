"""`referee account`: the servers through which mail goes and comes."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.printing.output import print_result
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.mail.accounts import Account, keep_account, mail_account, parse_server


class Kept(msgspec.Struct, frozen=True):
    """What is kept about the mail account; never a password."""

    user: str
    """The name with which the account is opened."""
    smtp: str
    """The server that sends mails, as host and port; empty if none is kept."""
    imap: str
    """The server on which mails arrive, as host and port; empty if none is kept."""
    password_command: str
    """The command that prints the password; empty if none is kept."""
    mailbox: str
    """The folder on the server in which mails are looked for."""


@command(prints=Kept)
def set_(
    context: Context,
    smtp: Annotated[str | None, typer.Option("--smtp", metavar="SERVER")] = None,
    imap: Annotated[str | None, typer.Option("--imap", metavar="SERVER")] = None,
    user: Annotated[str | None, typer.Option("--user", metavar="USER")] = None,
    password_command: Annotated[str | None, typer.Option("--password-command", metavar="COMMAND")] = None,
    mailbox: Annotated[str | None, typer.Option("--mailbox", metavar="NAME")] = None,
) -> None:
    """Set the mail account; what is not named stays."""
    home = context.home()
    known = mail_account(home)
    given = {
        "smtp": parse_server(smtp) if smtp is not None else None,
        "imap": parse_server(imap) if imap is not None else None,
        "user": user,
        "password_command": password_command,
        "mailbox": mailbox,
    }
    known = replace(known, **{name: value for name, value in given.items() if value is not None})
    keep_account(home, known)
    _tell_account(context, known)


@command(prints=Kept)
def show(context: Context) -> None:
    """Show the mail account."""
    known = mail_account(context.home())
    if known == Account():
        raise OutOfOrder("account-not-set", hint=Sentence("account-set-it"))
    _tell_account(context, known)


@command(prints=Kept)
def forget(context: Context) -> None:
    """Forget the mail account."""
    keep_account(context.home(), Account())
    print_result(context, _kept_account(Account()), [context.sentence("account-forgotten")])


def _kept_account(known: Account) -> Kept:
    smtp, imap = (str(server) if server is not None else "" for server in (known.smtp, known.imap))
    return Kept(known.user, smtp, imap, known.password_command, known.mailbox)


def _tell_account(context: Context, known: Account) -> None:
    kept = _kept_account(known)
    lines = (
        (kept.user, context.sentence("account-user", value=kept.user)),
        (kept.smtp, context.sentence("account-smtp", value=kept.smtp)),
        (kept.imap, context.sentence("account-imap", value=kept.imap)),
        (kept.mailbox, context.sentence("account-mailbox", value=kept.mailbox)),
        (kept.password_command, context.sentence("account-password", value=kept.password_command)),
    )
    print_result(context, kept, [line for value, line in lines if value])
