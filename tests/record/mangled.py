"""What mail does to notes, what people do with mail, and what must come of it: the vectors of the tolerant reader.

`HEALED` and `HEALED_LATER` give the one note of `MOVE`, `SEVERAL` the notes named, with remarks on what was left out;
`REFUSED` nothing, but for those that are in `HEALED_LATER` too.
"""

from __future__ import annotations

import base64
import quopri
import textwrap
from collections.abc import Callable
from typing import Any

from referee.crypto import sshsig
from referee.record.note import BEGIN, END
from tests.crypto.second import signature_blob, ssh_signature
from tests.record.examples import FULL, SMALL, key_of, signed_example, word

MOVE = signed_example(FULL["move"])
OLD = signed_example(SMALL["move"])
ACK = signed_example(FULL["ack"])
NOTE = MOVE.armoured()
LINES = NOTE.split("\n")[:-1]
SEED = word("referee test key anna")
NBSP = "\u00a0"

Mangling = Callable[[], str | bytes]


def each(change: Callable[[str], str]) -> Callable[[], str]:
    """The note with every line changed."""
    return lambda: "\n".join(change(line) for line in LINES) + "\n"


def replaced(old: str, new: str) -> Callable[[], str]:
    """The note with `new` for `old`."""

    def mangle() -> str:
        assert old in NOTE, old
        return NOTE.replace(old, new)

    return mangle


def rewrapped(width: int, join: str = "\n") -> str:
    """The note with its signature in lines of another width."""
    start, end = LINES.index(sshsig.BEGIN) + 1, LINES.index(sshsig.END)
    text = "".join(LINES[start:end])
    lines = [text[at : at + width] for at in range(0, len(text), width)]
    return "\n".join([*LINES[:start], join.join(lines), *LINES[end:]]) + "\n"


def wrapped(width: int) -> str:
    """The note with every line broken at `width` columns."""
    return "\n".join(line[at : at + width] for line in LINES for at in range(0, len(line), width)) + "\n"


STYLES = r"{\fonttbl{\f0\fswiss Helvetica;}}{\colortbl;\red0\green0\blue0;}{\*\generator Riched20;}\viewkind4\uc1"


def rich_text(text: str, head: str = "") -> str:
    """A text as a word processor saves it."""
    plain = text.replace("\\", r"\\").replace("{", r"\{").replace("}", r"\}")
    return "{\\rtf1\\ansi" + head + "\\pard\\f0\\fs24 " + plain.replace("\n", "\\par\n") + "}"


def cut_between_words(width: int) -> str:
    """The note with every longer line cut between words, and a word that is longer cut as well."""
    return "\n".join(part for line in LINES for part in textwrap.wrap(line, width, break_on_hyphens=False)) + "\n"


def mime(*parts: tuple[str, str, bytes], kind: str = "mixed") -> str:
    """A MIME mail of (content type, transfer encoding, encoded bytes)."""
    mail = "From: anna@example.org\nSubject: my move\nMIME-Version: 1.0\n"
    mail += f'Content-Type: multipart/{kind}; boundary="xyz"\n\nThis is a message in parts.\n'
    for content_type, encoding, data in parts:
        mail += (
            f"--xyz\nContent-Type: {content_type}\nContent-Transfer-Encoding: {encoding}\n\n{data.decode('ascii')}\n"
        )
    return mail + "--xyz--\n"


def quoted_printable(text: str) -> bytes:
    return quopri.encodestring(text.encode(), quotetabs=True)


def in_base64(text: str | bytes) -> bytes:
    return base64.encodebytes(text if isinstance(text, bytes) else text.encode())


def html(text: str, line_end: str = "<br>\n") -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace("\\", "&#92;")
    return f"<html><body><div dir=ltr>{escaped.rstrip().replace(chr(10), line_end)}</div><p>bye</p></body></html>"


def with_signature(blob: bytes) -> str:
    """The body of the move under another signature block."""
    return "\n".join([BEGIN, MOVE.body.decode() + "\n".join(sshsig.armour(blob)), END, ""])


def forged(**changes: Any) -> str:
    """The move under a valid signature in another shape."""
    namespace = changes.pop("namespace", b"move@referee.pbem")
    signature = ssh_signature(SEED, namespace, MOVE.body, changes.get("hash_name", b"sha512").decode())
    return with_signature(signature_blob(key_of("anna").public, namespace, signature, **changes))


