"""The texts of a mail file: every part and attachment, decoded, as lines can be looked for in them.

Transfer encodings of MIME are undone by the standard library, HTML and RTF by leaving out what is no text. Nothing
is decompressed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.kernel.errors import Unreadable
from referee.record import rtf

if TYPE_CHECKING:
    from email.message import Message

_HEADER_LIMIT = 65536
_PARTS_LIMIT = 64
_BOUNDARIES_LIMIT = 8
_DELIMITERS_LIMIT = 2000
_CONTENT_HEADER_LIMIT = 2000
_FIRST_HEADER = re.compile(rb"\A(?:From [^\r\n]*\r?\n)?[!-9;-~]{1,76}:")
_BLANK_LINE = re.compile(rb"\r?\n\r?\n|\r\r")
_MIME_HEADER = re.compile(rb"(?:\A|[\r\n])(?:mime-version|content-type|content-transfer-encoding):", re.IGNORECASE)
_CONTENT_HEADER = re.compile(rb"^content-[a-z-]+:[^\n]*+(?:\n{1,2}[ \t][^\n]*+)*+", re.MULTILINE)
# Character sets of mail. Others are read as Latin-1: some codecs take quadratic time, and some give no text.
_CHARSETS = (
    "utf-8",
    "utf-16",
    "utf-32",
    "us-ascii",
    "iso-8859-",
    "iso-2022-",
    "windows-",
    "koi8-",
    "gb",
    "big5",
    "euc-",
)

_PREFORMATTED = re.compile(r"</?pre(?:[ \t\r\n][^<>]*)?>", re.IGNORECASE)
_LINE_TAG = re.compile(r"</?(?:br|p|div|li|ul|ol|tr|table|blockquote|hr|h[1-6])(?:[ \t\r\n/][^<>]*)?>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_SPACE = re.compile(r"[ \t\r\n]+")


def texts_of(mail: bytes) -> Iterator[str | Unreadable]:
    """Every text in a mail: the whole of it, or the parts of a MIME message; for a part that cannot be read, why.

    Raises:
        Unreadable: a MIME message with more parts than people's mail has.
    """
    mail = _in_utf8(mail)
    if mail.startswith(rtf.BEGIN):
        yield rtf.text_of_rtf(_decoded(mail, None))
        return
    if not _is_mime(mail):
        yield _decoded(mail, None)
        return
    _check_effort(mail)
    from email import message_from_bytes

    from referee.record.parts import Part

    for part in message_from_bytes(mail, Part).walk():
        if not part.is_multipart():
            yield _part_text(part)


def _in_utf8(mail: bytes) -> bytes:
    """A file that Windows has saved as "Unicode" in the coding of all others; a mark of its coding goes."""
    mail = mail.removeprefix(codecs.BOM_UTF8)
    even, odd = mail[:64:2].count(0), mail[1:64:2].count(0)
    if not mail.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and max(even, odd) < len(mail[:64]) // 4 + 1:
        return mail
    order = "utf-16-be" if mail.startswith(codecs.BOM_UTF16_BE) or even > odd else "utf-16-le"
    return mail.decode(order, "replace").removeprefix("\ufeff").encode("utf-8", "replace")


def _check_effort(mail: bytes) -> None:
    # The parser looks at each line once for each open boundary, calls itself for each nested part, and counts all
    # quotation marks of a header once for each of its parameters. Of a report of delivery it makes a message for each
    # blank line.
    lower = mail.lower().replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    parts, boundaries, delimiters = (lower.count(mark) for mark in (b"content-type:", b"boundary=", b"\n--"))
    longest = max((len(header) for header in _CONTENT_HEADER.findall(lower)), default=0)
    blocks = lower.count(b"\n\n") if b"message/delivery-status" in lower else 0
    lines = max(delimiters, blocks)
    too_many = parts > _PARTS_LIMIT or boundaries > _BOUNDARIES_LIMIT or lines > _DELIMITERS_LIMIT
    if too_many or longest > _CONTENT_HEADER_LIMIT:
        raise Unreadable("mail-too-many-parts")


def _is_mime(mail: bytes) -> bool:
    if not _FIRST_HEADER.match(mail):
        return False
    end = _BLANK_LINE.search(mail, 0, _HEADER_LIMIT)
    return end is not None and _MIME_HEADER.search(mail, 0, end.start()) is not None


def _part_text(part: Message) -> str | Unreadable:
    try:
        payload = part.get_payload(decode=True)
        text = _decoded(payload if isinstance(payload, bytes) else b"", part.get_content_charset())
        if text.startswith(rtf.BEGIN.decode()):
            return rtf.text_of_rtf(text)
        return text_of_html(text) if part.get_content_type() == "text/html" else text
    except ValueError:  # such as a character given by a number of thousands of digits
        return Unreadable("mail-part-unreadable")


def text_of_html(source: str) -> str:
    """What a reader of an HTML part sees, line by line; enough to find notes in it."""
    from html import unescape  # it holds a table of two thousand entities

    pieces = _PREFORMATTED.split(source)
    # A line end in the source is a blank to the reader, except in preformatted text: every second piece.
    pieces[::2] = [_SPACE.sub(" ", piece) for piece in pieces[::2]]
    text = _LINE_TAG.sub("\n", "\n".join(pieces))
    return unescape(_TAG.sub("", text))


def _decoded(data: bytes, charset: str | None) -> str:
    if charset is None or charset.startswith(_CHARSETS):
        try:
            return data.decode(charset or "utf-8")
        except (ValueError, LookupError):  # bytes that do not fit, or a name that is none
            pass
    return data.decode("latin-1")
