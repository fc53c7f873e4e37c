"""What `mail`, `remind` and `send` print: mails, and whose address is missing; and the server of the account."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.cli.context import Context
from referee.cli.printing.output import print_aside
from referee.cli.prompts.terminal import passphrase_prompt
from referee.mail.accounts import Account, Password, Server, account_password, sending_account
from referee.mail.mime import MailDraft
from referee.mail.recipients import Recipient
from referee.record.store import DataFolder


class Mail(msgspec.Struct, frozen=True):
    """One mail that was written."""

    name: str
    """The person it is for."""
    address: str
    """The mail address it goes to; empty if it is not known."""
    subject: str
    """The subject of the mail."""
    file: str
    """The path of the mail, or of the file to attach."""
    link: str = ""
    """With `--mailto`: the link that opens the mail; empty otherwise."""
    text: str = ""
    """With `--mailto` or `--clip`: the words of the mail; empty otherwise."""
    sent: bool = False
    """Whether this home has sent it to this address before."""
    whole: bool = False
    """Whether the link holds the notes, so that nothing has to be attached."""


class Mails(msgspec.Struct, frozen=True):
    """Mails that were written."""

    mails: tuple[Mail, ...]
    """Each mail."""


def server_of(context: Context, home: DataFolder, sender: str) -> tuple[Account, Server, Password | None]:
    """The account of a home, the server that takes its mails, and the password.

    Raises:
        OutOfOrder: no server or no own address is set.
        NotAuthentic: nobody knows the password.
    """
    known, server = sending_account(home, sender)
    asked = passphrase_prompt(context.sentence("password-for", user=known.user))
    return known, server, account_password(known, asked) if known.user else None


def tell_missing(context: Context, drafts: Sequence[tuple[Recipient, MailDraft]]) -> None:
    """Say whose address is not known, and how to set it."""
    missing = [reader for reader, draft in drafts if not draft.to]
    if missing:
        names = ", ".join(reader.name for reader in missing)
        print_aside(context, context.sentence("addresses-missing", names=names))
        print_aside(context, context.sentence("people-set", name=missing[0].label))