HEALED: dict[str, Mangling] = {
    "as it was sent": lambda: NOTE,
    "a byte order mark before BEGIN": lambda: "\ufeff" + NOTE,
    "a byte order mark before a mail in MIME": lambda: (
        b"\xef\xbb\xbf" + mime(("text/plain", "8bit", NOTE.encode())).encode()
    ),
    "UTF-16, little end first": lambda: b"\xff\xfe" + NOTE.encode("utf-16-le"),
    "UTF-16, big end first": lambda: b"\xfe\xff" + NOTE.encode("utf-16-be"),
    "UTF-16 without a mark": lambda: NOTE.encode("utf-16-le"),
    "UTF-16 without a mark, big end first": lambda: NOTE.encode("utf-16-be"),
    "UTF-16 with CRLF": lambda: NOTE.replace("\n", "\r\n").encode("utf-16"),
    "RTF": lambda: rich_text(NOTE),
    "RTF of a word processor, with fonts and styles": lambda: rich_text(NOTE, STYLES),
    "cut at 40 columns between words": lambda: cut_between_words(40),
    "cut at 72 columns between words": lambda: cut_between_words(72),
    "cut at 40 columns": lambda: wrapped(40),
    "cut at 50 columns": lambda: wrapped(50),
    "one paragraph": lambda: " ".join(LINES),
    "one paragraph, cut at 76 columns": lambda: textwrap.fill(" ".join(LINES), 76, break_on_hyphens=False),
    "one paragraph, quoted": lambda: textwrap.indent(textwrap.fill(" ".join(LINES), 74, break_on_hyphens=False), "> "),
    "one paragraph with words around": lambda: f"Hello Hanna, {' '.join(LINES)} Regards, Anna",
    "the text one paragraph, the signature not": lambda: NOTE.replace(
        MOVE.body.decode(), MOVE.body.decode().replace("\n", " ") + "\n"
    ),
    "CRLF": lambda: NOTE.replace("\n", "\r\n"),
    "CR": lambda: NOTE.replace("\n", "\r"),
    "CR CR LF": lambda: NOTE.replace("\n", "\r\r\n"),
    "no line end at the end": lambda: NOTE.rstrip("\n"),
    "quoted": each(lambda line: f"> {line}"),
    "quoted twice": each(lambda line: f">> {line}"),
    "quoted twice with blanks": each(lambda line: f"> > {line}"),
    "quoted with a bar": each(lambda line: f"| {line}"),
    "quoted with no blank": each(lambda line: f">{line}"),
    "indented": each(lambda line: f"    {line}"),
    "indented with a tab": each(lambda line: f"\t{line}"),
    "indented with no-break spaces": each(lambda line: f"{NBSP}{NBSP}{line}"),
    "blanks at the end of each line": each(lambda line: f"{line}   "),
    "tabs at the end of each line": each(lambda line: f"{line}\t"),
    "no-break spaces for all blanks": lambda: NOTE.replace(" ", NBSP),
    "no-break spaces in Latin-1": lambda: NOTE.replace(" ", NBSP).encode("latin-1"),
    "a blank line behind each line": lambda: NOTE.replace("\n", "\n\n"),
    "blank lines that are quoted": lambda: NOTE.replace("\n", "\n> \n"),
    "format=flowed stuffing": each(lambda line: f" {line}"),
    "signature in lines of 76": lambda: rewrapped(76),
    "signature in lines of 50": lambda: rewrapped(50),
    "signature in one line": lambda: rewrapped(10_000),
    "signature with blanks inside": lambda: rewrapped(10, " "),
    "words before and behind": lambda: f"Hello,\nhere is my move:\n\n{NOTE}\nBye\n-- \nAnna, sent from a pot\n",
    "a list footer": lambda: f"{NOTE}_______________\nplayers mailing list\nhttps://lists.example.org/\n",
    "twice": lambda: NOTE + NOTE,
    "once bare and once quoted": lambda: NOTE + each(lambda line: f"> {line}")(),
    "mbox, From quoted": lambda: f"From anna Thu Nov 20\nSubject: x\n\n{NOTE}>From here on only words.\n",
    "plain headers": lambda: f"From: a@example.org\nTo: b@example.org\nSubject: {BEGIN[:9]}\n\n{NOTE}",
    "quoted-printable": lambda: mime(("text/plain; charset=utf-8", "quoted-printable", quoted_printable(NOTE))),
    "base64 part": lambda: mime(("text/plain; charset=utf-8", "base64", in_base64(NOTE))),
    "attachment of unknown type": lambda: mime(
        ("text/plain", "7bit", b"see attachment"), ("application/octet-stream", "base64", in_base64(NOTE))
    ),
    "UTF-16 part": lambda: mime(("text/plain; charset=utf-16", "base64", in_base64(NOTE.encode("utf-16")))),
    "unknown charset": lambda: mime(("text/plain; charset=klingon", "7bit", NOTE.encode())),
    "HTML only": lambda: mime(("text/html", "base64", in_base64(html(NOTE)))),
    "HTML in paragraphs": lambda: mime(("text/html", "base64", in_base64(html(NOTE, "</p>\n<p>")))),
    "HTML preformatted": lambda: mime(("text/html", "base64", in_base64(f"<pre class=x>{html(NOTE, chr(10))}</pre>"))),
    "HTML wrapped in its source": lambda: mime(
        ("text/html", "base64", in_base64(html(NOTE).replace("place temple", "place\n  temple")))
    ),
    "text and HTML": lambda: mime(
        ("text/plain", "7bit", NOTE.encode()), ("text/html", "base64", in_base64(html(NOTE))), kind="alternative"
    ),
    "a character set with NUL": lambda: mime(('text/plain; charset="utf-8\0"', "7bit", NOTE.encode())),
    "a character set of RFC 2231 with NUL": lambda: mime(("text/plain; charset*=utf-8\0''x", "7bit", NOTE.encode())),
    "a character set of RFC 2231 in pieces that do not fit": lambda: mime(
        ("text/plain; charset*=utf-8''x; charset*1=y", "7bit", NOTE.encode())
    ),
    "a mail inside a mail": lambda: mime(("message/rfc822", "7bit", f"Subject: fwd\n\n{NOTE}".encode())),
    "another valid signature block of 70 columns": lambda: rewrapped(70),
}

