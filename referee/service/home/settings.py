"""The settings of the mail account in a data folder."""

from __future__ import annotations

import msgspec

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.mail.accounts import Account, keep_account, mail_account, parse_server
from referee.service.reader import Reader


class Settings(msgspec.Struct, frozen=True):
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


def read_settings(reader: Reader) -> Settings:
    """What is kept. Raises OutOfOrder: nothing is."""
    known = mail_account(reader.home)
    if known == Account():
        raise OutOfOrder("account-not-set", hint=Sentence("account-set-it"))
    return _settings_of(known)


def change_settings(reader: Reader, **named: str | None) -> Settings:
    """The settings kept now: the `named` fields of `Settings` replace what was kept, except those given as `None`.
    Raises Unreadable: the address of a server is invalid.
    """
    values = {name: value for name, value in named.items() if value is not None}
    servers = {name: parse_server(value) for name, value in values.items() if name in ("smtp", "imap")}
    known = msgspec.structs.replace(mail_account(reader.home), **{**values, **servers})
    keep_account(reader.home, known)
    return _settings_of(known)


def forget_account(reader: Reader) -> Settings:
    """What is kept once the account is deleted: nothing."""
    keep_account(reader.home, Account())
    return _settings_of(Account())


def _settings_of(known: Account) -> Settings:
    smtp, imap = (str(server) if server is not None else "" for server in (known.smtp, known.imap))
    return Settings(known.user, smtp, imap, known.password_command, known.mailbox)
