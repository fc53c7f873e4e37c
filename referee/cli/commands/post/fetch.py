"""`referee fetch`: new mails are fetched from the server of the account, and received."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.printing.output import print_aside
from referee.cli.prompts.terminal import passphrase_prompt
from referee.cli.receiving.import_mails import import_mails, left_with
from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.mail.accounts import account_password, mail_account
from referee.mail.imap import open_mailbox
from referee.mail.mail_memory import WAITING, drop_fetched_mail, fetched_mails
from referee.mail.mail_memory import fetch_mails as keep
from referee.mail.prefilter import NoteMails
from referee.record.note import FILE_LIMIT
from referee.service.incoming.intake import ReceivedMails
from referee.service.incoming.taken import ReceiveResult


@command(prints=ReceiveResult)
def fetch(context: Context, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> None:
    """Fetch new mails, and receive them."""
    home = context.home()
    known = mail_account(home)
    if known.imap is None:
        raise OutOfOrder("account-not-set", hint=Sentence("account-set-it"))
    secret = account_password(known, passphrase_prompt(context.sentence("password-for", user=known.user)))
    with open_mailbox(known.imap, known, secret) as box:
        fetched = keep(home, known, box)
    print_aside(context, context.sentence("mails-fetched", count=fetched.kept, looked=fetched.looked_at))
    if fetched.cut:
        print_aside(context, context.sentence("mails-read-in-part", count=fetched.cut, limit=FILE_LIMIT))
    mails = fetched_mails(home)
    done = import_mails(context, NoteMails(mails), yes=yes)
    kept = _waiting_mails(done)
    for mail in mails:
        if mail.name not in kept:
            drop_fetched_mail(home, mail)
    if fetched.withheld:
        print_aside(context, context.sentence("mails-withheld", count=len(fetched.withheld)))
    if done.failed is not None:
        raise left_with(done.failed)
    if fetched.withheld:
        raise typer.Exit(FileTrouble.exit_code)


def _waiting_mails(done: ReceivedMails) -> set[str]:
    """The mails that wait on: what they lack may still come."""
    return {left.file for answer in done.answers for left in answer.refused if left.error.code in WAITING}