DAMAGED_BODY = NOTE.replace("place temple F7", "place temple F8")

# name: (mail, notes by name, number of remarks)
SEVERAL: dict[str, tuple[Mangling, tuple[str, ...], int]] = {
    "a reply that quotes an older note above": (
        lambda: "".join(f"> {line}\n" for line in OLD.armoured().split("\n")) + NOTE,
        ("OLD", "MOVE"),
        0,
    ),
    "the new note above the quoted one": (
        lambda: NOTE + "".join(f"> {line}\n" for line in OLD.armoured().split("\n")),
        ("MOVE", "OLD"),
        0,
    ),
    "half a note above a whole one": (lambda: "> " + "\n> ".join(LINES[:9]) + "\n" + NOTE, ("MOVE",), 1),
    "half a note below a whole one": (lambda: NOTE + "\n".join(LINES[:9]) + "\n", ("MOVE",), 1),
    "a half with a whole signature block, then a whole": (lambda: "\n".join(LINES[:-1]) + "\n" + NOTE, ("MOVE",), 1),
    "note, unfinished note, the same note": (lambda: NOTE + "\n".join(LINES[:4]) + "\n" + NOTE, ("MOVE",), 1),
    "an older note damaged in its body": (lambda: OLD.armoured().replace("step 1", "step 2") + NOTE, ("MOVE",), 1),
    "a damaged copy and a sound one": (lambda: DAMAGED_BODY + NOTE, ("MOVE",), 1),
    "a sound copy and a damaged one": (lambda: NOTE + DAMAGED_BODY, ("MOVE",), 1),
    "a copy with a damaged signature": (lambda: NOTE.replace("U1NIU0lH", "U1NIU0lI", 1) + NOTE, ("MOVE",), 1),
    "a bundle": (lambda: NOTE + ACK.armoured() + OLD.armoured(), ("MOVE", "ACK", "OLD"), 0),
    "different notes in text and HTML": (
        lambda: mime(("text/plain", "7bit", NOTE.encode()), ("text/html", "base64", in_base64(html(OLD.armoured())))),
        ("MOVE", "OLD"),
        0,
    ),
    "a note in each of two attachments": (
        lambda: mime(
            ("text/plain; name=a", "base64", in_base64(ACK.armoured())), ("text/plain", "7bit", NOTE.encode())
        ),
        ("ACK", "MOVE"),
        0,
    ),
    "a note beside HTML with a number of 5,000 digits": (
        lambda: mime(
            ("text/html", "7bit", b"&#" + b"1" * 5000 + b";"), ("text/plain", "7bit", NOTE.encode()), kind="alternative"
        ),
        ("MOVE",),
        1,
    ),
    "an armour that holds no note, in a footer": (lambda: f"{NOTE}{BEGIN}\nbuy now\n{END}\n", ("MOVE",), 1),
}

