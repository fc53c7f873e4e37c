"""What is due is handed in, each mail once; a server that is away is tried again at the next look."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.watching.unattended import Event
from referee.kernel.errors import RefereeError
from referee.post.accounts import Account
from referee.post.drafts import Draft, message
from referee.post.passwords import Password
from referee.post.sent import Sent
from referee.post.smtp import hand_in, handing_in

GENERATED = "auto-generated"


def send(
    context: Context, account: Account, secret: Password | None, sent: Sent, drafts: Iterable[Draft], title: str
) -> list[Event]:
    """Hand in mails that no person has a hand in; what happened. What is not taken stays due.

    Raises:
        FileTrouble, NotAuthentic: the server takes nothing at all.
    """
    wanted = [draft if draft.automatic else replace(draft, automatic=GENERATED) for draft in drafts]
    if not wanted or account.smtp is None:
        return []
    events = []
    with handing_in(account.smtp, account.user, secret) as client:
        for draft in wanted:
            try:
                hand_in(client, account.smtp, message(draft), draft.sender, draft.to)
            except RefereeError as refusal:
                events.append(Event(title, refusal.code, refusal.said.told(context.lang)))
                continue
            sent.add(draft)
            said = context.sentence("mail-sent", name=draft.name, address=draft.to, subject=draft.subject)
            events.append(Event(title, "mail-sent", said))
    return events
