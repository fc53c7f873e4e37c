"""Mails are looked for by IMAP: encrypted, except on this computer itself. Nothing on the server is changed or marked.

`imaplib` of the standard library: only a handful of commands are needed, and the packages around it keep no more of
the protocol than it does.
"""

from __future__ import annotations

import imaplib
import re
import ssl
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from referee.kernel.errors import FileTrouble, NotAuthentic
from referee.kernel.sentence import Sentence
from referee.mail.accounts import Account, Password, Server
from referee.mail.smtp import in_letters_of, smtp_error_reason
from referee.record.note import FILE_LIMIT

_IMAPS, _IMAP = 993, 143
_PATIENCE = 60
_UID = re.compile(rb"\bUID ([0-9]{1,10})\b")
_NUMBER = re.compile(rb"[0-9]{1,10}")
_IN_QUOTES = re.compile(rb'\bBODY\[\](?:<0>)? "((?:[^"\\]|\\.)*)"')
_ENCODED = re.compile(r"&([A-Za-z0-9+,]*)-")
_PLAIN = re.compile(r"[ -~]*")
_FOREIGN = re.compile(r"&|[^ -~]+")


class Whole(NamedTuple):
    """A mail of the mailbox, by its number."""

    number: int
    data: bytes


class Beginning(NamedTuple):
    """Of a mail that is longer than any note the beginning: texts stand before pictures. It is seen to be longer."""

    number: int
    data: bytes


class Withheld(NamedTuple):
    """A mail that the server has not handed over, and may at another time."""

    number: int
    reason: str


Handed = Whole | Beginning | Withheld


@contextmanager
def open_mailbox(server: Server, account: Account, password: Password) -> Iterator[OpenMailbox]:
    """The mailbox of the account.

    Raises:
        FileTrouble: the server cannot be reached, offers no encryption and is not this computer, or has no such
            mailbox.
        NotAuthentic: it does not take user and password.
        Unreadable: as `in_letters_of`.
    """
    try:
        with in_letters_of(server):
            client = _connect_to(server)
        try:
            _log_in(client, server, account.user, password)
            with in_letters_of(server):
                box = OpenMailbox(client, server, account.mailbox)
            yield box
        finally:
            with suppress(OSError, imaplib.IMAP4.error):
                client.logout()
    except (OSError, imaplib.IMAP4.error) as error:
        raise FileTrouble("server-trouble", server=str(server), reason=smtp_error_reason(error)) from None


class OpenMailbox:
    """A mailbox that is read and left as it is. `validity` changes when the server numbers its mails anew."""

    def __init__(self, client: imaplib.IMAP4, server: Server, mailbox: str) -> None:
        quoted = mailbox_name_for_server(mailbox).replace("\\", "\\\\").replace('"', '\\"')
        answer, _ = client.select(f'"{quoted}"', readonly=True)
        if answer != "OK":
            raise FileTrouble("no-mailbox", server=str(server), mailbox=mailbox)
        self.client = client
        said = (client.response("UIDVALIDITY")[1] or [b""])[-1] or b""
        self.validity = int(said) if _NUMBER.fullmatch(said) else 0
        self.server = server

    def after(self, last: int, owed: Iterable[int] = ()) -> Iterator[Handed]:
        """The mails that came after number `last`, oldest first, and before them those of the numbers in `owed` that
        are still there.

        Raises:
            FileTrouble: the server does not say which mails there are.
        """
        for number in [*self._numbers(",".join(map(str, owed)), 0), *self._numbers(f"{last + 1}:*", last)]:
            yield self._mail(number)

    def _numbers(self, asked: str, last: int) -> list[int]:
        if not asked:
            return []
        answer, lines = self.client.uid("SEARCH", "UID", asked)
        if answer != "OK":
            raise FileTrouble("server-trouble", server=str(self.server), reason=_server_text(lines))
        found = {int(number) for line in lines if isinstance(line, bytes) for number in _NUMBER.findall(line)}
        return sorted(number for number in found if number > last)  # `9:*` names the last mail, be it the third

    def _mail(self, number: int) -> Handed:
        answer, parts = self.client.uid("FETCH", str(number), f"(BODY.PEEK[]<0.{FILE_LIMIT + 1}>)")
        data = _body(parts, number) if answer == "OK" else None
        if data is None:
            return Withheld(number, _server_text(parts) if answer != "OK" else "")
        return Whole(number, data) if len(data) <= FILE_LIMIT else Beginning(number, data)


def _body(parts: Sequence[Any], number: int) -> bytes | None:
    """The mail of this number in an answer, with any other data of the server in between; None if it is not there."""
    for part, behind in zip(parts, (*parts[1:], b""), strict=True):
        head, data = part if isinstance(part, tuple) else (part, None)
        if not isinstance(head, bytes) or b"BODY[]" not in head:
            continue
        told = _UID.search(head) or (_UID.search(behind) if isinstance(behind, bytes) else None)
        if told is None or int(told[1]) == number:
            quoted = _IN_QUOTES.search(head)
            return re.sub(rb"\\(.)", rb"\1", quoted[1]) if data is None and quoted is not None else data
    return None


def _server_text(lines: Sequence[Any]) -> str:
    """What a server says beside its answer, as far as it is text."""
    told = lines[0] if lines and isinstance(lines[0], bytes) else b""
    return told[:200].decode("ascii", "replace")


def _connect_to(server: Server) -> imaplib.IMAP4:
    port = server.port or (_IMAP if server.is_loopback else _IMAPS)
    if port == _IMAPS:
        return imaplib.IMAP4_SSL(server.host, port, ssl_context=ssl.create_default_context(), timeout=_PATIENCE)
    client = imaplib.IMAP4(server.host, port, timeout=_PATIENCE)
    if not server.is_loopback:
        if "STARTTLS" not in client.capabilities:
            client.logout()
            raise FileTrouble("no-tls-no-mail", server=str(server))
        client.starttls(ssl.create_default_context())
    return client


def _log_in(client: imaplib.IMAP4, server: Server, user: str, password: Password) -> None:
    try:
        client.login(user, password.told())
    except imaplib.IMAP4.abort:  # the server is gone, and has said nothing about user and password
        raise
    except (imaplib.IMAP4.error, UnicodeError):  # either may repeat what was told
        raise NotAuthentic("password-refused", server=str(server), hint=Sentence("password-how", user=user)) from None


def mailbox_name_for_server(name: str) -> str:
    """A mailbox name as IMAP wants it: ASCII, other characters in modified UTF-7 (RFC 3501, 5.1.3), as `Gr&APYA3w-e`.
    One that is in this form already stays as it is.
    """
    return name if _is_said(name) else _FOREIGN.sub(lambda part: f"&{_encode_name(part[0])}-", name)


def _encode_name(text: str) -> str:
    if text == "&":
        return ""
    return b64encode(text.encode("utf-16-be", "surrogatepass")).decode("ascii").rstrip("=").replace("/", ",")


def _is_said(name: str) -> bool:
    """Whether a name is printable ASCII in which each `&` begins a part that can be read."""
    if not _PLAIN.fullmatch(name) or "&" in _ENCODED.sub("", name):
        return False
    return all(_is_readable(part[1]) for part in _ENCODED.finditer(name))


def _is_readable(part: str) -> bool:
    """Whether the inside of an encoded part is the one spelling of a text; nothing is `&` itself."""
    try:
        text = b64decode(part.replace(",", "/") + "=" * (-len(part) % 4), validate=True).decode("utf-16-be")
    except ValueError:
        return False
    return not part or (text != "&" and _encode_name(text) == part and not _PLAIN.fullmatch(text))