TRUNK = "\n".join(LINES[1:])

# name: (mail, class of the refusal, what it says)
REFUSED: dict[str, tuple[Mangling, str, str]] = {
    "nothing": (lambda: "", "Unreadable", "no note"),
    "words only": (lambda: "Hello, I pass.\n", "Unreadable", "no note"),
    "no armour": (lambda: "\n".join(LINES[1:-1]), "Unreadable", "outside BEGIN and END lines"),
    "BEGIN is missing": (lambda: TRUNK, "Unreadable", "outside BEGIN and END lines"),
    "END is missing": (lambda: "\n".join(LINES[:-1]), "Unreadable", "has no end"),
    "a signature block alone": (
        lambda: "\n".join(LINES[LINES.index(sshsig.BEGIN) : -1]),
        "Unreadable",
        "outside BEGIN",
    ),
    "quoted note and a bare note": (
        lambda: each(lambda line: f"> {line}")() + ACK.body.decode(),
        "Unreadable",
        "outside BEGIN and END lines",
    ),
    "note and a second signature block": (
        lambda: NOTE + "\n".join(LINES[LINES.index(sshsig.BEGIN) : -1]) + "\n",
        "Unreadable",
        "outside BEGIN and END lines",
    ),
    "one paragraph, an order changed": (
        lambda: " ".join(LINES).replace("temple F7", "temple F8"),
        "Unreadable",
        "joined or cut the lines",
    ),
    "cut at 40 columns, an order changed": (
        lambda: wrapped(40).replace("temple F7", "temple F8"),
        "Unreadable",
        "joined or cut the lines",
    ),
    "one order changed": (lambda: DAMAGED_BODY, "NotAuthentic", "does not fit"),
    "smart quotes": (replaced("Gr\\u{fc}\\u{df}e", "\u201cGr\u201d"), "NotAuthentic", "does not fit"),
    "an ellipsis": (replaced("say \\u{2026}", "say \u2026"), "NotAuthentic", "does not fit"),
    "em dashes for hyphens": (lambda: NOTE.replace("--", "\u2014"), "Unreadable", "outside BEGIN and END lines"),
    "capitals at line beginnings": (each(lambda line: line[:1].upper() + line[1:]), "Unreadable", "begins with"),
    "one capital": (replaced("\ndo place", "\nDo place"), "NotAuthentic", "does not fit"),
    "translated": (replaced("do place temple F7", "do colloca tempio F7"), "NotAuthentic", "does not fit"),
    "autolinked": (replaced("aus Ulm!", "aus Ulm! <https://example.org>"), "NotAuthentic", "does not fit"),
    "blanks doubled": (replaced("place temple", "place  temple"), "NotAuthentic", "does not fit"),
    "a tab for a blank": (replaced("place temple", "place\ttemple"), "NotAuthentic", "does not fit"),
    "an order more": (replaced("\npin ", "\ndo pass\npin "), "NotAuthentic", "does not fit"),
    "VT for a line end": (replaced("\nstep", "\x0bstep"), "NotAuthentic", "does not fit"),
    "NEL for a line end": (replaced("\nstep", "\x85step"), "NotAuthentic", "does not fit"),
    "U+2028 for a line end": (replaced("\nstep", "\u2028step"), "NotAuthentic", "does not fit"),
    "a zero-width space": (replaced("anna", "an\u200bna"), "NotAuthentic", "does not fit"),
    "another version": (replaced("referee/1 move", "referee/2 move"), "Unreadable", "referee/2"),
    "another type in the first line": (replaced("referee/1 move", "referee/1 step"), "NotAuthentic", "made for"),
    "a bit of the signature flipped": (lambda: _flipped_signature(), "NotAuthentic", "does not fit"),
    "base64 with bits left over": (lambda: _bits_left_over(), "NotAuthentic", "one spelling"),
    "signature cut short": (lambda: _cut_signature(), "NotAuthentic", "ends too early"),
    "no signature": (
        lambda: f"{BEGIN}\n{MOVE.body.decode()}{END}\n",
        "Unreadable",
        "one text and then one signature block",
    ),
    "two signature blocks": (
        lambda: NOTE.replace(END, "\n".join(LINES[LINES.index(sshsig.BEGIN) : -1]) + f"\n{END}"),
        "Unreadable",
        "one signature block",
    ),
    "signature before the text": (
        lambda: "\n".join([BEGIN, *LINES[LINES.index(sshsig.BEGIN) : -1], MOVE.body.decode() + END, ""]),
        "Unreadable",
        "then one signature block",
    ),
    "text between body and signature": (replaced(sshsig.BEGIN, f"hello\n{sshsig.BEGIN}"), "NotAuthentic", "does not"),
    "text behind the signature": (replaced(sshsig.END, f"{sshsig.END}\nhello"), "Unreadable", "nothing behind"),
    "version 2 of SSHSIG": (lambda: forged(version=2), "NotAuthentic", "version 1"),
    "signed with sha256": (lambda: forged(hash_name=b"sha256"), "NotAuthentic", "sha512"),
    "reserved field filled": (lambda: forged(reserved=b"x"), "NotAuthentic", "reserved"),
    "bytes behind the signature": (lambda: forged(behind=b"x"), "NotAuthentic", "behind"),
    "security key": (lambda: forged(key_type=b"sk-ssh-ed25519@openssh.com"), "NotAuthentic", "ssh-ed25519"),
    "signed for another type": (lambda: forged(namespace=b"step@referee.pbem"), "NotAuthentic", "made for"),
    "signed for git": (lambda: forged(namespace=b"git"), "NotAuthentic", "made for"),
    "signed for files": (lambda: forged(namespace=b"file"), "NotAuthentic", "made for"),
    "more than a mebibyte": (lambda: NOTE + "x\n" * 2**19, "Unreadable", "1048576 bytes"),
    "a note of more than 64 KiB": (
        lambda: NOTE.replace("say \\u{2026}\n", "say hello\n" * 7000),
        "Unreadable",
        "65536 bytes",
    ),
    "a note of more than 4096 lines": (lambda: NOTE.replace("say \\u{2026}\n", "say x\n" * 4100), "Unreadable", "4096"),
    "gzip": (lambda: _gzipped(), "Unreadable", "no note"),
    "Content-Encoding: gzip": (
        lambda: (
            "Content-Type: text/plain\nContent-Encoding: gzip\nContent-Transfer-Encoding: base64\n\n"
            + in_base64(_gzipped()).decode()
        ),
        "Unreadable",
        "no note",
    ),
    "HTML with a number of 5,000 digits": (
        lambda: "Content-Type: text/html\n\n<p>&#" + "1" * 5000 + ";</p>" + html(NOTE),
        "Unreadable",
        "a part of this mail cannot be read",
    ),
    "a report of delivery in more blocks than one has": (
        lambda: "Content-Type: message/delivery-status\n\n" + "a: b\n\n" * 3000 + NOTE,
        "Unreadable",
        "too many parts",
    ),
    "more parts than a mail has": (lambda: _nested(500), "Unreadable", "too many parts"),
}


