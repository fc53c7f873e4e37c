"""A mail as bytes: text, page with its picture, the notes as a file. Same input, same bytes: no date, no chance.

The program that sends the mail writes its date. Every header is set by the standard library, which refuses line ends in
them; what people are called is made harmless before.
"""

from __future__ import annotations

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import quote

import msgspec

from referee.drawing.markup import html_page, markup_of, tag
from referee.drawing.safe_text import safe_text
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Markup

_DOMAIN = "referee.pbem"
_ENOUGH = 22  # of the 43 characters of an id: 132 bits, in a header of one line
_PICTURE = f"board@{_DOMAIN}"
_LONGEST = 200
_LONGEST_LINK = 1900


class MailDraft(msgspec.Struct, frozen=True):
    """What a mail is made of. `text` are the words for people, `notes` the signed notes, `file` the name of their file;
    `picture` is an SVG, shown after the line `heading` of the text, with `caption`. `automatic` is `auto-generated` or
    `auto-replied` (RFC 3834) where no person sends it. `program` is the program, a file named `program_file`.
    """

    to: str
    name: str
    subject: str
    text: str
    notes: str
    file: str
    message_id: str
    lang: str = "en"
    sender: str = ""
    sender_name: str = ""
    answers: tuple[str, ...] = ()
    picture: str = ""
    heading: str = ""
    caption: str = ""
    automatic: str = ""
    program: bytes = b""
    program_file: str = ""
    holds: tuple[str, ...] = ()
    """The ids of other mails of which nothing is left to tell once this one was sent."""


def message_id(kind: str, note: str, sender: str, to: str) -> str:
    """The id of the mail with which one party tells another of a note: the same whenever it is written."""
    return f"<{kind}.{note[:_ENOUGH]}.{sender}.{to}@{_DOMAIN}>"


def role_of_message_id(text: str) -> str:
    """The role as which a mail with this id was sent, "" for an id that is none of ours."""
    place, parts = text.partition("@")[2], text.partition("@")[0].split(".")
    return parts[2] if place == f"{_DOMAIN}>" and len(parts) == 4 else ""  # kind, note, sender, reader


def mime_message(draft: MailDraft) -> EmailMessage:
    """The mail as the standard library holds it."""
    mail = EmailMessage(policy=SMTP)
    if draft.sender:
        mail["From"] = Address(_in_header(draft.sender_name), addr_spec=draft.sender)
    if draft.to:
        mail["To"] = Address(_in_header(draft.name), addr_spec=draft.to)
    mail["Subject"] = _in_header(draft.subject)
    mail["Message-ID"] = draft.message_id
    if draft.answers:
        mail["In-Reply-To"] = draft.answers[-1]
        mail["References"] = " ".join(draft.answers)
    whole = f"{draft.text}{draft.notes}"
    mail.set_content(whole, cte="7bit" if whole.isascii() else "quoted-printable")
    mail.add_alternative(_html_page(draft), subtype="html", cte="quoted-printable")
    if draft.picture:
        page = mail.get_payload()[1]  # type: ignore[index]
        picture = draft.picture.encode()
        page.add_related(  # type: ignore[union-attr]
            picture,
            maintype="image",
            subtype="svg+xml",
            cid=f"<{_PICTURE}>",
            filename="board.svg",
            disposition="inline",
        )
    if draft.notes:
        mail.add_attachment(draft.notes, filename=draft.file, cte="base64")  # what is coded, no mail program wraps
    if draft.program:  # after the notes, which are then in the part that is read of a long mail
        mail.add_attachment(draft.program, maintype="application", subtype="octet-stream", filename=draft.program_file)
    mail["Content-Language"] = draft.lang
    if draft.automatic:
        mail["Auto-Submitted"] = draft.automatic
    tag = sha256(draft.message_id.encode() + whole.encode()).hexdigest()[:24]
    for number, part in enumerate(mail.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_{number}_{tag}")
    return mail


def eml_bytes(draft: MailDraft) -> bytes:
    """The mail as a file that a mail program opens to be sent."""
    mail = mime_message(draft)
    mail["X-Unsent"] = "1"
    return mail.as_bytes()


def _in_header(text: str) -> str:
    """What somebody wrote, as it may be in a header. The standard library decodes `=?utf-8?q?=0A?=` and writes the
    result, a line end as well, so no text may look coded.
    """
    return safe_text(text).replace("=?", "= ?")[:_LONGEST]


def _html_page(draft: MailDraft) -> str:
    """The words as a page: as they stand, so that every command can be copied, with the picture after its heading."""
    before, heading, after = draft.text.partition(f"\n{draft.heading}\n") if draft.heading else (draft.text, "", "")
    image = tag("img", src=f"cid:{_PICTURE}", alt=draft.caption, style="max-width:100%")
    picture = [tag("p", image)] if draft.picture else []
    body = (_words_as_html(before + heading), *picture, _words_as_html(after), _words_as_html(draft.notes))
    return html_page(draft.lang, tag("title", draft.subject), markup_of(*body, between="\n"))


def _words_as_html(text: str) -> Markup:
    lines = markup_of(*text.strip("\n").split("\n"), between="\n")
    return tag("pre", lines, style="white-space:pre-wrap") if text.strip() else lines


class Link(NamedTuple):
    """An address that opens a mail program, and whether the notes are in it whole."""

    address: str
    whole: bool


def mailto_link(draft: MailDraft, file: str = "") -> Link:
    """A link that opens a mail program with subject, words and notes; many programs cut long links. Where the notes do
    not fit, it says that they are attached as `file`, and they have to be. The words are cut at an empty line where
    they would make the link too long.
    """
    notes = draft.notes.strip("\n").replace("\n", "\r\n")
    whole = bool(notes) and len(_link(draft, notes)) <= _LONGEST_LINK
    end = [notes] if whole else []
    kept = [] if whole or not notes else [f"{Sentence('mail-attached', file=file or draft.file).told(draft.lang)}."]
    for paragraph in draft.text.strip("\n").split("\n\n"):
        longer = [*kept, paragraph.replace("\n", "\r\n")]
        if len(_link(draft, _BLANK.join([*longer, *end]))) > _LONGEST_LINK:
            break
        kept = longer
    return Link(_link(draft, _BLANK.join([*kept, *end])), whole)


_BLANK = "\r\n\r\n"


def _link(draft: MailDraft, body: str) -> str:
    subject = quote(safe_text(draft.subject), safe="")
    return f"mailto:{quote(draft.to, safe='@')}?subject={subject}&body={quote(body, safe='')}"
