"""Mails are looked for by IMAP: encrypted, except on this machine itself. Nothing on the server is changed or marked.

`imaplib` of the standard library: what is asked are four commands, and the packages around it keep no more of the
protocol than it does.
"""

from __future__ import annotations

import imaplib
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from referee.kernel.errors import FileTrouble, NotAuthentic
from referee.kernel.sentence import Sentence
from referee.post.accounts import Account, Password, Server
from referee.post.mailbox_names import mailbox_as_said
from referee.post.smtp import in_letters_of, reason_of
from referee.record.note import FILE_LIMIT

_IMAPS, _IMAP = 993, 143
_PATIENCE = 60
_SIZE = re.compile(rb"\A[0-9]{1,10} \(.*\bUID ([0-9]{1,10})\b.*\)\Z", re.DOTALL)
_BYTES = re.compile(rb"\bRFC822\.SIZE ([0-9]{1,10})\b")


@contextmanager
def looking_in(server: Server, account: Account, password: Password) -> Iterator[Box]:
    """The mailbox of the account.

    Raises:
        FileTrouble: the server cannot be reached, offers no encryption and is not this machine, or has no such mailbox.
        NotAuthentic: it does not take user and password.
        Unreadable: as `in_letters_of`.
    """
    try:
        with in_letters_of(server):
            client = _connected(server)
        try:
            _log_in(client, server, account.user, password)
            with in_letters_of(server):
                box = Box(client, server, account.mailbox)
            yield box
        finally:
            with suppress(OSError, imaplib.IMAP4.error):
                client.logout()
    except (OSError, imaplib.IMAP4.error) as error:
        raise FileTrouble("server-trouble", server=str(server), reason=reason_of(error)) from None


class Box:
    """A mailbox that is read and left as it is. `validity` changes when the server numbers its mails anew."""

    def __init__(self, client: imaplib.IMAP4, server: Server, mailbox: str) -> None:
        quoted = mailbox_as_said(mailbox).replace("\\", "\\\\").replace('"', '\\"')
        answer, _ = client.select(f'"{quoted}"', readonly=True)
        if answer != "OK":
            raise FileTrouble("no-mailbox", server=str(server), mailbox=mailbox)
        self.client = client
        (said,) = client.response("UIDVALIDITY")[1] or [b""]
        self.validity = int(said or 0)

    def after(self, last: int) -> Iterator[tuple[int, bytes | None]]:
        """(number, bytes) of the mails that came after number `last`, oldest first; None for one that is too long to
        hold a note.
        """
        for number, size in self._sizes(last):
            yield number, self._mail(number) if size <= FILE_LIMIT else None

    def _sizes(self, last: int) -> list[tuple[int, int]]:
        _, lines = self.client.uid("FETCH", f"{last + 1}:*", "(UID RFC822.SIZE)")
        found = []
        for line in lines:
            uid = _SIZE.match(line) if isinstance(line, bytes) else None
            size = _BYTES.search(line) if uid is not None else None
            if (
                uid is not None and size is not None and int(uid[1]) > last
            ):  # `9:*` names the last mail, be it the third
                found.append((int(uid[1]), int(size[1])))
        return sorted(found)

    def _mail(self, number: int) -> bytes | None:
        _, parts = self.client.uid("FETCH", str(number), "(BODY.PEEK[])")
        return next((part[1] for part in parts if isinstance(part, tuple)), None)


def _connected(server: Server) -> imaplib.IMAP4:
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
    except (imaplib.IMAP4.error, UnicodeError):  # either may repeat what was told
        raise NotAuthentic("password-refused", server=str(server), hint=Sentence("password-how", user=user)) from None
