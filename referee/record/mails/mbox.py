"""The mails of a mailbox file in the mbox format: one after the other, each under a line `From sender date`.

The standard library cuts at every line that begins with `From `, as a player's words may; here a cut is followed by the
header of a mail, and comes after a blank line, unless it has the date of a postmark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

POSTMARK = b"From "
HEADER = re.compile(rb"[!-9;-~]{1,76}:")
"""How a header of a mail begins."""
BAR = b"\1\1\1\1"
"""The line between two mails of a mailbox in the form MMDF."""

_DAY = rb"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_DATE = rb"(?:[A-Z][a-z]{2} +[0-9]{1,2}|[0-9]{1,2} +[A-Z][a-z]{2})"
_DATED = rb"From \S+ +" + _DAY + rb",? +" + _DATE + rb" [^\r\n]*[0-9]:[0-9]{2}[^\r\n]*[\r\n]*"
_BEFORE = 64
_BLANKS = b"\r\n"


def split_mbox(data: bytes) -> tuple[bytes, ...]:
    """The mails of a mailbox file, or the one mail that it is. A postmark stays with its mail."""
    if not is_mailbox(data):
        return (data,)
    return tuple(split_mbox_lines(data.splitlines(keepends=True), len(data)))


def is_mailbox(begins: bytes) -> bool:
    """Whether what begins so is a mailbox; blank lines may stand before it."""
    return begins[:_BEFORE].lstrip(_BLANKS).startswith((POSTMARK, BAR))


def beginning_of(lines: Iterator[bytes]) -> list[bytes]:
    """So many lines that `is_mailbox` can be told by them: the first one with something in it, and those before it."""
    begins: list[bytes] = []
    for line in lines:
        begins.append(line)
        if line.strip(_BLANKS) or len(begins) == _BEFORE:
            break
    return begins


def split_mbox_lines(lines: Iterable[bytes], limit: int) -> Iterator[bytes]:
    """The mails of a mailbox file that is read line by line: no more than one of them is held at a time.

    Of a mail that is longer than `limit` bytes so much is given that it is seen to be longer.
    """
    postmark, blank = b"", True
    pieces: list[bytes] = []
    size = 0
    for line in lines:
        if postmark:
            if HEADER.match(line) and pieces:
                yield from _mail(pieces, limit)
                pieces, size = [], 0
            pieces.append(postmark)
            postmark = b""
        if line.startswith(BAR) and not line.strip(_BLANKS + BAR):
            yield from _mail(pieces, limit)
            pieces, size = [], 0
        elif line.startswith(POSTMARK) and (blank or re.fullmatch(_DATED, line)):
            postmark = line
        elif size <= limit:
            pieces.append(line)
            size += len(line)
        blank = not line.strip(_BLANKS)
    yield from _mail([*pieces, postmark], limit)


def _mail(pieces: list[bytes], limit: int) -> Iterator[bytes]:
    """The mail that is made of these lines, unless it is blank."""
    mail = b"".join(pieces)[: limit + 1]
    if mail.strip(_BLANKS):
        yield mail
