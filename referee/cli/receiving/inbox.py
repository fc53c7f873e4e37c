"""Mails as a person names them: files, patterns, folders, a mailbox folder, standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from referee.kernel.errors import FileTrouble, RefereeError
from referee.record.store import read_input

_UNFINISHED = (".tmp", ".part", ".partial", ".crdownload", ".swp", "~")


_MAILDIR = ("new", "cur")


_LIMIT = 2**20


class Mail(NamedTuple):
    """A mail with the name it goes by; `named` if a person chose it, and not a folder that it lies in.

    `trouble` says why it could not be read.
    """

    name: str
    data: bytes = b""
    named: bool = True
    trouble: RefereeError | None = None


def mails_in(paths: list[Path]) -> Iterator[Mail]:
    """The mails that were named, in that order; those of a folder by name. Nothing is read twice or changed."""
    for path in paths:
        if str(path) == "-":
            yield Mail("-", _standard_input())
        elif path.is_dir():
            yield from _of_folder(path)
        else:
            yield from (_read(file) for file in _matching(path))


def _standard_input() -> bytes:
    return sys.stdin.buffer.read(_LIMIT + 1)


def _matching(path: Path) -> list[Path]:
    """The files that a pattern stands for, where the shell has left it alone; a file of that very name comes first."""
    if path.exists() or not any(sign in path.name for sign in "*?"):
        return [path]
    return sorted(path.parent.glob(path.name)) or [path]


def _of_folder(folder: Path) -> Iterator[Mail]:
    """The mails in a folder, or in the `new` and `cur` of a mailbox; what is no mail is passed over."""
    boxes = [folder / name for name in _MAILDIR if (folder / name).is_dir()]
    for place in boxes or [folder]:
        try:
            entries = sorted(place.iterdir())
        except OSError as error:
            reason = (error.strerror or "it did not work").lower()
            trouble = FileTrouble("file-trouble", path=str(place), reason=reason)
            yield Mail(str(place), trouble=trouble)
            continue
        for entry in entries:
            if not (entry.name.startswith(".") or entry.name.endswith(_UNFINISHED) or entry.is_dir()):
                yield _read(entry, named=False)


def _read(path: Path, *, named: bool = True) -> Mail:
    try:
        return Mail(str(path), read_input(path), named)
    except RefereeError as trouble:
        return Mail(str(path), named=named, trouble=trouble)
