"""The texts of a mail file: every part and attachment, decoded, as lines can be looked for in them.

Transfer encodings of MIME are decoded by the standard library, HTML and RTF by leaving out what is not text. Nothing is
decompressed.

Of RTF only the text is read: letters, line ends, and the two ways to write other letters.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, Any

from referee.kernel.errors import Unreadable
from referee.record.mails import html_text, mime_part
from referee.record.mails.decode import coding_of, from_base64
from referee.record.mails.letters import sayable
from referee.record.mails.unsupported import UnsupportedFile, unsupported_file

if TYPE_CHECKING:
    from email.message import Message


_HEADER_LIMIT = 65536
_PARTS_LIMIT = 64
_BOUNDARIES_LIMIT = 8
_DELIMITERS_LIMIT = 2000
_CONTENT_HEADER_LIMIT = 2000
_FIRST_HEADER = rb"\A(?:From [^\r\n]*(?:\r?\n|\r))?[!-9;-~]{1,76}:"
_BLANK_LINE = rb"\r?\n\r?\n|\r\r"
_MIME_HEADER = rb"(?i)(?:\A|[\r\n])(?:mime-version|content-type|content-transfer-encoding):"
_CONTENT_HEADER = rb"(?m)^content-[a-z-]+:[^\n]*(?:\n[ \t][^\n]*)*"
_MARKS = (b"\n-----begin referee note-----", b"\n-----end referee note-----", b"\n-----begin ssh ", b"\n-----end ssh ")
_WIDE = (
    ("utf-32-le", codecs.BOM_UTF32_LE),
    ("utf-32-be", codecs.BOM_UTF32_BE),
    ("utf-32-le", b"-\0\0\0"),
    ("utf-32-be", b"\0\0\0-"),
)
_WIDE_HEAD = 4096
_NAME_LIMIT = 60
RTF = r"{\rtf"
_WRAPPERS = ("message/partial", "message/external-body", "multipart/encrypted")
# Character sets of mail. Others are read as Latin-1: some codecs take quadratic time, and some give no text.
_SETS = ("utf-8", "utf-16", "utf-32", "us-ascii", "iso-8859-", "iso-2022-", "windows-", "koi8-", "gb", "big5", "euc-")


def mail_texts(mail: bytes) -> Iterator[str | Unreadable | UnsupportedFile]:
    """Every text in a mail: the whole of it, or the parts of a MIME message; for a part that cannot be read, why.
    Whatever has decoded a text, nothing is left in it that UTF-8 cannot say.

    Raises:
        Unreadable: a MIME message with more parts than people's mail has.
    """
    for text in _texts_of(mail):
        yield sayable(text) if isinstance(text, str) else text


def _texts_of(mail: bytes) -> Iterator[str | Unreadable | UnsupportedFile]:
    mail = in_utf8(mail)
    if mail.startswith(RTF.encode()):
        yield rtf_text(_decode_charset(mail, None))
        return
    if not _is_mime(mail):
        yield unsupported_file(mail) or _decode_charset(mail, None)
        return
    _check_effort(mail)
    from email import message_from_bytes

    made = count(1)

    def part_made(**given: Any) -> mime_part.MimePart:  # what no count before has seen makes too many of them as well
        if next(made) > _DELIMITERS_LIMIT:
            raise Unreadable("mail-too-many-parts")
        return mime_part.MimePart(**given)

    for part in message_from_bytes(mail, part_made).walk():
        if not part.is_multipart():
            yield _part_text(part)
        elif part.get_content_type() in _WRAPPERS:
            yield unsupported_file(b"", part.get_content_type()) or ""


def in_utf8(mail: bytes) -> bytes:
    """A file that Windows has saved as "Unicode" in the coding of all others; a mark of its coding goes."""
    for order, mark in _WIDE:
        if mail.startswith(mark) or 5 * mark in mail[:_WIDE_HEAD]:
            return mail.decode(order, "replace").removeprefix("\ufeff").encode("utf-8", "ignore")
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
    longest = max((len(header) for header in re.findall(_CONTENT_HEADER, lower)), default=0)
    blocks = lower.count(b"\n\n") if b"message/delivery-status" in lower else 0
    lines = max(delimiters - sum(map(lower.count, _MARKS)), blocks)
    too_many = parts > _PARTS_LIMIT or boundaries > _BOUNDARIES_LIMIT or lines > _DELIMITERS_LIMIT
    if too_many or longest > _CONTENT_HEADER_LIMIT:
        raise Unreadable("mail-too-many-parts")


def _is_mime(mail: bytes) -> bool:
    if not re.match(_FIRST_HEADER, mail):
        return False
    end = re.search(_BLANK_LINE, mail[:_HEADER_LIMIT])
    return end is not None and re.search(_MIME_HEADER, mail[: end.start()]) is not None


def _part_text(part: Message) -> str | Unreadable | UnsupportedFile:
    try:
        data = _payload(part)
        other = unsupported_file(data, part.get_content_type(), _name_of(part))
        if other is not None:
            return other
        text = _decode_charset(data, part.get_content_charset())
        if text.startswith(RTF):
            return rtf_text(text)
        if part.get_content_type() == "text/html":
            return html_text.html_text(text)
        return text
    except ValueError:  # such as a character given by a number of thousands of digits
        return Unreadable("mail-part-unreadable")


def _payload(part: Message) -> bytes:
    """What a part holds, decoded. Of base64 the whole is decoded: the standard library stops at the first padding, and
    decodes nothing where one sign too many follows.
    """
    if coding_of(str(part.get("Content-Transfer-Encoding", ""))) == "base64":
        del part["Content-Transfer-Encoding"]
        payload = part.get_payload(decode=True)
        return from_base64(payload) if isinstance(payload, bytes) else b""
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _name_of(part: Message) -> str | None:
    name = part.get_filename()
    return name[:_NAME_LIMIT] if isinstance(name, str) else None


def _decode_charset(data: bytes, charset: str | None) -> str:
    if charset is None or charset.startswith(_SETS):
        try:
            return data.decode(charset or "utf-8")
        except (ValueError, LookupError):  # bytes that do not fit, or no name of a coding
            pass
    return data.decode("latin-1")


_PIECE = r"(?i)\\([a-z]{1,32})(-?[0-9]{1,10})?[ ]?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)"
_DEEPEST = 200
_LINES = frozenset(("par", "line", "row", "sect", "page"))
_SIGNS = {"tab": "\t", "emdash": "\u2014", "endash": "\u2013", "lquote": "'", "rquote": "'"}
_NO_TEXT = frozenset(("fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "header", "footer", "listtable"))


class _Group:
    """What holds until a brace closes: whether it is text at all, and how many substitute letters follow a \\u."""

    def __init__(self, silent: bool = False, skip: int = 1) -> None:
        self.silent, self.skip = silent, skip


def rtf_text(source: str) -> str:
    """What a reader of a file in RTF sees, line by line."""
    groups, out, passed = [_Group()], [], 0
    for found in re.finditer(_PIECE, source):
        word, number, code, sign, brace, text = found.groups()
        here = groups[-1]
        if brace == "{" and len(groups) > _DEEPEST:
            break
        if brace == "{":
            groups.append(_Group(here.silent, here.skip))
        elif brace == "}":
            groups = groups[:-1] or [_Group()]
        elif sign == "*" or word in _NO_TEXT:
            here.silent = True
        elif word == "uc":
            here.skip = int(number or 1)
        elif not here.silent:
            told, passed = _text_of_piece(word, number, code, sign, text, passed, here.skip)
            out.append(told)
    return "".join(out)


def _text_of_piece(
    word: str | None, number: str | None, code: str | None, sign: str | None, text: str | None, passed: int, skip: int
) -> tuple[str, int]:
    """(what a piece says, how many letters after it are only substitutes for it)."""
    if word == "u":
        return chr(int(number or 0) % 0x10000), skip
    if word is not None:
        return "\n" if word in _LINES else _SIGNS.get(word, ""), 0
    if code is not None:
        return ("", passed - 1) if passed else (bytes.fromhex(code).decode("cp1252", "replace"), 0)
    if sign is not None:
        return {"~": "\u00a0", "_": "-", "\n": "\n", "\r": "\n", "-": ""}.get(sign, sign), 0
    told = text or ""
    return told[passed:], max(0, passed - len(told))
