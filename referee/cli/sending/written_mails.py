"""What `mail`, `remind` and `send` share: whose address is missing, and the password of the account."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cli.context import Context
from referee.cli.printing.output import print_aside
from referee.cli.prompts.terminal import passphrase_prompt
from referee.mail.accounts import Account, Password, account_password
from referee.mail.address_book import address_command
from referee.service.views.capabilities import capabilities_of
from referee.session.session import Session


def account_secret(context: Context, account: Account) -> Password:
    """The password of an account; a person is asked where nobody else knows it. Raises NotAuthentic: nobody does."""
    return account_password(account, passphrase_prompt(context.sentence("password-for", user=account.user)))


def tell_missing(context: Context, session: Session, names: Sequence[str], labels: Sequence[str]) -> None:
    """Say whose address is not known, and how to set that of the first one, where mails go out."""
    for command in capabilities_of(session).offer("send", map(address_command, labels[:1])):
        print_aside(context, context.sentence("addresses-missing", names=", ".join(names)), command.told(context.lang))
