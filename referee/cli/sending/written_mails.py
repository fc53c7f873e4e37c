"""What `mail`, `remind` and `send` share: whose address is missing, and the server of the account."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cli.context import Context
from referee.cli.printing.output import print_aside
from referee.cli.prompts.terminal import passphrase_prompt
from referee.mail.accounts import Account, Password, Server, account_password, sending_account
from referee.mail.address_book import address_command
from referee.record.store import DataFolder
from referee.service.views.capabilities import capabilities_of
from referee.session.session import Session


def server_of(context: Context, home: DataFolder, sender: str) -> tuple[Account, Server, Password | None]:
    """The account of a home, the server that takes its mails, and the password.

    Raises:
        OutOfOrder: no server or no own address is set.
        NotAuthentic: nobody knows the password.
    """
    known, server = sending_account(home, sender)
    asked = passphrase_prompt(context.sentence("password-for", user=known.user))
    return known, server, account_password(known, asked) if known.user else None


def tell_missing(context: Context, session: Session, names: Sequence[str], labels: Sequence[str]) -> None:
    """Say whose address is not known, and how to set that of the first one, where mails go out."""
    for command in capabilities_of(session).offer("send", map(address_command, labels[:1])):
        print_aside(context, context.sentence("addresses-missing", names=", ".join(names)), command.told(context.lang))
