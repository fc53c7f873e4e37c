"""`referee fetch`: new mails are fetched from the server of the account, and received."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import reader_of
from referee.cli.printing.output import print_aside
from referee.cli.receiving.import_mails import import_mails, left_with, tell_cut
from referee.cli.sending.written_mails import account_secret
from referee.kernel.errors import FileTrouble
from referee.service.incoming.taken import ReceiveResult
from referee.service.watching.mailbox import drop_mails, fetch_mail


@command(prints=ReceiveResult)
def fetch(context: Context, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> None:
    """Fetch new mails, and receive them."""
    reader = reader_of(context)
    found = fetch_mail(reader, partial(account_secret, context))
    print_aside(context, context.sentence("mails-fetched", count=found.kept, looked=found.looked_at))
    tell_cut(context, found.came)
    done = import_mails(context, found.came, yes=yes)
    drop_mails(reader, found.came.mails, done)
    if found.withheld:
        print_aside(context, context.sentence("mails-withheld", count=found.withheld))
    if done.failed is not None:
        raise left_with(done.failed)
    if found.withheld:
        raise typer.Exit(FileTrouble.exit_code)
