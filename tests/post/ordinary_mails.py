"""Ordinary mails: the structures that mail programs, lists, gateways and people give to a text, which is notes here.

`ordinary_mails` gives the same ones each time: every container with every coding, way of quoting and footer; character
sets, forms of HTML and line ends take turns. `python -m tests.post.ordinary_mails` counts them.
"""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable, Iterator, Mapping
from html import escape
from itertools import cycle, product

from referee.kernel.errors import RefereeError
from referee.record.mails.unwrap import unwrap
from tests.support.frozen_notes import bundle

NOTES, OLD = bundle(12), bundle(11)
"""The notes that are sent, and those of the step before, which replies quote."""
HEAD = (
    "Return-Path: <anna@example.org>\nReceived: from a.example.org by b.example.org; Sat, 28 Nov 2026 19:18:07 +0000\n"
    "From: =?utf-8?q?Anna_B=C3=B6hm?= <anna@example.org>\nTo: Hanna <hanna@example.org>\n"
    "Subject: =?utf-8?b?TGEgbWlhIG1vc3Nh?=\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n"
)
_PICTURE = base64.encodebytes(bytes(range(256)) * 8).decode()

CODINGS: Mapping[str, Callable[[bytes], bytes]] = {
    "7bit": lambda data: data,
    "8bit": lambda data: data,
    "quoted-printable": lambda data: quopri.encodestring(data),
    "base64": base64.encodebytes,
}
SETS = ("utf-8", "iso-8859-1", "windows-1252", "iso-8859-15", "utf-16", "UTF-8", "koi8-r", "gb18030")
"""Character sets; UTF-16 in base64 alone."""


def _quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


QUOTING: Mapping[str, Callable[[str], str]] = {
    "new": lambda text: f"Ciao Hanna,\nperch\u00e9 no? \u00c8 gi\u00e0 tardi \u2026\n\n{text}\nBye\n",
    "above the quote": lambda text: f"{text}\nOn Thu, 27 Nov 2026, Hanna wrote:\n{_quoted(OLD)}",
    "below the quote": lambda text: f"On Thu, 27 Nov 2026 Hanna wrote:\n\n{_quoted(OLD)}\n{text}",
    "all of it quoted": lambda text: f"Did you get this?\n\n> -----Original Message-----\n{_quoted(text)}",
    "twice quoted": lambda text: f"Again:\n{_quoted(_quoted(text))}",
    "forwarded in the text": lambda text: (
        "---------- Forwarded message ---------\nFrom: Anna <anna@example.org>\nDate: Sat, 28 Nov 2026 at 19:18\n"
        f"Subject: move\nTo: <hanna@example.org>\n\n\n{text}"
    ),
    "forwarded by Outlook": lambda text: (
        "________________________________\nVon: Anna\nGesendet: Samstag\nAn: Hanna\nBetreff: AW: move\n\n" + text
    ),
    "between words": lambda text: f"> what do you do?\n\n{text}\n> and then?\n\nNothing.\n",
}
FOOTERS: Mapping[str, str] = {
    "none": "",
    "a signature": "-- \nAnna B\nhttps://example.org/~anna\n",
    "of a list": "_______________________________________________\nplayers mailing list\nhttps://lists.example.org/players\n",
    "of a company": "\nThis e-mail is confidential. If you are not the intended recipient, delete it.\n"
    "--\nVirus-free. www.example.com\n",
    "of a phone": "\nSent from my phone\n",
}

HTML: tuple[Callable[[str], str], ...] = (
    lambda text: f"<html><body>{escape(text).replace(chr(10), '<br>' + chr(10))}</body></html>",
    lambda text: (
        "<div dir=ltr>" + "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.splitlines()) + "</div>"
    ),
    lambda text: "".join(
        f"<p class=MsoNormal><span>{escape(line)}<o:p></o:p></span></p>\n" for line in text.splitlines()
    ),
    lambda text: f'<pre style="white-space: pre-wrap">{escape(text)}</pre>',
    lambda text: (
        f'<div class="gmail_quote"><blockquote type="cite">{escape(text).replace(chr(10), "<br/>")}</blockquote></div>'
    ),
    lambda text: (
        "<table><tbody>"
        + "".join(f"<tr><td>{escape(line)}</td></tr>" for line in text.splitlines())
        + "</tbody></table>"
    ),
    lambda text: (
        "<html><head><style>p { margin: 0 }</style><title>x</title></head><body>"
        + "".join(f"<p>{escape(line).replace(' ', '&nbsp;')}</p>" for line in text.splitlines())
        + "</body></html>"
    ),
)


class Sheet:
    """How the texts of one mail are written: their character set and coding, and the form of HTML."""

    def __init__(self, charset: str, coding: str, page: Callable[[str], str]) -> None:
        self.charset = "utf-8" if charset == "utf-16" and coding != "base64" else charset
        self.coding, self.page = coding, page

    def part(self, text: str, kind: str = "plain", more: str = "") -> bytes:
        """A part with its headers."""
        shown = self.page(text) if kind == "html" else text
        head = f"Content-Type: text/{kind}; charset={self.charset}{more}\nContent-Transfer-Encoding: {self.coding}\n\n"
        return head.encode() + CODINGS[self.coding](shown.encode(self.charset, "replace")) + b"\n"


def several(kind: str, *parts: bytes, mark: str = "b1") -> bytes:
    """Parts under one boundary."""
    boundary = f"----=_Part_{mark}"
    head = f'Content-Type: multipart/{kind};\n\tboundary="{boundary}"\n\nThis is a multi-part message in MIME format.\n'
    inner = b"".join(f"--{boundary}\n".encode() + part + b"\n" for part in parts)
    return head.encode() + inner + f"--{boundary}--\n".encode()


