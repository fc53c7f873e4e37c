"""What `claim` and `answer` share: the notes that are named, the yes, and the file that is sent to all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from referee.cli.asking.prompt import is_terminal
from referee.cli.context import Context
from referee.cli.paths import shown
from referee.cli.printing.errors import Stopped
from referee.cli.printing.output import Signed, data
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.mails.intake import unwrap
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
    if not yes:
        if not is_terminal() or context.json:
            raise OutOfOrder("not-confirmed", hint=Sentence("read-then-repeat"))
        if not context.confirm(context.sentence("sign-claim" if signed.type == "claim" else "sign-answer")):
            raise Stopped("nothing-signed")
    sent = send(desk, outgoing(desk, signed, along))
    keep_beside(desk, signed, along)
    path = shown(sent.path)
    written = Signed(signed.type, signed.id, path, "all", game=desk.table.game_id)
    data(context, written, context.sentence("send-all-host-players", path=path))
