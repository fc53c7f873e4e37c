"""The mail account of this home: servers and user. No password is kept: a command or the keyring tells it."""

from __future__ import annotations

import ipaddress

import msgspec

from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.store import Home

_FILE = "account"
_PORTS = 65535


class Server(msgspec.Struct, frozen=True):
    """A server and its port; 0 is the usual one of the protocol."""

    host: str
    port: int = 0

    def __str__(self) -> str:
        """As it is typed: `mail.example.org:587`."""
        return f"{self.host}:{self.port}" if self.port else self.host

    @property
    def is_loopback(self) -> bool:
        """Whether what goes to it never leaves this machine."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


class Account(msgspec.Struct, frozen=True):
    """Where mail is handed in and fetched, as whom; `password_command` prints the password, if there is one."""

    user: str = ""
    smtp: Server | None = None
    imap: Server | None = None
    password_command: str = ""
    mailbox: str = "INBOX"


def account(home: Home) -> Account:
    """The account of this home, an empty one if none is set. Raises OutOfOrder for one that is damaged."""
    data = home.own(_FILE)
    try:
        return Account() if data is None else msgspec.json.decode(data, type=Account)
    except msgspec.DecodeError as error:
        raise OutOfOrder("account-unreadable", path=str(home.path / _FILE)) from error


def keep_account(home: Home, known: Account) -> None:
    """Keep an account in place of the one before."""
    home.write_own(_FILE, msgspec.json.encode(known) + b"\n")


def server(text: str) -> Server:
    """A server as it is typed, `mail.example.org` or `mail.example.org:587`. Raises Unreadable."""
    host, _, port = text.rpartition(":") if text.count(":") == 1 else (text, "", "")
    is_name = bool(host) and host.isascii() and all(sign.isalnum() or sign in "-._:" for sign in host)
    if not is_name or (port and not (port.isdigit() and 0 < int(port[:6]) <= _PORTS)):
        raise Unreadable("bad-server", server=text[:80], hint=Sentence("server-looks-so"))
    return Server(host, int(port) if port else 0)
