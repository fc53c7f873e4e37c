"""The mails of `tests/post/corpus` that no program at hand writes: what Outlook, lists and mishaps make of notes.

Each is the same bytes whenever it is made. `make_corpus.py` writes them; what must be found in each is `expected.toml`.
"""

from __future__ import annotations

import base64
import quopri
import textwrap

HEADERS = (
    "From: Anna <anna@example.org>\nTo: hanna@example.org\nSubject: {subject}\n"
    "Date: Thu, 20 Nov 2025 21:10:00 +0100\nMessage-ID: <{subject}@example.org>\nMIME-Version: 1.0\n"
)


def part(content_type: str, data: str | bytes, name: str = "", coding: str = "base64", headers: str = "") -> str:
    """A part of a mail."""
    raw = data.encode() if isinstance(data, str) else data
    coded = {
        "base64": lambda: base64.encodebytes(raw).decode(),
        "quoted-printable": lambda: quopri.encodestring(raw, quotetabs=True).decode(),
        "7bit": lambda: raw.decode(),
    }[coding]()
    told = f"Content-Type: {content_type}{f'; name={chr(34)}{name}{chr(34)}' if name else ''}\n"
    told += f"Content-Disposition: attachment; filename={chr(34)}{name}{chr(34)}\n" if name else ""
    return f"{told}{headers}Content-Transfer-Encoding: {coding}\n\n{coded.rstrip(chr(10))}\n"


def parts(subject: str, *of: str, kind: str = "mixed", headers: str = "") -> bytes:
    """A mail of several parts."""
    told = HEADERS.format(subject=subject) + headers
    inner = "".join(f"--=_x\n{one}" for one in of)
    return f'{told}Content-Type: multipart/{kind}; boundary="=_x"\n\n{inner}--=_x--\n'.encode()


def plain(subject: str, text: str, headers: str = "") -> bytes:
    """A mail of one text."""
    return f"{HEADERS.format(subject=subject)}{headers}Content-Type: text/plain; charset=utf-8\n\n{text}".encode()


def quoted(text: str, sign: str = "> ") -> str:
    """The text as a reply quotes it."""
    return "".join(f"{sign}{line}\n".replace(" \n", "\n") for line in text.splitlines())


def html(text: str) -> str:
    """A text as a program for pages puts it into one: a block for each line."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return (
        "<html><body>" + "".join(f"<div>{line or '<br>'}</div>\n" for line in escaped.splitlines()) + "</body></html>"
    )


def outlook(text: str) -> str:
    """A text as Outlook's editor writes it: paragraphs with classes, and marks for its own eyes."""
    lines = "".join(
        f"<p class=MsoNormal><![if !supportLists]><span lang=IT>{line.replace(' ', '&nbsp;', 1)}</span><![endif]>"
        "<o:p></o:p></p>\n"
        for line in text.splitlines()
    )
    head = "<style><!-- p.MsoNormal {margin:0} --></style><!--[if mso]><xml/><![endif]-->"
    return f"<html xmlns:o='urn:x'><head>{head}</head><body>{lines}</body></html>"


def packed(begin: bytes, text: str) -> bytes:
    """A file that begins as an archive does, and in which its text is not to be read."""
    return begin + b"\x14\x00\x00\x00" + bytes(sign ^ 0x95 for sign in text.encode())


ZIP, GZIP, PNG = b"PK\x03\x04", b"\x1f\x8b\x08\x00", b"\x89PNG\r\n\x1a\n"
WINMAIL = b"\x78\x9f\x3e\x22" + b"\x01\x00\x01\x90\x08\x00\x04\x00\x00\x00\x00\x00\xe8\x00\x01\x00" * 8
PDF = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
FOOTER = "_______________________________________________\nplayers mailing list\nplayers@lists.example.org\n"


def mails(bundle: str, older: str, move: str) -> dict[str, bytes]:
    """The mails by file: `bundle` are the notes of a step, `older` those of the one before, `move` its move alone."""
    half = bundle[: bundle.rindex("event ")]
    changed = bundle.replace("\ndo place", "\ndo  place", 1)
    joined = textwrap.fill(" ".join(move.splitlines()), 76, break_on_hyphens=False)
    return (
        _by_programs(bundle, move)
        | _by_people(bundle, older, move)
        | _without_text(bundle, move)
        | _by_machines(bundle, move)
        | {
            "cut-in-step-note.eml": plain("cut", f"Step 12.\n\n{half}"),
            "cut-in-first-line.eml": plain("cut-early", f"Step 12.\n\n{move}-----BEGIN REFEREE NO"),
            "cut-in-move.eml": plain("cut-move", move[: move.index("head ")]),
            "cut-in-base64.eml": parts("cut-64", part("text/plain", bundle))[: len(bundle)],
            "changed-order.eml": plain("changed", changed),
            "joined-lines.eml": plain("joined", f"{joined}\n"),
            "joined-lines-changed.eml": plain("joined-2", joined.replace("temple", "temp1e") + "\n"),
            "smart-dashes.eml": plain("dashes", move.replace("--", "\u2014")),
            "words-alone.eml": plain("words", "Metto il tempio in C10, va bene?\n"),
            "empty.eml": plain("empty", ""),
        }
    )


