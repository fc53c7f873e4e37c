"""The mails of a mailbox file in the mbox format: one after the other, each under a line `From sender date`.

A mail that is no such file is one mail. The standard library reads mailboxes by their path alone, and cuts at every
line that begins with `From `, as a player's words may; here a cut is followed by the header of a mail.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

POSTMARK = b"From "
HEADER = re.compile(rb"[!-9;-~]{1,76}:")
"""How a header of a mail begins."""


def messages(data: bytes) -> tuple[bytes, ...]:
    """The mails of a mailbox file, or the one mail that it is. A postmark stays with its mail."""
    if not data.startswith(POSTMARK):
        return (data,)
    return tuple(messages_of_lines(data.splitlines(keepends=True), len(data)))


def messages_of_lines(lines: Iterable[bytes], limit: int) -> Iterator[bytes]:
    """The mails of a mailbox file that is read line by line: no more than one of them is held at a time.

    Of a mail that is longer than `limit` bytes so much is given that it is seen to be longer.
    """
    postmark, blank = b"", True
    pieces: list[bytes] = []
    size = 0
    for line in lines:
        if postmark:
            if HEADER.match(line) and pieces:
                yield b"".join(pieces)[: limit + 1]
                pieces, size = [], 0
            pieces.append(postmark)
            postmark = b""
        if blank and line.startswith(POSTMARK):
            postmark = line
        elif size <= limit:
            pieces.append(line)
            size += len(line)
        blank = not line.strip(b"\r\n")
    mail = b"".join([*pieces, postmark])[: limit + 1]
    if mail:
        yield mail
