"""What `claim` and `answer` share: the notes that are named, the yes, and the file that is sent to all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from referee.cli.context import Context
from referee.cli.printing.signed_note import print_signed_note
from referee.cli.prompts.confirm import confirm
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.store import read_input
from referee.session.send import send
from referee.session.session import Session
from referee.session.sign_claim import outgoing_claim, store_unrecorded


def notes_of_files(paths: Iterable[Path]) -> tuple[SignedNote, ...]:
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


def sign_unrecorded(
    context: Context, session: Session, signed: SignedNote, along: Sequence[SignedNote], *, yes: bool
) -> None:
    """Ask for a yes, write the file, keep a copy for `referee judge`, and say where it goes."""
    confirm(context, "sign-claim" if signed.type == "claim" else "sign-answer", yes=yes)
    sent = send(session, outgoing_claim(session, signed, along))
    store_unrecorded(session, signed, along)
    print_signed_note(context, session, signed, sent.path, "all", game=session.table.game_id)
