"""Records that come from elsewhere than the folder of a game: archives, mailboxes, a letter with all its notes.

`records_at` and `notes_at` look which kind lies at a path that an auditor names. The result is what a folder gives:
the files of a record by name, with their bytes. Nothing is written anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.late_loading import late
from referee.record import files
from referee.record.file_names import CHARTER, MAILDIR
from referee.record.mails.mbox import POSTMARK, split_mbox_lines
from referee.record.mails.unwrap import unwrap
from referee.record.note import FILE_LIMIT, SignedNote, whole_notes
from referee.record.sources.from_mailbox import FoundRecord, rebuild_records
from referee.record.store import RECORD_LIMIT, GameFolder

if TYPE_CHECKING:
    from referee.record.sources import archive

late(__name__, "archive")

__all__ = ["FoundRecord", "archived_at", "notes_at", "records_at"]

_BEGIN = 512
_ZIP, _PACKED, _TAR, _TAR_AT = (b"PK\3\4", b"PK\5\6"), (b"\x1f\x8b", b"BZh"), b"ustar", 257
"""How the file of each kind begins; a packed one is taken for a tar."""

MAILS = 10_000
"""A mailbox has at most so many mails."""


def records_at(path: Path) -> tuple[FoundRecord, ...]:
    """The records at a path, in a fixed order: one for a folder, any number for an archive or a mailbox.

    A folder without a game, or none, gives a record without files.

    Raises:
        Unreadable: an archive that no record needs, a mailbox too large, or a file that is not one of these; `at` is
            the path.
        FileTrouble: the file system does not do its part.
    """
    try:
        return _file(path) if path.exists() and not path.is_dir() else _folder(path)
    except Unreadable as error:
        error.at = error.at or str(path)
        raise


def archived_at(path: Path) -> tuple[FoundRecord, ...]:
    """The games in an archive; none where the file is not an archive, or one that cannot be read as the records of
    games.

    Raises FileTrouble: the file system does not do its part.
    """
    try:
        found = _file(path) if path.is_file() and _archive_kind(path) in ("zip", "tar") else ()
    except Unreadable:
        return ()
    return tuple(one for one in found if CHARTER in one.files)


def notes_at(path: Path) -> tuple[SignedNote, ...]:
    """The notes at a path, in whatever form they are there: a letter, a mailbox, an archive, a folder.

    Of a record that is a folder or an archive these are the notes of every file that can be read.
    Raises as `records_at`, and NotAuthentic: the signature of the only note does not fit.
    """
    try:
        kind = "" if path.is_dir() else _archive_kind(path)
        if path.is_dir() or kind in ("zip", "tar"):
            files = (data for found in records_at(path) for data in found.files.values())
            return tuple(signed for data in files for signed in whole_notes(data))
        return _letters(path, kind)
    except Unreadable as error:
        error.at = error.at or str(path)
        raise


def _folder(path: Path) -> tuple[FoundRecord, ...]:
    place = GameFolder(path.parent if path.name == "record" else path)
    found = FoundRecord("", place.record(), place.unknown(), comments=place.comments())
    if CHARTER not in found.files and all((path / box).is_dir() for box in MAILDIR):
        return rebuild_records(_notes_of(_maildir(path)))
    return (found,)


def _file(path: Path) -> tuple[FoundRecord, ...]:
    kind = _archive_kind(path)
    if kind not in ("zip", "tar"):
        return rebuild_records(_letters(path, kind))
    with files.open_named_file(path) as file:
        return archive.unpack_archive(archive.list_zip if kind == "zip" else archive.list_tar, file)


def _letters(path: Path, kind: str) -> tuple[SignedNote, ...]:
    if kind == "mbox":
        with files.open_named_file(path) as file:
            return _notes_of(_mbox(file))
    return _notes_of([files.read_file(path, FILE_LIMIT, follow=True)], named=True)


def _archive_kind(path: Path) -> str:
    """What a file is, by how it begins."""
    with files.open_named_file(path) as file:
        begin = file.read(_BEGIN)
    if begin.startswith(_ZIP):
        return "zip"
    if begin.startswith(_PACKED) or begin[_TAR_AT:].startswith(_TAR):
        return "tar"
    return "mbox" if begin.startswith(POSTMARK) else ""


def _maildir(path: Path) -> Iterator[bytes]:
    """The mails of a Maildir; of those that are too long for a note the beginning. Nothing is moved or marked.

    Raises:
        Unreadable: more mails, or more bytes, than anybody plays with. FileTrouble.
    """
    left = RECORD_LIMIT
    names = [path / box / name for box in MAILDIR for name in files.names_in(path / box, MAILS)]
    _check_count(len(names))
    for place in names:
        data = files.read_file(place, FILE_LIMIT, cut=True)
        left -= len(data)
        _check_mailbox_size(left)
        yield data


def _mbox(file: BinaryIO) -> Iterator[bytes]:
    """The mails of an mbox, open from its start. As `_maildir`."""
    _check_mailbox_size(RECORD_LIMIT - file.seek(0, 2))
    file.seek(0)
    for count, mail in enumerate(split_mbox_lines(file, FILE_LIMIT), 1):
        _check_count(count)
        yield mail


def _notes_of(mails: Iterable[bytes], *, named: bool = False) -> tuple[SignedNote, ...]:
    """The notes in mails whose signatures fit, in their order.

    Raises:
        Unreadable, NotAuthentic: only if `named`: why nothing can be taken from a file that somebody has named.
    """
    found: list[SignedNote] = []
    for mail in mails:
        try:
            found += unwrap(mail).signed_notes
        except RefereeError:  # a mail about something else
            if named:
                raise
    return tuple(found)


def _check_count(count: int) -> None:
    if count > MAILS:
        raise Unreadable("mailbox-too-many", limit=MAILS)


def _check_mailbox_size(left: int) -> None:
    if left < 0:
        raise Unreadable("mailbox-too-long", limit=RECORD_LIMIT)
