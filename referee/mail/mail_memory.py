"""Which mails this home has sent, and which were fetched and wait: none is sent twice, and none is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from referee.kernel.canonical_json import decode_as
from referee.mail.accounts import Account
from referee.mail.imap import Beginning, OpenMailbox, Withheld
from referee.mail.inbox import NamedMail
from referee.mail.mime import MailDraft
from referee.mail.prefilter import may_hold_note
from referee.record.store import DataFolder
from referee.session.session import Session

_NAME = "sent"


class SentMails:
    """The mails of one game that were handed in: id and address, a line each."""

    def __init__(self, session: Session) -> None:
        offer = session.history.offer
        assert offer is not None  # nothing is mailed of a game that has none
        self.home, self.game = session.home, offer.id
        data = self.home.guard(self.game, _NAME) or b""
        self.lines = set(data.decode("ascii", "replace").splitlines())

    def has(self, draft: MailDraft) -> bool:
        """Whether this mail was sent to this address."""
        return f"{draft.message_id} {draft.to}" in self.lines

    def has_id(self, message_id: str, address: str = "") -> bool:
        """Whether a mail of this id was sent, to this address if one is given."""
        told = [line.partition(" ")[2].casefold() for line in self.lines if line.partition(" ")[0] == message_id]
        return address.casefold() in told if address else bool(told)

    def add(self, draft: MailDraft) -> None:
        """Remember that it was, and with it whatever else it holds."""
        for each in (draft.message_id, *draft.holds):
            self.add_id(each, draft.to)

    def add_id(self, message_id: str, to: str) -> None:
        """Remember that something of this id was told to somebody, by mail or otherwise."""
        self.lines.add(f"{message_id} {to}")
        self.home.write_guard(self.game, "".join(f"{line}\n" for line in sorted(self.lines)).encode("ascii"), _NAME)


WAITING = frozenset(
    (
        "step-missing",
        "mail-of-unknown-game",
        "an-invitation-is-joined",
        "no-room-here",
        "game-is-gone",
        "agreement-ends-game",
        "ends-the-game",
    )
)
"""Refusals of mails that may be recorded later, and are kept."""

_FILE = "fetched"


class MailboxPosition(msgspec.Struct, frozen=True):
    """How far a mailbox was looked through: which one, as the server numbers it, the last number, and the numbers of
    mails before it that the server has not handed over yet.
    """

    mailbox: str = ""
    validity: int = 0
    last: int = 0
    owed: tuple[int, ...] = ()


class FetchResult(NamedTuple):
    """How many mails were looked at, and how many of them hold a note and are kept; what was picked of the rest; of how
    many only the beginning was read; and which ones the server did not hand over: they are asked for again.
    """

    looked_at: int
    kept: int
    picked: tuple[bytes, ...] = ()
    cut: int = 0
    withheld: tuple[int, ...] = ()


def fetch_mails(
    home: DataFolder, account: Account, box: OpenMailbox, pick: Callable[[bytes], bool] | None = None
) -> FetchResult:
    """Keep every mail with a note that has arrived since the last time; all others stay on the server, and only there.

    `pick` says of a mail without a note whether it is looked at further: it is handed back, and kept nowhere.
    """
    picked: list[bytes] = []
    where = f"{account.user} {account.imap} {account.mailbox}"
    seen = _stored_position(home)
    if (seen.mailbox, seen.validity) != (where, box.validity):
        seen = MailboxPosition(where, box.validity)
    last, owed, withheld = seen.last, list(seen.owed), list[int]()
    looked_at = kept = cut = 0
    try:
        for mail in box.after(seen.last, seen.owed):
            if isinstance(mail, Withheld):
                withheld.append(mail.number)
            else:
                looked_at, cut = looked_at + 1, cut + isinstance(mail, Beginning)
                if may_hold_note(mail.data):
                    home.write_mail(f"{box.validity:010d}-{mail.number:010d}.eml", mail.data)
                    kept += 1
                elif pick is not None and pick(mail.data):
                    picked.append(mail.data)
            last = max(last, mail.number)
            owed = [number for number in owed if number != mail.number]
        owed = []  # what is not there any more is not asked for again
    finally:  # once, and also if the server breaks off: a mailbox may hold thousands of other mails
        now = MailboxPosition(where, box.validity, last, tuple(sorted({*owed, *withheld})))
        if now != _stored_position(home):
            home.write_own(_FILE, msgspec.json.encode(now) + b"\n")
    return FetchResult(looked_at, kept, tuple(picked), cut, tuple(withheld))


def fetched_mails(home: DataFolder) -> tuple[NamedMail, ...]:
    """The mails that were fetched and are not entered, oldest first, called by the files they are kept in."""
    return tuple(NamedMail(str(home.mail_path(name)), home.read_mail(name), named=True) for name in home.mails())


def drop_fetched_mail(home: DataFolder, mail: NamedMail) -> None:
    """A mail that waits is not needed any more."""
    home.drop_mail(Path(mail.name).name)


def _stored_position(home: DataFolder) -> MailboxPosition:
    data = home.own(_FILE)
    try:
        return MailboxPosition() if data is None else decode_as(MailboxPosition, data)
    except msgspec.DecodeError:  # it is a memory and no more: everything is looked at once again
        return MailboxPosition()
