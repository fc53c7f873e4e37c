"""Odd mails: what is odd in their coding, in their header, around their lines and in their letters, each with each.

`odd_mails` gives the same mails each time, by what is odd in them: first each oddity alone, then drawn ones of two to
four. What holds for every one: its notes are found, or its refusal says what to do; never that there is none in it.
`python -m tests.post.odd_mails [HOW_MANY]` counts them.
"""

from __future__ import annotations

import base64
import binascii
import quopri
import random
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping

from referee.kernel.errors import RefereeError
from referee.record.mails.unwrap import unwrap
from tests.support.frozen_notes import bundle

NOTES = bundle(12)
"""A move and the step note that enters it."""

Text = Callable[[str], str]
Coded = tuple[str, bytes]
"""The headers of a part, and its bytes."""


def _each(change: Callable[[int, str], str]) -> Text:
    return lambda text: "".join(f"{change(at, line)}\n" for at, line in enumerate(text.splitlines(), 1))


def _framed(front: str, back: str = "") -> Text:
    return _each(lambda _, line: f"{front}{line}{back}")


LINES: Mapping[str, Text] = {
    "": lambda text: text,
    "quoted with a name": _framed("Anna> "),
    "quoted with initials, twice": _framed(">> AB> "),
    "quoted with colons": _framed(": "),
    "quoted with a drawn bar": _framed("\u2502 "),
    "quoted with guillemets": _framed("\u00bb "),
    "quoted with percent signs": _framed("% "),
    "commented out": _framed("# "),
    "a list": _framed("* "),
    "lines of a diff": _framed("+"),
    "numbered": _each(lambda at, line: f"{at:3}: {line}"),
    "numbered without a blank": _each(lambda at, line: f"{at + 98}{line}"),
    "rows of a table": _each(lambda at, line: f"| {at} | {line} |"),
    "a backslash behind": _framed("", "\\"),
    "a tag behind": _framed("", "<br>"),
    "in quotation marks": _framed('"', '"'),
    "a string of a program": _framed('    "', '\\n"'),
    "indented": _framed("        "),
    "a blank line behind each": _framed("", "\n"),
    "cut at 60 columns, quoted with a name": lambda text: _framed("Anna> ")(
        "\n".join(part for line in text.splitlines() for part in textwrap.wrap(line, 60, break_on_hyphens=False))
    ),
}
"""What stands around lines."""


def _long_words(sign: str) -> Text:
    return lambda text: "".join(
        f"{line[:30]}{sign}{line[30:]}\n" if len(line) > 40 and not line.startswith("-----") else f"{line}\n"
        for line in text.splitlines()
    )


LETTERS: Mapping[str, Text] = {
    "": lambda text: text,
    "zero-width spaces in long words": _long_words("\u200b"),
    "zero-width spaces at line ends": _framed("", "\u200b"),
    "word joiners before lines": _framed("\u2060"),
    "soft hyphens": _long_words("\u00ad"),
    "line separators": lambda text: text.replace("\n", "\u2028"),
    "next lines": lambda text: text.replace("\n", "\u0085"),
    "vertical tabs": lambda text: text.replace("\n", "\x0b"),
    "em dashes": lambda text: text.replace("--", "\u2014"),
    "em dashes for three": lambda text: text.replace("---", "\u2014").replace("--", "\u2013"),
    "en dashes for two": lambda text: text.replace("--", "\u2013"),
    "hyphens that do not break": lambda text: text.replace("-", "\u2011"),
    "minus signs": lambda text: text.replace("-", "\u2212"),
    "narrow no-break spaces": lambda text: text.replace(" ", "\u202f"),
    "full-width letters": lambda text: "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in text),
    "halves of letters": lambda text: text.replace("\n", "\ud800\n"),
    "signs of nothing": _framed("\0"),
}
"""What becomes of letters."""


def _b64(data: bytes) -> bytes:
    return base64.encodebytes(data)


def _said(value: str, code: Callable[[bytes], bytes]) -> Callable[[bytes], Coded]:
    return lambda data: (f"Content-Transfer-Encoding: {value}\n", code(data))


def _uu(data: bytes) -> bytes:
    lines = (data[at : at + 45] for at in range(0, len(data), 45))
    return b"begin 644 0042.txt\n" + b"".join(map(binascii.b2a_uu, lines)) + b"`\nend\n"


def _footed(more: int) -> Callable[[bytes], bytes]:
    return lambda data: _b64(data) + b"_______\nlist" + b"x" * more + b"\n"


