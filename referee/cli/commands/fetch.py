"""`referee fetch`: what came by mail is fetched from the server of the account, and taken in."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.asking.prompt import is_typed, passphrase
from referee.cli.context import Context, command
from referee.cli.printing.output import aside
from referee.cli.receiving.taking import Done, Received, left_with, take_all_in
from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.post.accounts import account, password
from referee.post.fetched import WAITING, drop_fetched, mails_waiting
from referee.post.fetched import fetch as keep
from referee.post.imap import looking_in
from referee.post.sieve import Sieved
from referee.record.note import FILE_LIMIT


@command(prints=Received)
def fetch(context: Context, yes: Annotated[bool, typer.Option("--yes", "-y")] = False) -> None:
    """Fetch what came by mail, and take it in."""
    home = context.home()
    known = account(home)
    if known.imap is None:
        raise OutOfOrder("account-not-set", hint=Sentence("account-set-it"))
    secret = password(known, passphrase(context.sentence("password-for", user=known.user)))
    with looking_in(known.imap, known, secret) as box:
        fetched = keep(home, known, box)
    aside(context, context.sentence("mails-fetched", count=fetched.kept, looked=fetched.looked_at))
    if fetched.cut:
        aside(context, context.sentence("mails-read-in-part", count=fetched.cut, limit=FILE_LIMIT))
    mails = mails_waiting(home)
    done = take_all_in(context, Sieved(mails), yes=is_typed(yes))
    kept = _waiting_mails(done)
    for mail in mails:
        if mail.name not in kept:
            drop_fetched(home, mail)
    if fetched.withheld:
        aside(context, context.sentence("mails-withheld", count=len(fetched.withheld)))
    if done.failed is not None:
        raise left_with(done.failed)
    if fetched.withheld:
        raise typer.Exit(FileTrouble.exit_code)


def _waiting_mails(done: Done) -> set[str]:
    """The mails that wait on: what they lack may still come."""
    return {left.file for answer in done.answers for left in answer.refused if left.error.code in WAITING}
