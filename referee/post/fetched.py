"""Mails that were fetched and wait in the home until they are entered: a crash, or a gap before them, loses none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from referee.post.accounts import Account
from referee.post.imap import Beginning, Box, Withheld
from referee.post.inbox import Mail
from referee.post.sieve import speaks_of_a_game
from referee.record.store import Home

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
"""Refusals of mails that may be entered later, and are kept."""

_FILE = "fetched"


class Seen(msgspec.Struct, frozen=True):
    """How far a mailbox was looked through: which one, as the server numbers it, the last number, and the numbers of
    mails before it that the server has not handed over yet.
    """

    mailbox: str = ""
    validity: int = 0
    last: int = 0
    owed: tuple[int, ...] = ()


class Fetched(NamedTuple):
    """How many mails were looked at, and how many of them hold a note and are kept; what was picked of the rest; of how
    many only the beginning was read; and which ones the server did not hand over: they are asked for again.
    """

    looked_at: int
    kept: int
    picked: tuple[bytes, ...] = ()
    cut: int = 0
    withheld: tuple[int, ...] = ()


def fetch(home: Home, account: Account, box: Box, pick: Callable[[bytes], bool] | None = None) -> Fetched:
    """Keep every mail with a note that has come since the last time; all others stay on the server, and only there.

    `pick` says of a mail without a note whether it is looked at further: it is handed back, and kept nowhere.
    """
    picked: list[bytes] = []
    where = f"{account.user} {account.imap} {account.mailbox}"
    seen = _seen(home)
    if (seen.mailbox, seen.validity) != (where, box.validity):
        seen = Seen(where, box.validity)
    last, owed, withheld = seen.last, list(seen.owed), list[int]()
    looked_at = kept = cut = 0
    try:
        for mail in box.after(seen.last, seen.owed):
            if isinstance(mail, Withheld):
                withheld.append(mail.number)
            else:
                looked_at, cut = looked_at + 1, cut + isinstance(mail, Beginning)
                if speaks_of_a_game(mail.data):
                    home.write_mail(f"{box.validity:010d}-{mail.number:010d}.eml", mail.data)
                    kept += 1
                elif pick is not None and pick(mail.data):
                    picked.append(mail.data)
            last = max(last, mail.number)
            owed = [number for number in owed if number != mail.number]
        owed = []  # what is not there any more is not asked for again
    finally:  # once, and also if the server breaks off: a mailbox may hold thousands of other mails
        now = Seen(where, box.validity, last, tuple(sorted({*owed, *withheld})))
        if now != _seen(home):
            home.write_own(_FILE, msgspec.json.encode(now) + b"\n")
    return Fetched(looked_at, kept, tuple(picked), cut, tuple(withheld))


def mails_waiting(home: Home) -> tuple[Mail, ...]:
    """The mails that were fetched and are not entered, oldest first, called by the files they are kept in."""
    return tuple(Mail(str(home.mail_path(name)), home.read_mail(name), named=True) for name in home.mails())


def drop_fetched(home: Home, mail: Mail) -> None:
    """A mail that waits is not needed any more."""
    home.drop_mail(Path(mail.name).name)


def _seen(home: Home) -> Seen:
    data = home.own(_FILE)
    try:
        return Seen() if data is None else msgspec.json.decode(data, type=Seen)
    except msgspec.DecodeError:  # it is a memory and no more: everything is looked at once again
        return Seen()
