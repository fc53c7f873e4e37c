"""Mailboxes: every mail of an mbox or a Maildir, and the notes in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from referee.kernel.errors import RefereeError, Unreadable
from referee.record import files
from referee.record.mails.unwrap import unwrap
from referee.record.mbox import messages_of_lines
from referee.record.names import MAILDIR
from referee.record.signed import FILE_LIMIT, SignedNote
from referee.record.store import RECORD_LIMIT

MAILS = 10_000
"""A mailbox has at most so many mails."""


def maildir(path: Path) -> Iterator[bytes]:
    """The mails of a Maildir; those that are too long for a note are passed over. Nothing is moved or marked.

    Raises:
        Unreadable: more mails, or more bytes, than anybody plays with. FileTrouble.
    """
    left = RECORD_LIMIT
    names = [path / box / name for box in MAILDIR for name in files.names(path / box, MAILS)]
    _check_count(len(names))
    for place in names:
        data = files.read(place, FILE_LIMIT, cut=True)
        left -= len(data)
        _check_left(left)
        if len(data) <= FILE_LIMIT:
            yield data


def mbox(file: BinaryIO) -> Iterator[bytes]:
    """The mails of an mbox, open from its start. As `maildir`."""
    _check_left(RECORD_LIMIT - file.seek(0, 2))
    file.seek(0)
    for count, mail in enumerate(messages_of_lines(file, FILE_LIMIT), 1):
        _check_count(count)
        if len(mail) <= FILE_LIMIT:
            yield mail


def notes_of(mails: Iterable[bytes], *, named: bool = False) -> tuple[SignedNote, ...]:
    """The notes in mails whose signatures fit, in their order.

    Raises:
        Unreadable, NotAuthentic: only if `named`: why nothing can be taken from a file that somebody has named.
    """
    found: list[SignedNote] = []
    for mail in mails:
        try:
            found += unwrap(mail).signed_notes
        except RefereeError:  # a mail about something else
            if named:
                raise
    return tuple(found)


def _check_count(count: int) -> None:
    if count > MAILS:
        raise Unreadable("mailbox-too-many", limit=MAILS)


def _check_left(left: int) -> None:
    if left < 0:
        raise Unreadable("mailbox-too-long", limit=RECORD_LIMIT)