def _by_programs(bundle: str, move: str) -> dict[str, bytes]:
    spoilt = "".join(f"{line} \n" if 40 < len(line) < 60 else f"{line}\n" for line in move.splitlines())
    return {
        "outlook-html.eml": parts("outlook", part("text/html; charset=utf-8", outlook(bundle))),
        "outlook-winmail.eml": parts(
            "winmail",
            part("text/plain", "Allegata.\n", coding="7bit"),
            part("application/ms-tnef", WINMAIL, "winmail.dat"),
        ),
        "outlook-winmail-and-note.eml": parts(
            "winmail-2",
            part("text/plain", move, coding="7bit"),
            part("application/octet-stream", WINMAIL, "winmail.dat"),
        ),
        "gmail-alternative.eml": parts(
            "gmail",
            part("text/plain; charset=utf-8", bundle, coding="quoted-printable"),
            part("text/html; charset=utf-8", html(bundle), coding="quoted-printable"),
            kind="alternative",
        ),
        "phone-html-alone.eml": parts("phone", part("text/html; charset=utf-8", html(f"{move}\nInviato dal telefono"))),
        "notepad-utf-16.txt": bundle.replace("\n", "\r\n").encode("utf-16"),
        "notepad-bom.txt": b"\xef\xbb\xbf" + bundle.replace("\n", "\r\n").encode(),
        "wordpad.rtf": ("{\\rtf1\\ansi\\pard " + move.replace("\\", "\\\\").replace("\n", "\\par\n") + "}").encode(),
        "flowed-stuffed.eml": plain("flowed", "".join(f" {line}\n" for line in move.splitlines())),
        "flowed-trailing-blanks.eml": plain("flowed-2", spoilt),
        "no-break-spaces.eml": plain("nbsp", move.replace(" ", "\u00a0")),
        "latin-1-said-utf-8.eml": plain("charset", f"Perch\u00e9?\n{move}").decode().encode("latin-1"),
        "old-macintosh.eml": plain("cr", bundle).replace(b"\n", b"\r"),
        "windows-line-ends.eml": plain("crlf", bundle).replace(b"\n", b"\r\n"),
    }


def _by_people(bundle: str, older: str, move: str) -> dict[str, bytes]:
    return {
        "reply-above.eml": plain("re-above", f"{move}\nIl 20 novembre Hanna ha scritto:\n{quoted(older)}"),
        "reply-below.eml": plain("re-below", f"Il 20 novembre Hanna ha scritto:\n{quoted(older)}\n{move}"),
        "reply-words-quoting.eml": plain("re-words", f"Metto il tempio in C10.\n\nHanna ha scritto:\n{quoted(bundle)}"),
        "reply-quoted-in-half.eml": plain("re-half", f"{move}\n{quoted(older[: len(older) // 2])}"),
        "forwarded-inline.eml": plain("fwd", f"-------- Inoltrato --------\nDa: Hanna\n\n{quoted(bundle, '| ')}"),
        "three-notes.eml": plain("three", f"{older}\n{move}\n{quoted(move)}"),
        "signature-below.eml": plain("sig", f"{move}-- \nAnna\nStep 99\n"),
        "two-attachments.eml": parts(
            "two", part("text/plain", older, "0011.txt"), part("text/plain", move, "0012.txt")
        ),
    }


def _without_text(bundle: str, move: str) -> dict[str, bytes]:
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    text = part("text/plain", "Ecco.\n", coding="7bit")
    return {
        "picture-of-note.eml": parts("photo", text, part("image/png", packed(PNG, "IHDR"), "mossa.png")),
        "picture-of-signature.eml": parts(
            "logo", part("text/plain", move), part("image/png", packed(PNG, "IHDR"), "logo.png")
        ),
        "pdf.eml": parts("pdf", text, part("application/pdf", PDF, "mossa.pdf")),
        "zip.eml": parts("zip", text, part("application/zip", packed(ZIP, bundle), "0012.zip")),
        "gzip-by-no-name.eml": parts("gz", part("application/octet-stream", packed(GZIP, move))),
        "word-document.eml": parts("doc", text, part(word, packed(ZIP, move), "mossa.docx")),
        "piece-of-a-mail.eml": plain("piece", move[:80]).replace(
            b"text/plain; charset=utf-8", b'message/partial; id="x"; number=1; total=2'
        ),
        "photo.png": packed(PNG, "IHDR"),
        "mossa.pdf": PDF,
    }


def _by_machines(bundle: str, move: str) -> dict[str, bytes]:
    status = part("message/delivery-status", "Reporting-MTA: dns; example.org\n\nAction: failed\n", coding="7bit")
    returned = part("message/rfc822", f"From: hanna@example.org\nSubject: step 12\n\n{bundle}", coding="7bit")
    return {
        "bounce.eml": parts(
            "bounce",
            part("text/plain", "No such mailbox.\n", coding="7bit"),
            status,
            returned,
            kind="report; report-type=delivery-status",
            headers="Auto-Submitted: auto-replied\nReturn-Path: <>\n",
        ),
        "vacation.eml": plain("vacation", f"In ferie!\n\n{quoted(bundle)}", "Auto-Submitted: auto-replied\n"),
        "list.eml": plain("list", f"{move}{FOOTER}", "List-Id: <players.lists.example.org>\nPrecedence: list\n"),
        "antivirus-footer.eml": plain("virus", f"{move}\n---\nQuesta e-mail \u00e8 stata controllata.\n"),
    }
