"""An archive of records, read by its list of names first.

Only files of a record are ever unpacked, and only into memory; what else lies in the archive is named and left alone.
The limits hold for the bytes that come out, whatever the list says of them. An archive with a link, a name that leads
out of it or one name twice is refused whole: no program that packs a folder writes one, and two programs could read two
games in it.
"""

from __future__ import annotations

import struct
import tarfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import BinaryIO, NamedTuple
from zipfile import BadZipFile

from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.record.elsewhere.rebuilt import Found
from referee.record.names import CHARTER, is_record_name
from referee.record.signed import FILE_LIMIT
from referee.record.store import RECORD_LIMIT

ENTRIES = 10_000
"""An archive has at most so many entries, folders among them."""

_BROKEN = (
    BadZipFile,
    tarfile.TarError,
    zlib.error,
    struct.error,
    EOFError,
    OSError,  # what gzip and bz2 say of bytes that they did not write
    ValueError,
    OverflowError,
    IndexError,  # a zip entry without any name
    RuntimeError,  # a password is wanted, or a method that this Python cannot undo
)


class Entry(NamedTuple):
    """A line of the list: the name as it stands there, the bytes it says it has, and whether it is a plain file or
    folder.
    """

    name: str
    size: int
    folder: bool
    plain: bool


class Listed(NamedTuple):
    """An archive whose list has been read; `read(number, limit)` gives at most `limit` bytes of an entry."""

    entries: tuple[Entry, ...]
    read: Callable[[int, int], bytes]


def unpacked(listed: Callable[[BinaryIO], AbstractContextManager[Listed]], file: BinaryIO) -> tuple[Found, ...]:
    """The records in an archive, by the names of their folders.

    Raises:
        Unreadable: it holds something that no packed record holds, is larger than a record may be, or is damaged.
    """
    with _sound(), listed(file) as archive:
        names = _checked(archive.entries)
        homes = _by_folder(names)
        records = {home: inside for home, inside in sorted(homes.items()) if CHARTER in inside}
        data = _read(archive, [inside[name] for inside in records.values() for name in inside if is_record_name(name)])
    return tuple(_found(home, inside, data) for home, inside in records.items()) or (Found("", {}),)


def _by_folder(names: Mapping[str, int]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for name, number in sorted(names.items()):
        home, _, base = name.rpartition("/")
        found.setdefault(home, {})[base] = number
    return found


def _found(home: str, inside: Mapping[str, int], data: Mapping[int, bytes]) -> Found:
    """A record, called as people call it: by the folder of the game, where it lies in one."""
    game = home.removesuffix("record").rstrip("/") if home.rpartition("/")[2] == "record" else home
    record = {name: data[number] for name, number in inside.items() if number in data}
    return Found(game, record, {name: b"" for name, number in inside.items() if number not in data})


@contextmanager
def _sound() -> Iterator[None]:
    try:
        yield
    except _BROKEN as error:
        raise Unreadable("archive-damaged", hint=Sentence("unpack-it-yourself")) from error


def _checked(entries: tuple[Entry, ...]) -> dict[str, int]:
    """The number of every file by its name, without `.` and empty steps."""
    names: dict[str, int] = {}
    for number, entry in enumerate(entries):
        steps = entry.name.replace("\\", "/").split("/")
        if ".." in steps or entry.name.startswith(("/", "\\")) or steps[0].endswith(":"):
            raise Unreadable("archive-leads-out", name=entry.name)
        if not entry.plain:
            raise Unreadable("archive-link", name=entry.name)
        if entry.folder:
            continue
        name = "/".join(step for step in entry.name.split("/") if step not in ("", "."))
        if name in names:
            raise Unreadable("archive-name-twice", name=entry.name)
        names[name] = number
    return names


def _read(archive: Listed, wanted: Sequence[int]) -> dict[int, bytes]:
    # What the list says is believed only where it is too much: that much less is unpacked for nothing.
    for number in wanted:
        _check_size(archive.entries[number].size, archive.entries[number].name)
    if sum(archive.entries[number].size for number in wanted) > RECORD_LIMIT:
        raise too_long()
    found, left = {}, RECORD_LIMIT
    # In the order in which they lie there: to go back in a compressed stream is to begin again.
    for number in sorted(wanted):
        found[number] = archive.read(number, FILE_LIMIT + 1)
        _check_size(len(found[number]), archive.entries[number].name)
        left -= len(found[number])
        if left < 0:
            raise too_long()
    return found


def _check_size(size: int, name: str) -> None:
    if size > FILE_LIMIT:
        raise Unreadable("archive-entry-too-long", name=name, limit=FILE_LIMIT)


def too_long() -> Unreadable:
    """The refusal of more bytes than a record may have."""
    return Unreadable("archive-too-long", limit=RECORD_LIMIT)


def check_count(count: int) -> None:
    """Raise Unreadable for more entries than the archive of a record has."""
    if count > ENTRIES:
        raise Unreadable("archive-too-many", limit=ENTRIES)
