"""Mails that are due: list, send or mark them; and the letter of a step again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.mail.accounts import Account, Password, sending_account
from referee.mail.address_book import address_command
from referee.mail.mail_memory import SentMails
from referee.mail.mime import MailDraft, eml_bytes, mailto_link, mime_message
from referee.mail.recipients import Recipient
from referee.mail.smtp import smtp_connection, submit_mail
from referee.messages.letters import letter_name, step_letter
from referee.record.file_names import step_name
from referee.service.errors import NotHere, Refused, refusal_of
from referee.service.post.due_mails import due_mails, invitation_mail
from referee.service.table import OpenTable
from referee.service.views.capabilities import Sending, capabilities_of
from referee.session.session import Session


class PostItem(msgspec.Struct, frozen=True):
    """A mail that is due, or was sent."""

    id: str
    """The id of the mail, by which it is sent or marked."""
    kind: str
    """What it brings, as `step`, `move`, `charter` or `offer`."""
    name: str
    """The name of the person it is for."""
    address: str
    """The mail address of the person; empty if it is not known."""
    subject: str
    """The subject of the mail."""
    way: Sending
    """How the notes of this table go to others: `folder`, `account`, `files` by hand, or `none`."""
    state: str
    """`to send`, `sent`, or `refused` by the server."""
    text: str
    """The text of the mail followed by its notes, to be copied."""
    link: str
    """The link that opens the mail in a mail program."""
    whole: bool
    """Whether the link holds the notes; where it does not, the mail is saved first and opened then."""
    error: Refused | None = None
    """Why the server refused it; null if it did not."""


class HandedMail(msgspec.Struct, frozen=True):
    """What became of one mail."""

    name: str
    """The person it is for."""
    address: str
    """The mail address it goes to; empty if it is not known."""
    subject: str
    """The subject of the mail."""
    outcome: str
    """`sent`, `before` if this mail was sent earlier, or `refused`."""
    error: Refused | None = None
    """Why it was refused; null if it was not."""


class HandedMails(msgspec.Struct, frozen=True):
    """What became of the mails that waited."""

    mails: tuple[HandedMail, ...]
    """Each mail with its outcome."""


def list_post(table: OpenTable) -> tuple[PostItem, ...]:
    """What the reader of a table has to send now, one item for each recipient; what was sent before says so."""
    return tuple(item for *_, item in _items(table))


def send_post(table: OpenTable, item: str, secret: Password | None = None) -> PostItem:
    """The item of this id once it was handed in to the server of the account, with the password of that; one that was
    sent before is not sent again.

    Raises:
        NotHere: there is no such item. OutOfOrder: no server is set, or one's own address or theirs is not known.
        FileTrouble, NotAuthentic: the server takes nothing at all.
    """
    session, reader, draft, found = _item_of_id(table, item)
    if found.state == "sent":
        return found
    account, _ = sending_account(session.home, draft.sender)
    if not draft.to:
        raise OutOfOrder("addresses-missing", names=found.name, hint=address_command(reader.label))
    ((_, error),) = hand_in(account, secret, SentMails(session), (draft,), table.reader.lang)
    return msgspec.structs.replace(found, state="sent" if error is None else "refused", error=error)


def send_mails(
    table: OpenTable,
    what: Sequence[str],
    to: Sequence[str],
    password: Callable[[Account], Password],
    *,
    again: bool = False,
    program: bool = False,
) -> tuple[HandedMails, tuple[Recipient, ...]]:
    """What became of the mails that are due, and whose address is not known. One that was sent before is sent only
    `again`; with the running `program` in each. Raises as `due_mails`, `running_program` and `hand_in`; OutOfOrder: no
    server or no own address is set.
    """
    due = due_mails(table.session, table.reader.lang, what, to)
    drafts = (due.with_program() if program else due).all_drafts
    sent, addressed = SentMails(due.session), [draft for _, draft in drafts if draft.to]
    wanted = [draft for draft in addressed if again or not sent.has(draft)]
    done = [HandedMail(one.name, one.to, one.subject, "before") for one in addressed if one not in wanted]
    if wanted:
        account, _ = sending_account(table.session.home, wanted[0].sender)
        secret = password(account) if account.user else None
        for one, error in hand_in(account, secret, sent, wanted, table.reader.lang):
            done.append(HandedMail(one.name, one.to, one.subject, "refused" if error is not None else "sent", error))
    return HandedMails(tuple(done)), tuple(reader for reader, draft in drafts if not draft.to)


def mark_sent(table: OpenTable, item: str) -> PostItem:
    """The item of this id, which counts as sent from now on: it went in another way. Raises NotHere."""
    session, _, draft, found = _item_of_id(table, item)
    SentMails(session).add(draft)
    return msgspec.structs.replace(found, state="sent")


def mail_file(table: OpenTable, item: str) -> bytes:
    """The item of this id as a file that a mail program opens, with the notes attached. Raises NotHere."""
    return eml_bytes(_item_of_id(table, item)[2])


def hand_in(
    account: Account, secret: Password | None, sent: SentMails, drafts: Iterable[MailDraft], lang: str
) -> Iterator[tuple[MailDraft, Refused | None]]:
    """Hand mails in to the server of an account, each with its refusal if there is one; what was taken is remembered at
    once. Raises FileTrouble, NotAuthentic: the server takes nothing at all.
    """
    assert account.smtp is not None, "an account with a server that sends"
    with smtp_connection(account.smtp, account.user, secret) as client:
        for draft in drafts:
            try:
                submit_mail(client, account.smtp, mime_message(draft), draft.sender, draft.to)
            except RefereeError as refusal:
                yield draft, refusal_of(refusal, lang)
                continue
            sent.add(draft)
            yield draft, None


def _items(table: OpenTable) -> Iterator[tuple[Session, Recipient, MailDraft, PostItem]]:
    """What is due at a table, of a host who plays with what hosting has to send; nothing if nothing is."""
    session = table.session
    hosts = session.turned() if session.sits and not session.is_host else session
    try:
        found = invitation_mail(hosts, table.reader.lang) or due_mails(hosts, table.reader.lang)
    except OutOfOrder:
        return
    sent, way = SentMails(found.session), capabilities_of(session).sending
    for due in (found, *found.beside):
        for reader, draft in due.drafts:
            link = mailto_link(draft, f"{due.parcel.stem}.eml")
            item = PostItem(
                id=draft.message_id,
                kind=due.parcel.kind,
                name=draft.name,
                address=draft.to,
                subject=draft.subject,
                way=way,
                state="sent" if sent.has(draft) else "to send",
                text=f"{draft.text}{draft.notes}",
                link=link.address,
                whole=link.whole,
            )
            yield due.session, reader, draft, item


def _item_of_id(table: OpenTable, item: str) -> tuple[Session, Recipient, MailDraft, PostItem]:
    for named in _items(table):
        if named[-1].id == item:
            return named
    raise NotHere("nothing-to-mail")


class Letter(msgspec.Struct, frozen=True):
    """A letter that was written again."""

    step: int
    """The step that the letter brings."""
    file: str
    """The path of the letter."""
    text: str = ""
    """The letter itself: the words, the board, and the notes."""


def write_letter(table: OpenTable, step: int | None = None) -> Letter:
    """The letter of a step, by default the latest, written again. Raises OutOfOrder: there is no such step."""
    session = table.session
    number = session.position.step if step is None else step
    if number not in session.seen:
        raise OutOfOrder("no-step-newest", step=number, newest=session.position.step)
    text = step_letter(session.seen[number], session.history.signed_notes[step_name(number)], table.reader.lang)
    path = session.folder.write_letter(letter_name(number), text)
    return Letter(number, str(path), text.decode("utf-8", "replace"))
