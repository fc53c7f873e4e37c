"""Mails that go by hand: as files that a mail program opens, as links, or as words to copy; and which of them went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.mail.mail_memory import SentMails
from referee.mail.mime import MailDraft, eml_bytes, mailto_link
from referee.mail.outgoing import letter_words
from referee.messages.letters import step_letter
from referee.record.file_names import step_name
from referee.service.post.due_mails import Due, due_mails
from referee.service.table import OpenTable


class Mail(msgspec.Struct, frozen=True):
    """One mail that was written."""

    name: str
    """The person it is for."""
    address: str
    """The mail address it goes to; empty if it is not known."""
    subject: str
    """The subject of the mail."""
    file: str
    """The path of the mail, or of the file to attach."""
    link: str = ""
    """With `--mailto`: the link that opens the mail; empty otherwise."""
    text: str = ""
    """With `--mailto` or `--clip`: the words of the mail; empty otherwise."""
    sent: bool = False
    """Whether this home has sent it to this address before."""
    whole: bool = False
    """Whether the link holds the notes, so that nothing has to be attached."""


class Mails(msgspec.Struct, frozen=True):
    """Mails that were written."""

    mails: tuple[Mail, ...]
    """Each mail."""
    missing: tuple[str, ...] = ()
    """Whose address is not known, as `people set` takes them."""


def write_mails(table: OpenTable, what: Sequence[str], to: Sequence[str], *, program: bool = False) -> Mails:
    """The mails that are due, or of the step and to those that are named, written as files; with the running `program`
    in each. Raises OutOfOrder: nothing is due, or somebody is not known; and what `running_program` raises.
    """
    due = due_mails(table.session, table.reader.lang, what, to)
    due = due.with_program() if program else due
    written, missing = list[Mail](), (reader.label for reader, draft in due.all_drafts if not draft.to)
    for each in (due, *due.beside):
        for reader, draft in each.drafts:
            path = due.session.folder.write_letter(f"{each.parcel.stem}-{reader.label}.eml", eml_bytes(draft))
            written.append(_mail(due, draft, path))
    return Mails(tuple(written), tuple(dict.fromkeys(missing)))


def link_mails(table: OpenTable, what: Sequence[str], to: Sequence[str]) -> Mails:
    """The same mails as links that open a mail program, each with the file to attach where its notes do not fit. Raises
    OutOfOrder.
    """
    due = due_mails(table.session, table.reader.lang, what, to)
    return Mails(tuple(mail for each in (due, *due.beside) for mail in _links(table, due, each)))


def copy_mail(table: OpenTable, what: Sequence[str], to: Sequence[str]) -> Mail:
    """The one mail that is due, with its words alone, to be copied, and the file to attach. Raises OutOfOrder;
    Unreadable: there are several.
    """
    due = due_mails(table.session, table.reader.lang, what, to)
    if len(due.drafts) > 1:
        raise Unreadable("clip-one-reader", hint=Sentence("clip-to-one"))
    ((_, draft),) = due.drafts
    return msgspec.structs.replace(_mail(due, draft, _attachment(table, due)), text=draft.text)


def mark_mails(table: OpenTable, what: Sequence[str], to: Sequence[str]) -> Mails:
    """The same mails, which count as sent from now on: they went in another way. Raises OutOfOrder."""
    due = due_mails(table.session, table.reader.lang, what, to)
    sent = SentMails(due.session)
    for _, draft in due.all_drafts:
        sent.add(draft)
    return Mails(tuple(Mail(draft.name, draft.to, draft.subject, "", sent=True) for _, draft in due.all_drafts))


def _links(table: OpenTable, due: Due, each: Due) -> Iterator[Mail]:
    path = _attachment(table, each)
    for _, draft in each.drafts:
        link, words = mailto_link(draft, path.name), f"{draft.text}{draft.notes}"
        yield msgspec.structs.replace(_mail(due, draft, path), link=link.address, text=words, whole=link.whole)


def _mail(due: Due, draft: MailDraft, path: Path) -> Mail:
    return Mail(draft.name, draft.to, draft.subject, str(path), sent=SentMails(due.session).has(draft))


def _attachment(table: OpenTable, due: Due) -> Path:
    """The file to attach; the letter of a step is written if it is not there, or if other notes go with it."""
    folder, history, parcel = due.session.folder, due.session.history, due.parcel
    if parcel.kind == "step" and (parcel.holds or not folder.has_letter(parcel.file)):
        position = next(at for at in due.session.seen.values() if at.head == parcel.note)
        letter = step_letter(position, history.signed_notes[step_name(position.step)], table.reader.lang)
        folder.write_letter(parcel.file, f"{letter_words(letter)}{parcel.notes}".encode())
    return folder.path / parcel.path
