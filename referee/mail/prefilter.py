"""Which mails may hold a note: of a full mailbox they alone are kept, whatever else is in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from referee.kernel.errors import NotAuthentic, RefereeError
from referee.mail.inbox import NamedMail
from referee.record.mails.unwrap import unwrap
from referee.record.note import FILE_LIMIT

_MARK = b"REFEREE NOTE"
_NOTHING = frozenset(
    (
        *("archive-stays-packed", "attachment-elsewhere", "mail-in-pieces"),
        *("mail-is-encrypted", "mail-part-unreadable"),
        *("mail-too-long", "mail-too-many-parts"),
        *("no-note-text", "outlook-alone-reads"),
        *("document-is-no-text", "pdf-is-no-text", "picture-of-text"),
    )
)
"""Refusals of mails in which nothing looks like a note; all others are of notes that came to harm on their way."""


class NoteMails(msgspec.Struct, frozen=True):
    """Mails that were named or may hold a note, how many others are in the folders beside them, and of how many of
    these only the beginning was read, because they are longer than any note.
    """

    mails: tuple[NamedMail, ...]
    others: int = 0
    cut: int = 0


def filter_note_mails(mails: Iterable[NamedMail]) -> NoteMails:
    """Look through mails one after the other; no more than one that is not kept is held at a time."""
    kept: list[NamedMail] = []
    others = cut = 0
    for mail in mails:
        if mail.named or (mail.trouble is None and may_hold_note(mail.data)):
            kept.append(mail)
        else:
            others += 1
            cut += len(mail.data) > FILE_LIMIT
    re.purge()  # each mail has a boundary of its own, and hundreds of expressions for them are remembered
    return NoteMails(tuple(kept), others, cut)


def may_hold_note(data: bytes) -> bool:
    """Whether a mail holds a note, or what is left of one that was damaged on its way."""
    try:
        return bool(unwrap(data).signed_notes)
    except NotAuthentic:
        return True
    except RefereeError as refusal:
        return _MARK in data or refusal.code not in _NOTHING
    except Exception:  # whatever it is, it is met again and reported when the mail is received
        return True
