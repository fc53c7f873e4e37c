"""`referee mail`: what is to be told the others, as mails that a mail program opens and sends."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from referee.cli.context import Context, command
from referee.cli.mailing import Due, Mail, Mails, due, tell_missing
from referee.cli.paths import shown
from referee.cli.printing.output import data, note
from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.post.clipboard import copy
from referee.post.drafts import eml, mailto
from referee.post.parcels import Parcel
from referee.post.sent import Sent
from referee.record.names import step_name
from referee.table.desk.desk import Desk
from referee.table.telling.letters import letter, letter_name


@command(prints=Mails)
def mail(
    context: Context,
    what: Annotated[list[str] | None, typer.Argument(metavar="[STEP] [WHO]...")] = None,
    to: Annotated[list[str] | None, typer.Option("--to", metavar="WHO")] = None,
    link: Annotated[bool, typer.Option("--mailto")] = False,
    clip: Annotated[bool, typer.Option("--clip")] = False,
    sent: Annotated[bool, typer.Option("--sent")] = False,
) -> None:
    """Write the mails that are due, one for each recipient."""
    mails = due(context, what or [], to or [])
    if sent:
        _sent_by_hand(context, mails)
        return
    if link or clip:
        _by_hand(context, mails, clip=clip)
        return
    written, before = [], Sent(mails.desk)
    for each in (mails, *mails.beside):
        for reader, draft in each.drafts:
            path = mails.desk.folder.write_letter(f"{each.parcel.stem}-{reader.label}.eml", eml(draft))
            written.append(Mail(draft.name, draft.to, draft.subject, shown(path), sent=before.has(draft)))
    data(context, Mails(tuple(written)), [_mail_line(one) for one in written])
    if not context.json:
        note(context.sentence("mails-are-drafts"))
        tell_missing(context, mails.drafts)


def _attachment(context: Context, desk: Desk, parcel: Parcel) -> Path:
    """The file to attach; the letter of a step is written if it is not there."""
    if parcel.kind == "step":
        position = next(at for at in desk.seen.values() if at.head == parcel.note)
        name = letter_name(position.step)
        if not desk.folder.has_letter(name):
            signed_notes = desk.history.signed_notes[step_name(position.step)]
            desk.folder.write_letter(name, letter(position, signed_notes, context.lang))
    return desk.folder.path / parcel.path


def _by_hand(context: Context, found: Due, *, clip: bool) -> None:
    """A link that opens the mail program, with the notes where they fit, or the words on the clipboard; and the file to
    attach where the notes are not in it.
    """
    desk, sent = found.desk, Sent(found.desk)
    if clip and len(found.drafts) > 1:
        raise Unreadable("clip-one-reader", hint=Sentence("clip-to-one"))
    mails, lines = list[Mail](), list[str]()
    for each in (found,) if clip else (found, *found.beside):
        path = _attachment(context, desk, each.parcel)
        links = [mailto(draft, path.name) for _, draft in each.drafts]
        for (_, draft), link in zip(each.drafts, links, strict=True):
            made = Mail(draft.name, draft.to, draft.subject, shown(path), sent=sent.has(draft))
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
            lines.append(context.sentence("attach-file", path=shown(path)))
    data(context, Mails(tuple(mails)), lines)


def _sent_by_hand(context: Context, found: Due) -> None:
    """Keep that these mails were sent in another way, so that nobody is asked to send them once more."""
    sent = Sent(found.desk)
    for _, draft in found.all_drafts:
        sent.add(draft)
    mails = [Mail(draft.name, draft.to, draft.subject, "", sent=True) for _, draft in found.all_drafts]
    names = ", ".join(one.name or one.address for one in mails)
    data(context, Mails(tuple(mails)), context.sentence("mails-count-as-sent", names=names))


def _mail_line(one: Mail) -> str:
    who = f"{one.name} <{one.address}>" if one.name and one.address else one.address or one.name
    return f"{one.file}  {who}"