def _pieces(text: str, size: int) -> list[bytes]:
    return [text[at : at + size].encode() for at in range(0, len(text), size)]


def _flipped_signature() -> str:
    flipped = bytes([MOVE.signature[0] ^ 1]) + MOVE.signature[1:]
    return with_signature(sshsig.blob(MOVE.key, MOVE.namespace, flipped))


def _bits_left_over() -> str:
    last = LINES[-3]
    body = last.rstrip("=")
    return NOTE.replace(last, body[:-1] + chr(ord(body[-1]) + 1) + last[len(body) :])


def _cut_signature() -> str:
    return "\n".join(line for line in LINES if line != LINES[-3]) + "\n"


def _gzipped() -> bytes:
    import gzip

    packed = bytearray(gzip.compress(NOTE.encode(), mtime=0))
    packed[9] = 3  # the system that packed it: versions of Python name different ones
    return bytes(packed)


def _nested(depth: int) -> str:
    mail = "MIME-Version: 1.0\n"
    for level in range(depth):
        mail += f"Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n"
    return mail + f"Content-Type: text/plain\n\n{NOTE}\n"


TAKEN_NOW = (
    "em dashes for hyphens",
    "VT for a line end",
    "NEL for a line end",
    "U+2028 for a line end",
    "a zero-width space",
    "HTML with a number of 5,000 digits",
    "a report of delivery in more blocks than one has",
    "more parts than a mail has",
)
"""Of `REFUSED`: what was refused once, by `mails.json`, and is healed by now: the signature says that it was right."""

