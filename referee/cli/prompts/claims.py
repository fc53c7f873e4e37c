"""The notes in files that somebody names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.store import read_mail_file


def notes_of_files(paths: Iterable[Path]) -> tuple[SignedNote, ...]:
    """The notes of files, each once; all of them hold.

    Raises:
        RefereeError: a file holds none, or one whose signature does not fit: nobody can have seen that.
    """
    found: dict[str, SignedNote] = {}
    for path in paths:
        for signed in unwrap(read_mail_file(path)).signed_notes:
            signed.check()
            signed.note()
            found.setdefault(signed.id, signed)
    return tuple(found.values())
