"""Bodies of notes, bent at random: the same ones under every Python. `python -m tests.record.bodies COUNT SEED` writes
a line for each: what this Python reads in it, and the body. `scripts/same_notes.py` compares them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from referee.kernel.errors import Unreadable
from referee.record.notes.codec import parse, render
from tests.record.examples import EVERY

BODIES = [render(note) for notes in EVERY for note in notes.values()]
"""Every published note."""
ALPHABET = b"abz019 -_AZ/+=\\u{}\n\r\t\0\x7f\x80\xa0\xff"
BEHIND = (b" ", b"  ", b" a", b" 0", b"-", b"\t", b"\r", b"\xa0")
"""What a line ends with, and should not."""


def bent_bodies(count: int, seed: int) -> Iterator[bytes]:
    """So many bodies, each with one to three changes: of a byte, of a line, or of the end of a line."""
    words = random.Random(seed)
    for _ in range(count):
        body = words.choice(BODIES)
        for _ in range(words.randint(1, 3)):
            body = _bend(body, words)
        yield body


def _bend(body: bytes, words: random.Random) -> bytes:
    change = words.randrange(7)
    at = words.randrange(len(body) + 1)
    if change < 3:
        put = b"" if change == 0 else bytes([words.choice(ALPHABET)])
        return body[:at] + put + body[at if change == 1 else at + 1 :]
    lines = body.split(b"\n")
    line = words.randrange(len(lines))
    if change == 3:
        lines[line - 1], lines[line] = lines[line], lines[line - 1]
    elif change == 4:
        lines.insert(line, lines[line])
    elif change == 5:
        lines[line] += words.choice(BEHIND)
    elif len(lines) > 1:
        del lines[line]
    return b"\n".join(lines)


def reading(body: bytes) -> str:
    """What is read in a body: the note with all its values, or why it is none, and where."""
    try:
        return repr(parse(body))
    except Unreadable as refusal:
        return f"{refusal.code} {refusal.at}"


if __name__ == "__main__":
    for one in bent_bodies(int(sys.argv[1]), int(sys.argv[2])):
        print(f"{reading(one)}\t{one!r}")
