"""Mails between programs: which of them no program may answer, and what a host who is not there writes to people.

Automatic replies, bounces, mailing lists and mails of one's own are not answered; their headers alone say so.

An unattended host says why a move was refused or that a mail came damaged, and reminds whom all wait for.
"""

from __future__ import annotations

from collections.abc import Callable
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from hashlib import sha256
from typing import NamedTuple

from referee.drawing.safe_text import safe_text
from referee.drawing.text_picture import wrap_lines
from referee.kernel.canonical_json import encode_b64
from referee.kernel.sentence import Sentence
from referee.mail.mime import MailDraft, message_id, role_of_message_id
from referee.mail.outgoing import OutgoingMail, role_display_name
from referee.mail.recipients import mail_to_recipient, recipient_for_party
from referee.messages.letters import letter_name, mail_subject
from referee.protocol.seating import REFEREE
from referee.record.file_names import step_name
from referee.record.note import render_bundle
from referee.session.session import Session

AUTOMATIC, BOUNCE, LIST, OWN = "automatic", "bounce", "list", "own"
"""Why a mail is not answered."""

_HEAD = 65_536
_RESPONDERS = ("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Response-Suppress")
_LISTS = ("List-Id", "List-Post", "List-Unsubscribe", "Mailing-List")
_DAEMONS = ("mailer-daemon", "postmaster")


class MailHead(NamedTuple):
    """What the headers of a mail tell: whose address it comes from ("" for several or none), its own id, the ids of the
    mails that it answers, and why it is not answered, "" if it may be.
    """

    sender: str
    message_id: str
    answers: tuple[str, ...]
    silent: str


def mail_head(mail: bytes, own: str = "") -> MailHead:
    """What the headers of a mail tell a reader whose address is `own`."""
    headers = BytesHeaderParser().parsebytes(mail[:_HEAD])
    addresses = [address.casefold() for _, address in getaddresses([_header(headers, "From")])]
    sender = addresses[0] if len(addresses) == 1 else ""
    ids = tuple(f"{_header(headers, 'References')} {_header(headers, 'In-Reply-To')}".split())
    return MailHead(sender, _header(headers, "Message-ID"), ids, _silent(headers, sender, own.casefold()))


def _silent(headers: Message, sender: str, own: str) -> str:
    precedence = _header(headers, "Precedence").casefold()
    submitted = _header(headers, "Auto-Submitted").casefold()
    if (own and sender == own) or role_of_message_id(_header(headers, "Message-ID")) == REFEREE:
        return OWN
    if (
        headers.get_content_type() == "multipart/report"
        or _header(headers, "Return-Path") == "<>"
        or "X-Failed-Recipients" in headers
        or sender.partition("@")[0] in _DAEMONS
    ):
        return BOUNCE
    if any(name in headers for name in _LISTS) or precedence in ("bulk", "list", "junk"):
        return LIST
    if (submitted and submitted != "no") or precedence == "auto_reply" or any(name in headers for name in _RESPONDERS):
        return AUTOMATIC
    return ""


def _header(headers: Message, name: str) -> str:
    """A header as one line of text; what is not text at all comes out as something that fits nothing."""
    return " ".join(str(headers.get(name, "")).split())


REPLIED = "auto-replied"
_COLUMNS = 72


def refusal_mail(session: Session, seat: str, text: str, answers: str, lang: str) -> MailDraft | None:
    """The mail to a seat that says why its move was not recorded; None if nobody knows where it goes."""
    said = message_id("refused", encode_b64(sha256(text.encode()).digest()), REFEREE, seat)
    return _draft(session, seat, "subject-refused", f"{text}\n", said, answers, lang)


def usage_mail(session: Session, seat: str, answers: str, lang: str) -> MailDraft | None:
    """The mail to a seat that has sent only words, with what to type; one for each step."""
    speaks = recipient_for_party(session, seat, lang).speaks(lang)
    said = message_id("words", session.position.head, REFEREE, seat)
    return _draft(session, seat, "subject-words", _how(session, seat, speaks), said, answers, lang)


def damage_report(session: Session, seat: str, answers: str, lang: str, limit: int = 0) -> MailDraft | None:
    """The mail to a seat about something that could not be read, or is after the first `limit` bytes of a mail, with
    how to send it instead; one for each step.
    """
    speaks = recipient_for_party(session, seat, lang).speaks(lang)
    name = role_display_name(session.table, seat, speaks)
    what = Sentence("damaged-long", name=name, limit=limit) if limit else Sentence("damaged-mail", name=name)
    lines = [
        *_wrap_text(what.told(speaks)),
        "",
        *_wrap_text(Sentence("damaged-send").told(speaks)),
        "",
        "    referee mail",
        "",
    ]
    said = message_id("damaged", session.position.head, REFEREE, seat)
    return _draft(session, seat, "subject-words", "\n".join(lines), said, answers, lang)


