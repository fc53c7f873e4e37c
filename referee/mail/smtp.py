"""Mails are handed in by SMTP: encrypted, except to this computer itself; one recipient a mail."""

from __future__ import annotations

import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from email.utils import localtime

from referee.kernel.errors import FileTrouble, NotAuthentic, Unreadable
from referee.kernel.sentence import Sentence
from referee.mail.accounts import Password, Server

_SUBMISSIONS, _SUBMISSION = 465, 587
_PATIENCE = 60


@contextmanager
def smtp_connection(server: Server, user: str, password: Password | None) -> Iterator[smtplib.SMTP]:
    """A server that takes mails, the user being known to it.

    Raises:
        FileTrouble: it cannot be reached, or offers no encryption and is not this computer.
        NotAuthentic: it does not take user and password.
        Unreadable: as `in_letters_of`.
    """
    port = server.port or _SUBMISSIONS
    try:
        with in_letters_of(server):
            client = _dial(server, port)
        try:
            if port != _SUBMISSIONS:
                _encrypt(client, server)
            if password is not None:
                _log_in(client, server, user, password)
            yield client
        finally:
            with suppress(OSError, smtplib.SMTPException):  # how a server ends a connection does not matter
                client.quit()
            client.close()
    except (OSError, smtplib.SMTPException) as error:
        raise FileTrouble("server-trouble", server=str(server), reason=smtp_error_reason(error)) from None


@contextmanager
def in_letters_of(server: Server) -> Iterator[None]:
    """What is said to a server inside has letters that its protocol knows. Raises Unreadable: it has not."""
    try:
        yield
    except UnicodeError:
        raise Unreadable("no-letters-for-server", server=str(server), hint=Sentence("server-looks-so")) from None


def _dial(server: Server, port: int) -> smtplib.SMTP:
    own = _own_name()
    if port == _SUBMISSIONS:
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, port, own, timeout=_PATIENCE, context=context)
    return smtplib.SMTP(server.host, port, own, timeout=_PATIENCE)


def _own_name() -> str | None:
    """What this computer calls itself to a server: None is its own name, unless SMTP has no letters for that."""
    try:
        return None if socket.getfqdn().isascii() else _UNNAMED
    except UnicodeError:
        return _UNNAMED


_UNNAMED = "[127.0.0.1]"


def submit_mail(client: smtplib.SMTP, server: Server, mail: EmailMessage, sender: str, to: str) -> None:
    """Hand in one mail to one recipient, dated now. Raises FileTrouble: the server does not take it."""
    mail["Date"] = localtime()
    try:
        client.send_message(mail, sender, [to])
    except smtplib.SMTPRecipientsRefused as error:
        _, reason = error.recipients[to]
        said = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else reason
        raise FileTrouble("address-refused", server=str(server), address=to, reason=said) from None


def smtp_error_reason(error: Exception) -> str:
    """What a failure says, in one line and without the values of the call that failed."""
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        return said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    return str(getattr(error, "strerror", None) or error).partition("\n")[0].lower() or type(error).__name__


def _encrypt(client: smtplib.SMTP, server: Server) -> None:
    client.ehlo()
    if server.is_loopback:  # what goes there is seen by nobody, and its certificate by nobody signed
        return
    if not client.has_extn("starttls"):
        raise FileTrouble("no-tls-no-mail", server=str(server))
    client.starttls(context=ssl.create_default_context())
    client.ehlo()


def _log_in(client: smtplib.SMTP, server: Server, user: str, password: Password) -> None:
    try:
        client.login(user, password.told())
    except (smtplib.SMTPAuthenticationError, UnicodeError):  # either may repeat what was told
        raise NotAuthentic("password-refused", server=str(server), hint=Sentence("password-how", user=user)) from None