HEALED_LATER: dict[str, Mangling] = {
    **{why: REFUSED[why][0] for why in TAKEN_NOW},
    "zero-width spaces at line ends": each(lambda line: f"{line}\u200b"),
    "soft hyphens in long words": each(lambda line: f"{line[:40]}\u00ad{line[40:]}" if len(line) > 50 else line),
    "en dashes for two hyphens": lambda: NOTE.replace("--", "\u2013"),
    "dashes of three and of two hyphens": lambda: NOTE.replace("---", "\u2014").replace("--", "\u2013"),
    "hyphens that do not break": lambda: NOTE.replace("-", "\u2011"),
    "quoted with a name": each(lambda line: f"Anna> {line}"),
    "quoted with a drawn bar": each(lambda line: f"\u2502 {line}"),
    "lines of a diff": each(lambda line: f"+{line}"),
    "numbered": lambda: "".join(f"{at:3}: {line}\n" for at, line in enumerate(LINES, 1)),
    "a backslash at the end of each line": each(lambda line: f"{line}\\"),
    "base64 and a blank": lambda: mime(("text/plain", "base64 ", in_base64(NOTE))),
    "base64 in quotation marks": lambda: mime(("text/plain", '"base64"', in_base64(NOTE))),
    "base64 with a footer of three letters more": lambda: mime(
        ("text/plain", "base64", in_base64(NOTE) + b"_______\nlistxxx\n")
    ),
    "base64 that is quoted": lambda: "".join(f"> {line}\n" for line in in_base64(NOTE).decode().splitlines()),
    "base64 in base64": lambda: mime(("text/plain", "base64", in_base64(in_base64(NOTE)))),
    "a mail in base64 in a mail": lambda: mime(
        ("message/rfc822", "base64", in_base64(mime(("text/plain", "base64", in_base64(NOTE)))))
    ),
    "a blank line before the header": lambda: "\n" + mime(("text/plain", "base64", in_base64(NOTE))),
    "a blank before the colon": lambda: mime(("text/plain", "base64", in_base64(NOTE))).replace(": ", " : "),
    "parts without their boundary": lambda: mime(("text/plain", "base64", in_base64(NOTE))).replace(
        '; boundary="xyz"', ""
    ),
    "an indented note behind the headers": lambda: (
        "From: a@example.org\nContent-Type: text/plain\n\n" + each(lambda line: f"    {line}")()
    ),
    "blanks for the pluses of the signature": lambda: (
        NOTE[: NOTE.index(sshsig.BEGIN)] + NOTE[NOTE.index(sshsig.BEGIN) :].replace("+", " ")
    ),
    "signed by S/MIME, in its wrapping": lambda: (
        "Content-Type: application/pkcs7-mime; smime-type=signed-data\nContent-Transfer-Encoding: base64\n\n"
        + in_base64(
            b"0\x80\x06\t*\x86H\x86" * 40
            + b"\x04\x82\x03\xe8".join(_pieces(mime(("text/plain", "base64", in_base64(NOTE))), 1000))
            + b"\x00\xff\x01" * 300
        ).decode()
    ),
    "RTF with half of a letter": lambda: rich_text(NOTE).replace(r"\par", r"\u-10240?\par", 1),
}
"""What is healed since."""

NAMES = {signed.id: name for name, signed in (("MOVE", MOVE), ("OLD", OLD), ("ACK", ACK))}