def _how(session: Session, seat: str, lang: str) -> str:
    position, table = session.position, session.table
    asked = [table.names[request.seat] for request in position.awaited]
    lines = [*_wrap_text(Sentence("words-alone", name=role_display_name(table, seat, lang)).told(lang)), ""]
    if seat in asked:
        lines += [*_wrap_text(Sentence("words-asked").told(lang)), "", "    referee receive mail.eml"]
        lines += ["    referee move", "", *_wrap_text(Sentence("words-send").told(lang)), "", "    referee send", ""]
    else:
        names = ", ".join(role_display_name(table, name, lang) for name in asked)
        code = "words-over" if position.over else "words-waiting"
        lines += [*_wrap_text(Sentence(code, names=names).told(lang)), "", "    referee status", ""]
    return "\n".join(lines)


def _wrap_text(text: str) -> tuple[str, ...]:
    return wrap_lines(safe_text(text), _COLUMNS, "", "")


def _draft(session: Session, seat: str, code: str, text: str, said: str, answers: str, lang: str) -> MailDraft | None:
    reader = recipient_for_party(session, seat, lang)
    if reader.person is None:
        return None
    about = {"title": session.table.title, "step": session.position.step + 1, "name": reader.name}
    values = {"subject": mail_subject(code, reader.speaks(lang), **about), "text": text, "message_id": said}
    replies = {"notes": "", "file": "", "answers": (answers,) if answers else (), "automatic": REPLIED}
    return mail_to_recipient(session, reader, lang, (session.key_name or "").title(), **values, **replies)


def reminder_mail(session: Session, seat: str, times: Callable[[str], tuple[str, str]]) -> OutgoingMail:
    """The reminder for a seat, or for the host. `times` gives in a language since when it is asked, and until when the
    charter has the others wait ("" if it names no days).
    """
    position, table = session.position, session.table
    file, terms = letter_name(position.step), table.terms

    def told(role: str, lang: str) -> tuple[str, str]:
        since, until = times(lang)
        name, title = role_display_name(table, seat, lang), safe_text(table.title)
        facts = {"name": name, "title": title, "step": position.step}
        if seat not in (table.names[request.seat] for request in position.awaited):
            code = "subject-remind-host" if seat == REFEREE else "subject-remind-run"
            return mail_subject(code, lang, **facts), _reminder_of_program(session, seat, facts, since, lang)
        first = Sentence("remind-waits", **facts, since=since).told(lang)
        said = [_terms(terms.absence, until).told(lang), Sentence("remind-come-back").told(lang)]
        if terms.terms:
            said.insert(1, Sentence("charter-terms", terms=safe_text(terms.terms)).told(lang))
        body = [
            *wrap_lines(". ".join((first, *said)) + ".", _COLUMNS),
            "",
            *wrap_lines(Sentence("remind-how", file=file).told(lang), _COLUMNS),
            "",
            f"  referee receive {file}",
            "  referee move",
            "",
            *wrap_lines(Sentence("remind-key").told(lang) + ".", _COLUMNS),
            "",
            "",
        ]
        return mail_subject("subject-remind", lang, **facts), "\n".join(body)

    notes = render_bundle(session.history.signed_notes[step_name(position.step)]).decode()
    return OutgoingMail(
        "remind", position.head, f"{position.step:04d}-remind", file, f"letters/{file}", notes, (seat,), told
    )


def _reminder_of_program(session: Session, seat: str, facts: dict[str, object], since: str, lang: str) -> str:
    """The words of a reminder for the host, who has not recorded everything that arrived, or for a player from whose
    program others need key shares or a word.
    """
    asked = (session.table.names[request.seat] for request in session.position.awaited)
    names = session.table.people(asked)
    code = "remind-waits-host" if seat == REFEREE else "remind-waits-run"
    said = Sentence(code, **facts, since=since, names=names).told(lang)
    how = Sentence("remind-how", file=letter_name(session.position.step)).told(lang)
    lines = [*wrap_lines(f"{said}.", _COLUMNS), "", *wrap_lines(how, _COLUMNS), ""]
    lines += [f"  referee receive {letter_name(session.position.step)}", "  referee", ""]
    return "\n".join([*lines, ""])


def _terms(absence: str, until: str) -> Sentence:
    if absence == "pause":
        return Sentence("remind-pause")
    if absence == "agreed":
        return Sentence("remind-until-words", until=until) if until else Sentence("remind-words")
    return Sentence("remind-until", until=until) if until else Sentence("remind-skip")
