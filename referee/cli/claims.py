"""What `claim` and `answer` share: the notes that are named, the yes, and the file that is sent to all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from referee.cli.asking.agreement import confirm
from referee.cli.context import Context
from referee.cli.printing.dispatch import tell_signed
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.store import read_input
from referee.table.desk.claim import keep_beside, outgoing
from referee.table.desk.desk import Desk
from referee.table.desk.send import send


def kept_notes(paths: Iterable[Path]) -> tuple[SignedNote, ...]:
    """The notes of files, each once; all of them hold.

    Raises:
        RefereeError: a file holds none, or one whose signature does not fit: nobody can have seen that.
    """
    found: dict[str, SignedNote] = {}
    for path in paths:
        for signed in unwrap(read_input(path)).signed_notes:
            signed.check()
            signed.note()
            found.setdefault(signed.id, signed)
    return tuple(found.values())


def signed_beside(context: Context, desk: Desk, signed: SignedNote, along: Sequence[SignedNote], *, yes: bool) -> None:
    """Ask for a yes, write the file, keep a copy for `referee judge`, and say where it goes."""
    confirm(context, "sign-claim" if signed.type == "claim" else "sign-answer", yes=yes)
    sent = send(desk, outgoing(desk, signed, along))
    keep_beside(desk, signed, along)
    tell_signed(context, desk, signed, sent.path, "all", game=desk.table.game_id)
