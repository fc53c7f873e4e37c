"""`referee send`: the mails that are due are handed in to the server of the account."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.open_games import open_game
from referee.cli.printing.output import print_aside, print_result
from referee.cli.sending.written_mails import account_secret, tell_missing
from referee.service.post.post_items import HandedMail, HandedMails, send_mails


@command(prints=HandedMails)
def send(
    context: Context,
    what: Annotated[list[str] | None, typer.Argument(metavar="[STEP] [WHO]...")] = None,
    to: Annotated[list[str] | None, typer.Option("--to", metavar="WHO")] = None,
    again: Annotated[bool, typer.Option("--again")] = False,
    with_program: Annotated[bool, typer.Option("--with-program")] = False,
) -> None:
    """Send the mails that are due, one to each recipient."""
    table, password = open_game(context, side="hosts"), partial(account_secret, context)
    done, missing = send_mails(table, what or (), to or (), password, again=again, program=with_program)
    print_result(context, done, [_outcome_line(context, mail) for mail in done.mails])
    tell_missing(context, table.session, [reader.name for reader in missing], [reader.label for reader in missing])
    if any(mail.outcome == "before" for mail in done.mails):
        print_aside(context, context.sentence("send-once-more"))
    for refused in (mail.error for mail in done.mails if mail.error is not None):
        raise typer.Exit(refused.exit)


def _outcome_line(context: Context, mail: HandedMail) -> str:
    if mail.error is not None:
        return mail.error.sentence
    if mail.outcome == "before":
        return context.sentence("mail-sent-before", name=mail.name or mail.address)
    return context.sentence("mail-sent", name=mail.name, address=mail.address, subject=mail.subject)
