"""Mails that were fetched and wait in the home until they are entered: a crash, or a gap before them, loses none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from referee.post.accounts import Account
from referee.post.imap import Box
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
    """How far a mailbox was looked through: which one, as the server numbers it, and the last number."""

    mailbox: str = ""
    validity: int = 0
    last: int = 0


class Fetched(NamedTuple):
    """How many mails were looked at, and how many of them hold a note and are kept; and what was picked of the rest."""

    looked_at: int
    kept: int
    picked: tuple[bytes, ...] = ()


def fetch(home: Home, account: Account, box: Box, pick: Callable[[bytes], bool] | None = None) -> Fetched:
    """Keep every mail with a note that has come since the last time; all others stay on the server, and only there.

    `pick` says of a mail without a note whether it is looked at further: it is handed back, and kept nowhere.
    """
    picked: list[bytes] = []
    where = f"{account.user} {account.imap} {account.mailbox}"
    seen = _seen(home)
    last = seen.last if (seen.mailbox, seen.validity) == (where, box.validity) else 0
    looked_at = kept = 0
    try:
        for number, data in box.after(last):
            if data is not None and speaks_of_a_game(data):
                home.write_mail(f"{box.validity:010d}-{number:010d}.eml", data)
                kept += 1
            elif data is not None and pick is not None and pick(data):
                picked.append(data)
            looked_at, last = looked_at + 1, number
    finally:  # once, and also if the server breaks off: a mailbox may hold thousands of other mails
        if looked_at:
            home.write_own(_FILE, msgspec.json.encode(Seen(where, box.validity, last)) + b"\n")
    return Fetched(looked_at, kept, tuple(picked))


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
