"""The mail account of this home: servers, user, and where the password comes from.

No password is ever kept, printed, or put on a command line: it comes from a command, otherwise from the keyring,
otherwise from the person at the terminal.
"""

from __future__ import annotations

import ipaddress
import subprocess
from collections.abc import Callable

import msgspec

from referee.kernel.canonical_json import decode_as
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.mail.address_book import ME, address_command
from referee.mail.command_lines import words_of
from referee.record.store import DataFolder

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
        """Whether what goes to it never leaves this computer."""
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


def mail_account(home: DataFolder) -> Account:
    """The account of this home, an empty one if none is set. Raises OutOfOrder for one that is damaged."""
    data = home.own(_FILE)
    try:
        return Account() if data is None else decode_as(Account, data)
    except msgspec.DecodeError as error:
        raise OutOfOrder("account-unreadable", path=str(home.path / _FILE)) from error


def sending_account(home: DataFolder, sender: str) -> tuple[Account, Server]:
    """The account of this home and its server for outgoing mail, for a mail from the address `sender`. Raises
    OutOfOrder: no server is set, or `sender` is empty.
    """
    known = mail_account(home)
    if known.smtp is None:
        raise OutOfOrder("account-not-set", hint=Sentence("account-set-it"))
    if not sender:
        raise OutOfOrder("no-own-address", hint=address_command(ME))
    return known, known.smtp


def keep_account(home: DataFolder, known: Account) -> None:
    """Keep an account in place of the one before."""
    home.write_own(_FILE, msgspec.json.encode(known) + b"\n")


def parse_server(text: str) -> Server:
    """A server as it is typed, `mail.example.org` or `mail.example.org:587`. Raises Unreadable."""
    host, _, port = text.rpartition(":") if text.count(":") == 1 else (text, "", "")
    is_name = bool(host) and host.isascii() and all(sign.isalnum() or sign in "-._:" for sign in host)
    if not is_name or (port and not (port.isdigit() and 0 < int(port[:6]) <= _PORTS)):
        raise Unreadable("bad-server", server=text[:80], hint=Sentence("server-looks-so"))
    return Server(host, int(port) if port else 0)


_SERVICE = "referee"
_PATIENCE = 120


class Password:
    """A password that does not show itself: not printed, not in a traceback's list of values."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        """Nothing of it."""
        return "Password(..)"

    def told(self) -> str:
        """The password itself, for the server alone."""
        return self._text


def account_password(account: Account, ask: Callable[[], str] | None) -> Password:
    """The password of the account; `ask` is how to ask the person, None where nobody can be asked.

    Raises:
        NotAuthentic: the command fails, or nobody knows the password.
    """
    if account.password_command:
        return _password_by_command(account.password_command)
    kept = _password_of_keyring(account.user)
    if kept is not None:
        return Password(kept)
    if ask is None:
        raise NotAuthentic("no-password", user=account.user, hint=Sentence("password-how", user=account.user))
    return Password(ask())


def _password_by_command(command: str) -> Password:
    try:
        words = words_of(command)
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=_PATIENCE, check=False)
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        raise NotAuthentic("password-command-failed", code=127) from None
    first = done.stdout.decode("utf-8", "replace").partition("\n")[0].rstrip("\r")
    if done.returncode or not first:
        raise NotAuthentic("password-command-failed", code=done.returncode)
    return Password(first)


def _password_of_keyring(user: str) -> str | None:
    """What the keyring of the system knows, if the package for it is installed."""
    try:
        import keyring  # an extra: most people name a command
    except ImportError:
        return None
    try:
        kept = keyring.get_password(_SERVICE, user)
        return None if kept is None else str(kept)
    except Exception as error:  # each system has failures of its own, and none of them may show what it holds
        raise OutOfOrder("no-password", user=user, hint=Sentence("password-how", user=user)) from error
