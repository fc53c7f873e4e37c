"""Mails that no program may answer: automatic replies, bounces, mailing lists, and mails of one's own.

Headers alone say so. What a mail holds is taken in whatever they say, for a note counts by its signature.
"""

from __future__ import annotations

from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from typing import NamedTuple

from referee.post.drafts import sent_as
from referee.table.seating import REFEREE

AUTOMATIC, BOUNCE, LIST, OWN = "automatic", "bounce", "list", "own"
"""Why a mail is not answered."""

_HEAD = 65_536
_RESPONDERS = ("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Response-Suppress")
_LISTS = ("List-Id", "List-Post", "List-Unsubscribe", "Mailing-List")
_DAEMONS = ("mailer-daemon", "postmaster")


class Head(NamedTuple):
    """What the headers of a mail tell: whose address it comes from ("" for several or none), its own id, the ids of the
    mails that it answers, and why it is not answered, "" if it may be.
    """

    sender: str
    message_id: str
    answers: tuple[str, ...]
    silent: str


def head_of(mail: bytes, own: str = "") -> Head:
    """What the headers of a mail tell a reader whose address is `own`."""
    headers = BytesHeaderParser().parsebytes(mail[:_HEAD])
    addresses = [address.casefold() for _, address in getaddresses([_told(headers, "From")])]
    sender = addresses[0] if len(addresses) == 1 else ""
    ids = tuple(f"{_told(headers, 'References')} {_told(headers, 'In-Reply-To')}".split())
    return Head(sender, _told(headers, "Message-ID"), ids, _silent(headers, sender, own.casefold()))


def _silent(headers: Message, sender: str, own: str) -> str:
    precedence = _told(headers, "Precedence").casefold()
    submitted = _told(headers, "Auto-Submitted").casefold()
    if (own and sender == own) or sent_as(_told(headers, "Message-ID")) == REFEREE:
        return OWN
    if (
        headers.get_content_type() == "multipart/report"
        or _told(headers, "Return-Path") == "<>"
        or "X-Failed-Recipients" in headers
        or sender.partition("@")[0] in _DAEMONS
    ):
        return BOUNCE
    if any(name in headers for name in _LISTS) or precedence in ("bulk", "list", "junk"):
        return LIST
    if (submitted and submitted != "no") or precedence == "auto_reply" or any(name in headers for name in _RESPONDERS):
        return AUTOMATIC
    return ""


def _told(headers: Message, name: str) -> str:
    """A header as one line of text; what is no text at all comes out as something that fits nothing."""
    return " ".join(str(headers.get(name, "")).split())
