"""`referee send`: the mails that are due are handed in to the server of the account."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.printing.output import print_aside, print_result
from referee.cli.sending.written_mails import server_of, tell_missing
from referee.kernel.errors import RefereeError
from referee.mail.mail_memory import SentMails
from referee.mail.mime import MailDraft
from referee.service.errors import Refused, refusal_of
from referee.service.post.due_mails import due_mails
from referee.service.post.post_items import hand_in
from referee.session.session import Session


class Letter(msgspec.Struct, frozen=True):
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


class Letters(msgspec.Struct, frozen=True):
    """What became of the mails that waited."""

    mails: tuple[Letter, ...]
    """Each mail with its outcome."""


@command(prints=Letters)
def send(
    context: Context,
    what: Annotated[list[str] | None, typer.Argument(metavar="[STEP] [WHO]...")] = None,
    to: Annotated[list[str] | None, typer.Option("--to", metavar="WHO")] = None,
    again: Annotated[bool, typer.Option("--again")] = False,
    with_program: Annotated[bool, typer.Option("--with-program")] = False,
) -> None:
    """Send the mails that are due, one to each recipient."""
    found = due_mails(context.session(side="hosts"), context.lang, what or [], to or [])
    found = found.with_program() if with_program else found
    session, drafts = found.session, found.all_drafts
    sent = SentMails(session)
    wanted = [draft for _, draft in drafts if draft.to and (again or not sent.has(draft))]
    before = (draft for _, draft in drafts if draft.to and draft not in wanted)
    told = [Letter(draft.name, draft.to, draft.subject, "before") for draft in before]
    failed = _hand_in(context, session, wanted, sent, told) if wanted else None
    print_result(context, Letters(tuple(told)), [line for letter in told for line in _letter_lines(context, letter)])
    missing = [reader for reader, draft in drafts if not draft.to]
    tell_missing(context, session, [reader.name for reader in missing], [reader.label for reader in missing])
    if any(letter.outcome == "before" for letter in told):
        print_aside(context, context.sentence("send-once-more"))
    if failed is not None:
        raise typer.Exit(failed.exit_code)


def _hand_in(
    context: Context, session: Session, wanted: list[MailDraft], sent: SentMails, told: list[Letter]
) -> RefereeError | None:
    """Hand in each mail; what was taken is remembered at once. The first refusal of a recipient, if there is one.

    Raises:
        OutOfOrder: no server or no own address is set.
        FileTrouble, NotAuthentic: the server takes nothing at all.
    """
    account, _, secret = server_of(context, session.home, wanted[0].sender)
    failed: RefereeError | None = None
    for draft, refusal in hand_in(account, secret, sent, wanted):
        failed = failed or refusal
        error = refusal_of(refusal, context.lang) if refusal is not None else None
        told.append(Letter(draft.name, draft.to, draft.subject, "sent" if refusal is None else "refused", error))
    return failed


def _letter_lines(context: Context, letter: Letter) -> list[str]:
    if letter.error is not None:
        return [letter.error.sentence]
    if letter.outcome == "before":
        return [context.sentence("mail-sent-before", name=letter.name or letter.address)]
    return [context.sentence("mail-sent", name=letter.name, address=letter.address, subject=letter.subject)]
