"""Mails as a person names them: files, patterns, folders, mailboxes of either form, standard input; and the folders
that a home looks through where nobody names one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import msgspec

from referee.kernel.errors import FileTrouble, RefereeError
from referee.kernel.lazy_values import cached_on_instance
from referee.record.file_names import MAILDIR, PACK
from referee.record.files import modified_at
from referee.record.mails.mbox import beginning_of, is_mailbox, split_mbox_lines
from referee.record.mails.unwrap import Unwrapped, unwrap
from referee.record.note import FILE_LIMIT
from referee.record.os_errors import os_error_reason
from referee.record.sources import archived_at
from referee.record.store import DataFolder, read_mails

UNFINISHED = (".tmp", ".part", ".partial", ".crdownload", ".swp", "~")


class NamedMail(msgspec.Struct, frozen=True, dict=True):
    """A mail with the name it goes by; `named` if a person chose it, and not a folder that it is in.

    `trouble` says why it could not be read.
    """

    name: str
    data: bytes = b""
    named: bool = True
    trouble: RefereeError | None = None

    @cached_on_instance
    def opened(self) -> Unwrapped:
        """What is in it, opened once for everything that looks at it. Raises as `unwrap`."""
        return unwrap(self.data)


class WatchedFolders(msgspec.Struct, frozen=True):
    """The folders that are looked through where nobody names one: that in which mails land that are saved ("" for none
    yet), and those that are shared.
    """

    mails: str = ""
    shared: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[Path, ...]:
        """All of them."""
        return tuple(Path(name) for name in dict.fromkeys((self.mails, *self.shared)) if name)


def watched_folders(home: DataFolder) -> WatchedFolders:
    """What a home keeps of them, a line each: `mails PATH` or `shared PATH`; a damaged line is ignored."""
    lines = [line.partition(" ") for line in os.fsdecode(home.own(_KEPT) or b"").split("\n")]
    shared = tuple(path for sort, _, path in lines if sort == "shared" and path)
    return WatchedFolders(next((path for sort, _, path in lines if sort == "mails"), ""), shared)


def watch_mail_folder(home: DataFolder, folder: Path) -> None:
    """Look for mails in this folder from now on. Raises FileTrouble."""
    _keep_folders(home, msgspec.structs.replace(watched_folders(home), mails=str(folder.absolute())))


def watch_shared_folder(home: DataFolder, folder: Path) -> None:
    """Look into this shared folder from now on as well; those that are gone are removed from the list. Raises
    FileTrouble.
    """
    known = watched_folders(home)
    there = {name for name in known.shared if Path(name).is_dir()} | {str(folder.resolve())}
    _keep_folders(home, msgspec.structs.replace(known, shared=tuple(sorted(there))))


def _keep_folders(home: DataFolder, kept: WatchedFolders) -> None:
    lines = [f"mails {kept.mails}", *(f"shared {path}" for path in kept.shared)]
    if kept != watched_folders(home) and not any("\n" in line for line in lines):  # such a name is typed each time
        home.write_own(_KEPT, os.fsencode("".join(f"{line}\n" for line in lines)))


_KEPT = "folders"

NEWEST = 2000
"""Of a folder that somebody fills with anything so many files are looked through."""


def newest_mails(folder: Path, most: int = NEWEST) -> Iterator[NamedMail]:
    """Of the files in a folder that somebody fills with anything the `most` that were written last, as mails of it."""
    try:
        entries = [entry for entry in folder.iterdir() if _may_be_mail(entry)]
        known = sorted(((modified_at(entry), entry) for entry in entries if entry.is_file()), reverse=True)[:most]
    except OSError as error:
        raise FileTrouble("file-trouble", path=str(folder), reason=os_error_reason(error)) from error
    yield from (mail for _, entry in sorted(known, key=lambda pair: pair[1]) for mail in _read_file(entry, named=False))


def _may_be_mail(entry: Path) -> bool:
    return not (entry.name.startswith(".") or entry.name.endswith(UNFINISHED) or entry.is_dir())


def mails_in(paths: Iterable[Path]) -> Iterator[NamedMail]:
    """The mails that were named, in that order; those of a folder by name. Nothing is read twice or changed."""
    for path in paths:
        if str(path) == "-":
            yield from _standard_input()
        elif path.is_dir():
            yield from _of_folder(path)
        else:
            yield from (mail for file in _matching_files(path) for mail in _of_archive(file) or _read_file(file))


def _standard_input() -> Iterator[NamedMail]:
    begins = beginning_of(iter(lambda: sys.stdin.buffer.readline(FILE_LIMIT), b""))
    first = b"".join(begins)
    if is_mailbox(first):
        yield from _numbered_mails("-", split_mbox_lines(chain(begins, sys.stdin.buffer), FILE_LIMIT), named=True)
    else:
        yield NamedMail("-", first + sys.stdin.buffer.read(max(0, FILE_LIMIT + 1 - len(first))))


def _matching_files(path: Path) -> list[Path]:
    """The files that a pattern stands for, where the shell has left it alone; a file of that very name comes first."""
    if path.exists() or not any(sign in path.name for sign in "*?"):
        return [path]
    return sorted(path.parent.glob(path.name)) or [path]


def _of_folder(folder: Path) -> Iterator[NamedMail]:
    """The mails in a folder, or in the `new` and `cur` of a mailbox; what is not a mail is passed over."""
    boxes = [folder / name for name in MAILDIR if (folder / name).is_dir()]
    for place in boxes or [folder]:
        try:
            names = sorted(os.listdir(place))  # noqa: PTH208 - as paths, ten thousand names would weigh ten times as much
        except OSError as error:
            trouble = FileTrouble("file-trouble", path=str(place), reason=os_error_reason(error))
            yield NamedMail(str(place), trouble=trouble)
            continue
        for name in names:
            if _may_be_mail(place / name):
                yield from _read_file(place / name, named=False)


def _of_archive(path: Path) -> list[NamedMail]:
    """The files of a game that `referee archive` has written, the first one named: what is wrong is told once."""
    try:
        records = archived_at(path)
    except RefereeError:  # it is met again and told when the file is read as a mail
        return []
    files = [data for record in records for name, data in record.files.items() if name != PACK]
    return [NamedMail(str(path), data, named=number == 0) for number, data in enumerate(files)]


def _read_file(path: Path, *, named: bool = True) -> Iterator[NamedMail]:
    try:
        yield from _numbered_mails(str(path), read_mails(path), named=named)
    except RefereeError as trouble:
        yield NamedMail(str(path), named=named, trouble=trouble)


def _numbered_mails(name: str, mails: Iterable[bytes], *, named: bool) -> Iterator[NamedMail]:
    """The mails of a file: its name alone if it holds one, else a number after it: `inbox (3)`."""
    last: bytes | None = None
    number = 0
    for number, data in enumerate(mails, 1):
        if last is not None:
            yield NamedMail(f"{name} ({number - 1})", last, named)
        last = data
    if last is not None:
        yield NamedMail(f"{name} ({number})" if number > 1 else name, last, named)