def _file(name: str, kind: str, text: str) -> bytes:
    head = f'Content-Type: {kind}; name="{name}"\nContent-Disposition: attachment; filename="{name}"\n'
    return f"{head}Content-Transfer-Encoding: base64\n\n".encode() + base64.encodebytes(text.encode()) + b"\n"


def _image() -> bytes:
    return (
        'Content-Type: image/png; name="logo.png"\nContent-ID: <logo>\nContent-Transfer-Encoding: base64\n\n' + _PICTURE
    ).encode()


WORDS = "See below, or the file.\n"

CONTAINERS: Mapping[str, Callable[[Sheet, str], bytes]] = {
    "plain": lambda sheet, text: sheet.part(text),
    "flowed": lambda sheet, text: sheet.part(
        "".join(f" {line}\n" if line[:1] in " >F" else f"{line}\n" for line in text.splitlines()),
        more="; format=flowed; delsp=yes",
    ),
    "page alone": lambda sheet, text: sheet.part(text, "html"),
    "text and page": lambda sheet, text: several("alternative", sheet.part(text), sheet.part(text, "html")),
    "page of a text that is empty": lambda sheet, text: several(
        "alternative", sheet.part("\n"), sheet.part(text, "html")
    ),
    "page with a picture": lambda sheet, text: several(
        "alternative", sheet.part(text), several("related", sheet.part(text, "html"), _image(), mark="b2")
    ),
    "picture behind": lambda sheet, text: several("mixed", sheet.part(text), _image()),
    "file of text": lambda sheet, text: several("mixed", sheet.part(WORDS), _file("0012.txt", "text/plain", text)),
    "file of no kind": lambda sheet, text: several(
        "mixed", sheet.part(WORDS, "html"), _file("0012.step", "application/octet-stream", text)
    ),
    "everything": lambda sheet, text: several(
        "mixed",
        several("alternative", sheet.part(text), sheet.part(text, "html"), mark="b2"),
        _file("card.vcf", "text/vcard", "BEGIN:VCARD\nEND:VCARD\n"),
        _image(),
    ),
    "two texts around a file": lambda sheet, text: several(
        "mixed", sheet.part(WORDS), _file("0012.txt", "text/plain", text), sheet.part("\nSent from my phone\n")
    ),
    "signed": lambda sheet, text: several(
        'signed; micalg=pgp-sha512; protocol="application/pgp-signature"',
        sheet.part(text),
        b'Content-Type: application/pgp-signature; name="signature.asc"\n\n'
        b"-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCgAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n",
    ),
    "signed by S/MIME": lambda sheet, text: several(
        'signed; protocol="application/pkcs7-signature"; micalg=sha-256',
        several("mixed", sheet.part(text), mark="b2"),
        _file("smime.p7s", "application/pkcs7-signature", "x" * 300),
    ),
    "by a list": lambda sheet, text: several(
        "mixed", sheet.part(text), b"Content-Type: text/plain; charset=us-ascii\n\n" + FOOTERS["of a list"].encode()
    ),
    "forwarded": lambda sheet, text: several(
        "mixed", sheet.part(WORDS), b"Content-Type: message/rfc822\n\n" + HEAD.encode() + sheet.part(text)
    ),
    "forwarded with its parts": lambda sheet, text: several(
        "mixed",
        sheet.part(WORDS),
        b"Content-Type: message/rfc822\nContent-Disposition: inline\n\n"
        + HEAD.encode()
        + several("alternative", sheet.part(text), sheet.part(text, "html"), mark="b2"),
    ),
    "digest": lambda sheet, text: several(
        "digest", b"\nSubject: cake\n\nCome for cake.\n", b"\n" + HEAD.encode() + sheet.part(text)
    ),
    "sent back": lambda sheet, text: several(
        "report; report-type=delivery-status",
        b"Content-Type: text/plain\n\nThis mail could not be delivered.\n",
        b"Content-Type: message/delivery-status\n\nReporting-MTA: dns; example.org\n\nAction: failed\n",
        b"Content-Type: message/rfc822\n\n" + HEAD.encode() + sheet.part(text),
    ),
}

LINE_ENDS = (b"\n", b"\r\n", b"\r\n")


def ordinary_mails() -> Iterator[tuple[str, bytes]]:
    """Each mail by what it is made of."""
    turns = cycle(product(SETS, LINE_ENDS, HTML))
    for container, coding, quoting, footer in product(CONTAINERS, CODINGS, QUOTING, FOOTERS):
        charset, ends, page = next(turns)
        sheet = Sheet(charset, coding, page)
        body = CONTAINERS[container](sheet, QUOTING[quoting](NOTES) + FOOTERS[footer])
        name = f"{container}, {coding}, {sheet.charset}, {quoting}, footer {footer}, page {HTML.index(page)}"
        yield name, (HEAD.encode() + body).replace(b"\r\n", b"\n").replace(b"\n", ends)


def has_all(mail: bytes) -> bool:
    """Whether the notes that were sent are found in a mail."""
    sent = {signed.id for signed in unwrap(NOTES.encode()).signed_notes}
    try:
        return sent <= {signed.id for signed in unwrap(mail).signed_notes}
    except RefereeError:
        return False


if __name__ == "__main__":
    made = list(ordinary_mails())
    lost = [name for name, mail in made if not has_all(mail)]
    print(*lost, f"{len(made) - len(lost)} of {len(made)} taken", sep="\n")