def _two(data: bytes) -> bytes:
    middle = data.find(b"\n", len(data) // 2) + 1
    padded = [half + b"\n" * ((1 - len(half)) % 3) for half in (data[:middle], data[middle:])]
    return b"".join(map(_b64, padded))


def _utf_7(text: str) -> str:
    return "".join("+AC0-" if sign == "-" else sign.encode("utf-7").decode() for sign in text)


CODINGS: Mapping[str, Callable[[bytes], Coded]] = {
    "": lambda data: ("", data),
    "base64 and a blank": _said("base64 ", _b64),
    "base64 and a tab": _said("base64\t", _b64),
    "base64 and a semicolon": _said("base64;", _b64),
    "base64 in quotation marks": _said('"base64"', _b64),
    "base64 in brackets": _said("base64 (by the gateway)", _b64),
    "base64 said twice": _said("7bit\nContent-Transfer-Encoding: base64", _b64),
    "base64 not said": lambda data: ("", _b64(data)),
    "base64 under another name": _said("quoted-printable", _b64),
    "base64 in one line": _said("8bit", base64.b64encode),
    "base64 quoted": lambda data: ("", b"".join(b"> " + line for line in _b64(data).splitlines(keepends=True))),
    "base64 quoted with a name": lambda data: (
        "",
        b"".join(b"Anna> " + line for line in _b64(data).splitlines(keepends=True)),
    ),
    "base64 behind words": lambda data: ("", b"Hello\n\nhere it is:\nmossa\n" + _b64(data)),
    "base64 twice": _said("base64", lambda data: _b64(_b64(data))),
    "base64 that begins anew": _said("base64", _two),
    "base64 with a footer": _said("base64", _footed(0)),
    "base64 with a longer footer": _said("base64", _footed(1)),
    "base64 with a footer of two more": _said("base64", _footed(2)),
    "base64 with a footer of three more": _said("base64", _footed(3)),
    "quoted-printable not said": lambda data: ("", quopri.encodestring(data, quotetabs=True)),
    "quoted-printable, misspelled": _said("quoted printable", quopri.encodestring),
    "quoted-printable of base64": _said("base64", lambda data: quopri.encodestring(_b64(data))),
    "a UUencoded file": lambda data: ("", b"See the file.\n\n" + _uu(data)),
    "a UUencoded file, quoted": lambda data: (
        "",
        b"".join(b"> " + line for line in _uu(data).splitlines(keepends=True)),
    ),
    "UTF-7": lambda data: ("", _utf_7(data.decode("utf-8", "ignore")).encode()),
    "coded as in an address": lambda data: (
        "",
        b"text=" + data.replace(b"%", b"%25").replace(b"+", b"%2B").replace(b" ", b"+").replace(b"\n", b"%0D%0A"),
    ),
    "UTF-16": lambda data: (
        "Content-Transfer-Encoding: base64\n",
        _b64(data.decode("utf-8", "ignore").encode("utf-16")),
    ),
}
"""How the text is coded, and what the header says of it."""

_HEAD = "From: anna@example.org\nTo: hanna@example.org\nSubject: la mia mossa\nMIME-Version: 1.0\n"
_TYPE = "Content-Type: text/plain; charset=utf-8\n"


def _one(headers: str, body: bytes) -> bytes:
    return f"{_HEAD}{_TYPE}{headers}\n".encode() + body


def _parts(opening: str, headers: str, body: bytes) -> bytes:
    end = b"\n--xyz\nContent-Type: text/plain\n\nbye\n--xyz--\n"
    return f"{_HEAD}{opening}--xyz\n{_TYPE}{headers}\n".encode() + body + end


_MIXED = 'Content-Type: multipart/mixed; boundary="xyz"\n'
_POSTMARK = b"From anna@example.org Sat Nov 28 19:18:07 2026\n"
_OTHER = b"From: aunt@example.org\nSubject: cake\n\nCome for cake.\n"

HEADERS: Mapping[str, Callable[[str, bytes], bytes]] = {
    "": _one,
    "a blank line before it": lambda headers, body: b"\n" + _one(headers, body),
    "a line of blanks before it": lambda headers, body: b"  \t\n" + _one(headers, body),
    "the file of a mail program with its length before it": lambda headers, body: (
        b"%d\n" % len(body) + _one(headers, body) + b'<?xml version="1.0"?>\n<plist><dict/></plist>\n'
    ),
    "a blank before each colon": lambda headers, body: (
        f"{_HEAD}{_TYPE}{headers}\n".replace(": ", " : ").encode() + body
    ),
    "a name that is not ASCII": lambda headers, body: "Pr\u00e9nom: Anna\n".encode() + _one(headers, body),
    "no header at all": lambda headers, body: body,
    "words before it": lambda headers, body: b"This is what he wrote:\n\n" + _one(headers, body),
    "in parts": lambda headers, body: _parts(f"{_MIXED}\n", headers, body),
    "in parts without their boundary": lambda headers, body: _parts("Content-Type: multipart/mixed\n\n", headers, body),
    "in parts under another boundary": lambda headers, body: _parts(
        'Content-Type: multipart/mixed; boundary="abc"\n\n', headers, body
    ),
    "in parts without a blank line before the first": lambda headers, body: _parts(_MIXED, headers, body),
    "a mail in base64": lambda headers, body: (
        _parts(f"{_MIXED}\n", "", b"see below")
        .replace(b"bye", _b64(_one(headers, body)))
        .replace(
            b"Content-Type: text/plain\n\n", b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
        )
    ),
    "a mail in quoted-printable": lambda headers, body: (
        f"{_HEAD}Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n".encode()
        + quopri.encodestring(_one(headers, body))
    ),
    "a mailbox without blank lines": lambda headers, body: (
        _POSTMARK + _OTHER + _POSTMARK + _one(headers, body.rstrip() + b"\n") + _POSTMARK + _OTHER
    ),
    "a mailbox behind blank lines": lambda headers, body: (
        b"\n\n" + _POSTMARK + _OTHER + b"\n" + _POSTMARK + _one(headers, body)
    ),
    "a mailbox with bars": lambda headers, body: b"".join(
        b"\1\1\1\1\n" + mail + b"\1\1\1\1\n" for mail in (_OTHER, _one(headers, body.rstrip() + b"\n"), _OTHER)
    ),
    "carriage returns": lambda headers, body: _one(headers, body).replace(b"\r\n", b"\n").replace(b"\n", b"\r"),
    "seventy mails in one": lambda headers, body: (
        _parts(f"{_MIXED}\n", "", b"\n".join([b"--xyz\nContent-Type: message/rfc822\n\n" + _OTHER] * 70))
        + _one(headers, body)
    ),
}
"""What is odd about the header or the frame of the mail."""

DIMENSIONS: tuple[Mapping[str, object], ...] = (CODINGS, HEADERS, LINES, LETTERS)


def mail_of(coding: str, header: str, lines: str, letters: str) -> bytes:
    """The notes in a mail that is odd in these ways; "" is nothing odd."""
    text = f"Ciao,\necco la mossa.\n\n{LINES[lines](LETTERS[letters](NOTES))}\nA presto\n"
    headers, body = CODINGS[coding](text.encode("utf-8", "surrogatepass"))
    return HEADERS[header](headers, body)


def odd_mails(count: int = 400, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """So many mails by what is odd in each; the first ones have one oddity each, then there are several."""
    words = random.Random(seed)
    alone = [
        tuple(name if at == place else "" for at in range(len(DIMENSIONS)))
        for place, dimension in enumerate(DIMENSIONS)
        for name in dimension
        if name
    ]
    known = set[tuple[str, ...]]()
    while len(known) < count:
        drawn = [words.choice(list(dimension)) if words.random() < 0.6 else "" for dimension in DIMENSIONS]
        ways = alone[len(known)] if len(known) < len(alone) else tuple(drawn)
        if ways not in known and any(ways):
            known.add(ways)
            coding, header, lines, letters = ways
            yield ", ".join(filter(None, ways)), mail_of(coding, header, lines, letters)


def outcome(mail: bytes) -> str:
    """`taken`, or why not, by codes: what is missing without a remark is `half`."""
    try:
        found = unwrap(mail)
    except RefereeError as refusal:
        return f"{refusal.code}/{getattr(refusal.hint, 'code', '-')}"
    if len(found.signed_notes) == 2:
        return "taken"
    return "half, told" if found.remarks else "half"


if __name__ == "__main__":
    told = [(outcome(mail), name) for name, mail in odd_mails(int(sys.argv[1]) if sys.argv[1:] else 400)]
    for why, name in told:
        if why != "taken":
            print(f"{why}: {name}")
    print(f"{sum(why == 'taken' for why, _ in told)} of {len(told)} taken")
