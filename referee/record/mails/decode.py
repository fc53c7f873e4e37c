"""Codings of mail undone as far as they can be: whatever is odd in them, what can be decoded is.

The decoders of the standard library follow the letter of a coding, and give up, or leave out the rest, where a list has
put a footer behind base64 or two files follow each other. Nothing is decompressed.
"""

from __future__ import annotations

import binascii
import quopri
import re
from collections.abc import Iterator

_OUTSIDE = rb"[^A-Za-z0-9+/=]+"
_PIECE = rb"[A-Za-z0-9+/]+"
_NAMED = r"[a-z0-9-]+"
# The longest word of a line that letters of base64 make, and what may stand around it: quoting, a number, a bar.
_CODED = rb"(?:^|[^A-Za-z0-9+/])([A-Za-z0-9+/]{20,}={0,2})[^A-Za-z0-9+/=]*\Z"
_LAST_CODED = rb"(?:^|[^A-Za-z0-9+/=])([A-Za-z0-9+/]{1,76}={0,2})[^A-Za-z0-9+/=]*\Z"
_LEAST_CODED = 48
"""So many signs of base64 in a row are no word of any language."""
_UU_BEGIN = rb"(?m)^([^\nA-Za-z]{0,40})begin(?:-base64)? [0-7]{3,4} [^\n]+(?=\n|\Z)"
_UU_END = rb"(?m)^[^\nA-Za-z]{0,40}(?:end|====)[ \t]*(?=\n|\Z)"
_QUOTES = b" \t>|"


def coding_of(name: str) -> str:
    """The name of a transfer encoding, without what programs write around it: quotation marks, blanks, semicolons."""
    found = re.search(_NAMED, name.lower())
    return found[0] if found is not None else ""


def from_base64(coded: bytes) -> bytes:
    """What base64 holds, whatever stands between its signs. After a padding it begins anew; a sign too many goes."""
    out = []
    for piece in re.findall(_PIECE, re.sub(_OUTSIDE, b"", coded)):
        whole = piece[: len(piece) - 1] if len(piece) % 4 == 1 else piece
        out.append(binascii.a2b_base64(whole + b"=" * (-len(whole) % 4)))
    return b"".join(out)


def from_quoted_printable(coded: bytes) -> bytes:
    """What quoted-printable holds; what is not such an escape stays."""
    return quopri.decodestring(coded)


def in_base64(data: bytes) -> Iterator[bytes]:
    """The runs of base64 in a text, decoded, whatever is quoted, numbered or framed in it. A word of the text before a
    run may look like the beginning of it, so each is read from each of its first four signs.
    """
    for run in _runs(data):
        for start in range(4):
            yield from_base64(run[start:])


def _runs(data: bytes) -> Iterator[bytes]:
    run: list[bytes] = []
    before = -1
    for line in (*data.splitlines(), b"."):
        found = re.search(_CODED, line)
        if found is None and run:  # the last line of a run is short, and has around it what the others have
            found = re.search(_LAST_CODED, line)
            found = found if found is not None and found.start(1) == before else None
        if found is not None:
            run.append(found[1])
            before = found.start(1)
        elif line.strip(_QUOTES):
            if sum(map(len, run)) >= _LEAST_CODED:
                yield b"".join(run)
            run = []


def in_uu(data: bytes) -> Iterator[bytes]:
    """The files that are UUencoded in a text, decoded as far as each goes."""
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    at = 0
    while (begin := re.compile(_UU_BEGIN).search(data, at)) is not None:
        end = re.compile(_UU_END).search(data, begin.end())
        at = end.end() if end is not None else len(data)
        lines = data[begin.end() : end.start() if end is not None else None].splitlines()
        if b"begin-base64" in begin[0]:
            yield from_base64(b"".join(lines))
        else:
            yield b"".join(_uu_line(line.removeprefix(begin[1])) for line in lines)


def _uu_line(line: bytes) -> bytes:
    """A line of a UUencoded file; blanks at its end, which mail takes away, are put back."""
    if not 32 < (line[:1] or b" ")[0] <= 96:
        return b""
    size = (line[0] - 32) & 63
    try:
        return binascii.a2b_uu(line[: 1 + (size + 2) // 3 * 4])
    except binascii.Error:
        return b""
