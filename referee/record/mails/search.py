"""A second look at a mail: the note itself is looked for.

What a header says of its part may be misspelled, doubled or missing; the note is in one of a few codings. Each is
decoded wherever it is found, and the result is searched again. A note that turns up is taken if it was signed.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections import deque
from collections.abc import Iterator
from html import unescape
from itertools import chain
from urllib.parse import unquote_to_bytes

from referee.record.mails import html_text
from referee.record.mails.decode import from_quoted_printable, in_base64, in_uu
from referee.record.mails.letters import in_ascii, sayable
from referee.record.mails.mime_text import RTF, in_utf8, rtf_text

DEEPEST = 3
"""Codings in codings: a mail forwarded whole by a list that codes all anew is two of them."""
_MOST = 64
_BYTES = 4 * 2**20
"""So much is looked at for one mail, with all that comes out of it."""
_PAGE_LIMIT = 2**18
"""A page of more bytes is not read as one a second time: the parser is the slowest of all."""

_MARK = re.compile(r"REFEREE|referee/1|SSH SIGNATURE")
_HALF_MARK = re.compile(r"(?:BEGIN|END)\s+REFEREE|REFEREE\s+NOTE|referee/1 [a-z]")
_ESCAPED = re.compile(rb"=(?:[0-9A-Fa-f]{2}|[ \t]*\r?\n)")
_SHIFTED = re.compile(rb"\+[A-Za-z0-9/]{3,}-")
_STRETCH = re.compile(rb"[\t\r\n -~]{12,}")
"""Text between signs that are none: what is signed by S/MIME stands so in its wrapping."""
_LEAST_TEXT = 200
_WIDE_MARKS = (BOM_UTF16_LE, BOM_UTF16_BE)
"""So begins a text in UTF-16, whatever its bytes look like."""
_TAGS = re.compile(r"(?i)<(?:html|body|div|p|br|td|span|pre|table|li)\b")
_CODED_PAGE = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{60,76}={0,2}\s{0,4}<")
_ENTITY = re.compile(r"&#?[a-zA-Z0-9]{2,8};")
_NO_LETTER = re.compile(r"&#(?:[0-9]{8}|[xX][0-9a-fA-F]{7})[0-9a-fA-F]*;?")
"""A number of so many digits is not a letter, and one of thousands is refused by every reader of numbers."""
_PROGRAM = re.compile(r"\\[nr,;\"/]")
_ESCAPES = {r"\n": "\n", r"\N": "\n", r"\r": "", r"\,": ",", r"\;": ";", r"\"": '"', r"\/": "/", r"\\": "\\"}


class Search:
    """The texts in which a note may lie, whatever a mail says of itself; `has_traces` once something like one was seen
    in any of them.
    """

    def __init__(self) -> None:
        self.has_traces = False
        self.bytes = _BYTES
        self.known: set[bytes] = set()

    def texts(self, mail: bytes) -> Iterator[str]:
        """Each text that has the mark of a note in it, unchanged and decoded, none twice."""
        mail = in_utf8(mail)
        waiting = deque([(mail, DEEPEST)] if _is_text(mail) else ())  # nobody's mail is a film
        while waiting and len(self.known) < _MOST:
            data, depth = waiting.popleft()
            if not data or len(data) > self.bytes or data in self.known:
                continue
            self.known.add(data)
            self.bytes -= len(data)
            text = sayable(_decode_text(data))
            plain = in_ascii(text)
            self.has_traces = self.has_traces or _HALF_MARK.search(plain) is not None
            has_mark = _MARK.search(plain) is not None
            if has_mark:
                yield text
            for inner in chain(_undo_codings(data), _read_otherwise(text, has_mark)) if depth else ():
                waiting.append((in_utf8(inner), depth - 1))
                if len(waiting) >= _MOST:
                    break


def _decode_text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        others, broken = len(text) - len(text.encode("ascii", "ignore")), text.count("\ufffd")
        return text if others > 2 * broken else data.decode("latin-1")  # a word behind base64 breaks its end alone


def _read_otherwise(text: str, has_mark: bool) -> Iterator[bytes]:
    """The text of a page, of a rich text, of a program's string, and with numbers for letters."""
    if text.startswith(RTF):
        yield rtf_text(text).encode("utf-8", "ignore")
    if len(text) <= _PAGE_LIMIT and (has_mark or _CODED_PAGE.search(text)) and _TAGS.search(text):
        yield html_text.html_text(_NO_LETTER.sub("", text)).encode("utf-8", "ignore")
    if has_mark and _ENTITY.search(text):
        yield unescape(_NO_LETTER.sub("", text)).encode("utf-8", "ignore")
    if has_mark and _PROGRAM.search(text):
        unfolded = re.sub(r"\r?\n[ \t]", "", text)
        yield re.sub(r"\\[nNr,;\"/\\]", lambda found: _ESCAPES[found[0]], unfolded).encode("utf-8", "ignore")


def _undo_codings(data: bytes) -> Iterator[bytes]:
    """The data decoded from each coding that it may be in."""
    if _ESCAPED.search(data):
        yield from_quoted_printable(data)
    if b"begin" in data:
        yield from in_uu(data)
    if _SHIFTED.search(data):
        yield data.decode("utf-7", "replace").encode("utf-8", "ignore")
    if b"%0A" in data or b"%0a" in data:
        yield unquote_to_bytes(data.replace(b"+", b" "))
    for inner in in_base64(data):
        if _is_text(inner):
            yield inner
        stretches = b"".join(_STRETCH.findall(inner))
        if _LEAST_TEXT <= len(stretches) < len(inner):
            yield stretches


def _is_text(data: bytes) -> bool:
    """Whether decoded bytes may be a text: pictures, and what was decoded from a wrong place, are not."""
    if b"REFEREE" in data or data.startswith(_WIDE_MARKS):
        return True
    head = data[:1024].replace(b"\0", b"")
    if sum(32 <= byte < 127 or byte in b"\r\n\t" for byte in head) * 10 >= len(head) * 8:
        return True
    try:  # the last letter of the head may be cut
        getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True
