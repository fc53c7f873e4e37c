"""`referee mail`: what is to be told the others, as mails that a mail program opens and sends."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.help_pages.usage import UsageError
from referee.cli.printing.output import print_aside, print_result
from referee.cli.sending.written_mails import Mail, Mails, tell_missing
from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.mail.clipboard import copy
from referee.mail.mail_memory import SentMails
from referee.mail.mime import eml_bytes, mailto_link
from referee.mail.outgoing import OutgoingMail
from referee.messages.letters import letter_name, step_letter
from referee.record.file_names import step_name
from referee.service.post.due_mails import Due, due_mails
from referee.session.session import Session


@command(prints=Mails)
def mail(
    context: Context,
    what: Annotated[list[str] | None, typer.Argument(metavar="[STEP] [WHO]...")] = None,
    to: Annotated[list[str] | None, typer.Option("--to", metavar="WHO")] = None,
    link: Annotated[bool, typer.Option("--mailto")] = False,
    clip: Annotated[bool, typer.Option("--clip")] = False,
    sent: Annotated[bool, typer.Option("--sent")] = False,
    with_program: Annotated[bool, typer.Option("--with-program")] = False,
) -> None:
    """Write the mails that are due, one for each recipient."""
    if with_program and (link or clip or sent):
        raise UsageError("program-in-no-link")
    mails = due_mails(context.session(side="hosts"), context.lang, what or [], to or [])
    mails = mails.with_program() if with_program else mails
    if sent:
        _sent_by_hand(context, mails)
        return
    if link or clip:
        _by_hand(context, mails, clip=clip)
        return
    written, before = [], SentMails(mails.session)
    for each in (mails, *mails.beside):
        for reader, draft in each.drafts:
            path = mails.session.folder.write_letter(f"{each.parcel.stem}-{reader.label}.eml", eml_bytes(draft))
            written.append(Mail(draft.name, draft.to, draft.subject, path_text(path), sent=before.has(draft)))
    print_result(context, Mails(tuple(written)), [_mail_line(one) for one in written])
    print_aside(context, context.sentence("mails-are-drafts"))
    tell_missing(context, mails.drafts)


def _attachment(context: Context, session: Session, parcel: OutgoingMail) -> Path:
    """The file to attach; the letter of a step is written if it is not there."""
    if parcel.kind == "step":
        position = next(at for at in session.seen.values() if at.head == parcel.note)
        name = letter_name(position.step)
        if not session.folder.has_letter(name):
            signed_notes = session.history.signed_notes[step_name(position.step)]
            session.folder.write_letter(name, step_letter(position, signed_notes, context.lang))
    return session.folder.path / parcel.path


def _by_hand(context: Context, found: Due, *, clip: bool) -> None:
    """A link that opens the mail program, with the notes where they fit, or the words on the clipboard; and the file to
    attach where the notes are not in it.
    """
    session, sent = found.session, SentMails(found.session)
    if clip and len(found.drafts) > 1:
        raise Unreadable("clip-one-reader", hint=Sentence("clip-to-one"))
    mails, lines = list[Mail](), list[str]()
    for each in (found,) if clip else (found, *found.beside):
        path = _attachment(context, session, each.parcel)
        links = [mailto_link(draft, path.name) for _, draft in each.drafts]
        for (_, draft), link in zip(each.drafts, links, strict=True):
            made = Mail(draft.name, draft.to, draft.subject, path_text(path), sent=sent.has(draft))
            if clip:
                mails.append(replace(made, text=draft.text))
                continue
            mails.append(replace(made, link=link.address, text=f"{draft.text}{draft.notes}", whole=link.whole))
            lines.append(link.address)
        if clip and not context.json:
            ((_, draft),) = each.drafts
            copy(f"{draft.subject}\n\n{draft.text}")
            lines.append(context.sentence("words-on-clipboard"))
        if clip or not all(link.whole for link in links):
            lines.append(context.sentence("attach-file", path=path_text(path)))
    print_result(context, Mails(tuple(mails)), lines)


def _sent_by_hand(context: Context, found: Due) -> None:
    """Keep that these mails were sent in another way, so that nobody is asked to send them once more."""
    sent = SentMails(found.session)
    for _, draft in found.all_drafts:
        sent.add(draft)
    mails = [Mail(draft.name, draft.to, draft.subject, "", sent=True) for _, draft in found.all_drafts]
    names = ", ".join(one.name or one.address for one in mails)
    print_result(context, Mails(tuple(mails)), context.sentence("mails-count-as-sent", names=names))


def _mail_line(one: Mail) -> str:
    who = f"{one.name} <{one.address}>" if one.name and one.address else one.address or one.name
    return f"{one.file}  {who}"
