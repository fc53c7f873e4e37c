"""An archive of records, zip or tar (plain, or compressed with gzip or bzip2), read by its list of names first.

Only files of a record are ever unpacked, and only into memory; what else is in the archive is named and left alone.
The limits hold for the bytes that come out, whatever the list says of them. An archive with a link, a name that leads
out of it or one name twice is refused whole: no program that packs a folder writes one, and two programs could read two
games in it. The list of a zip stands at its end, so it is looked at before the standard library reads it.

`packed` writes the record of a game as one such file.
"""

from __future__ import annotations

import bz2
import gzip
import stat
import struct
import tarfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from io import BytesIO
from typing import BinaryIO, NamedTuple, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.record.file_names import CHARTER, COMMENTS, RECORD, is_record_name, parse_file_name
from referee.record.note import FILE_LIMIT
from referee.record.sources.from_mailbox import FoundRecord
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


class ArchiveEntry(NamedTuple):
    """A line of the list: the name as written there, the bytes it says it has, and whether it is a plain file or
    folder.
    """

    name: str
    size: int
    folder: bool
    plain: bool


class ArchiveListing(NamedTuple):
    """An archive whose list has been read; `read(number, limit)` gives at most `limit` bytes of an entry."""

    entries: tuple[ArchiveEntry, ...]
    read: Callable[[int, int], bytes]


def unpack_archive(
    listed: Callable[[BinaryIO], AbstractContextManager[ArchiveListing]], file: BinaryIO
) -> tuple[FoundRecord, ...]:
    """The records in an archive, by the names of their folders.

    Raises:
        Unreadable: it holds something that no packed record holds, is larger than a record may be, or is damaged.
    """
    with _sound(), listed(file) as archive:
        names = _entry_numbers(archive.entries)
        homes = _by_folder(names)
        records = {home: inside for home, inside in sorted(homes.items()) if CHARTER in inside}
        wanted = [inside[name] for inside in records.values() for name in inside if is_record_name(name)]
        said = {home: homes.get(_game_folder(home) + COMMENTS, {}) for home in records}
        wanted += [
            inside[name] for inside in said.values() for name in inside if parse_file_name(COMMENTS, name) is not None
        ]
        data = _unpacked_files(archive, wanted)
    found = (_found_record(home, inside, data, said[home]) for home, inside in records.items())
    return tuple(found) or (FoundRecord("", {}),)


def _by_folder(names: Mapping[str, int]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for name, number in sorted(names.items()):
        home, _, base = name.rpartition("/")
        found.setdefault(home, {})[base] = number
    return found


def _game_folder(home: str) -> str:
    """How the names of all files of a game begin whose record is in this folder of the archive."""
    above, _, last = home.rpartition("/")
    folder = above if last == RECORD else home
    return f"{folder}/" if folder else ""


def _found_record(
    home: str, inside: Mapping[str, int], data: Mapping[int, bytes], said: Mapping[str, int]
) -> FoundRecord:
    """A record, called as people call it: by the folder of the game, where it is in one."""
    record = {name: data[number] for name, number in inside.items() if number in data}
    foreign = {name: b"" for name, number in inside.items() if number not in data}
    comments = {name: data.get(number, b"") for name, number in said.items()}
    return FoundRecord(_game_folder(home).rstrip("/"), record, foreign, comments=comments)


@contextmanager
def _sound() -> Iterator[None]:
    try:
        yield
    except _BROKEN as error:
        raise Unreadable("archive-damaged", hint=Sentence("unpack-it-yourself")) from error


def _entry_numbers(entries: tuple[ArchiveEntry, ...]) -> dict[str, int]:
    """The number of every file by its name, without `.` and empty steps. Some programs of Windows write `\\` between
    the steps; on every machine the same archive has the same names.
    """
    names: dict[str, int] = {}
    for number, entry in enumerate(entries):
        steps = entry.name.replace("\\", "/").split("/")
        if ".." in steps or entry.name.startswith(("/", "\\")) or steps[0].endswith(":"):
            raise Unreadable("archive-leads-out", name=entry.name)
        if not entry.plain:
            raise Unreadable("archive-link", name=entry.name)
        if entry.folder or entry.name.endswith("\\"):
            continue
        name = "/".join(step for step in steps if step not in ("", "."))
        if name in names:
            raise Unreadable("archive-name-twice", name=entry.name)
        names[name] = number
    return names


def _unpacked_files(archive: ArchiveListing, wanted: Sequence[int]) -> dict[int, bytes]:
    # What the list says is believed only where it is too much: that much less is unpacked for nothing.
    for number in wanted:
        _check_size(archive.entries[number].size, archive.entries[number].name)
    if sum(archive.entries[number].size for number in wanted) > RECORD_LIMIT:
        raise too_long()
    found, left = {}, RECORD_LIMIT
    # In their order in the archive: to go back in a compressed stream is to begin again.
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


_END = struct.Struct("<4s4H2LH")
_END_MARK, _END64_MARK, _ENTRY_MARK = b"PK\5\6", b"PK\6\7", b"PK\1\2"
_END64_SIZE = 20
_COMMENT = 65535
_LIST_LIMIT = 4 * 2**20


@contextmanager
def list_zip(file: BinaryIO) -> Iterator[ArchiveListing]:
    """The list of a zip archive. Raises Unreadable for one with more entries than a record has."""
    _check_list(file)
    with ZipFile(file) as archive:
        infos = archive.infolist()
        check_count(len(infos))

        def read(number: int, limit: int) -> bytes:
            if infos[number].compress_type not in (ZIP_STORED, ZIP_DEFLATED):  # others take memory as they please
                raise BadZipFile(infos[number].compress_type)
            with archive.open(infos[number]) as entry:
                return entry.read(limit)

        yield ArchiveListing(tuple(map(_zip_entry, infos)), read)


def _check_list(file: BinaryIO) -> None:
    """Check how long the list is before it is read: of each entry the library makes an object."""
    size = file.seek(0, 2)
    start = max(0, size - _END.size - _END64_SIZE - _COMMENT)
    file.seek(start)
    tail = file.read()
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        raise Unreadable("archive-damaged", hint=Sentence("unpack-it-yourself"))
    *_, length, _offset, _comment = _END.unpack_from(tail, at)
    if tail[max(0, at - _END64_SIZE) : at].startswith(_END64_MARK) or length > _LIST_LIMIT:
        check_count(length)  # only an archive that is too large for any record needs 64 bits
        raise Unreadable("archive-damaged", hint=Sentence("unpack-it-yourself"))
    file.seek(max(0, start + at - length))
    check_count(file.read(length).count(_ENTRY_MARK))
    file.seek(0)


def _zip_entry(info: ZipInfo) -> ArchiveEntry:
    kind = stat.S_IFMT(info.external_attr >> 16)
    plain = kind in (0, stat.S_IFREG, stat.S_IFDIR)
    return ArchiveEntry(info.filename, info.file_size, info.is_dir() or kind == stat.S_IFDIR, plain)


_BLOCK = tarfile.BLOCKSIZE
_LENGTH = 2 * RECORD_LIMIT + ENTRIES * 8 * _BLOCK
"""Bytes of a tar archive with everything that a record may have, and as much again beside it."""

_READS = 4 * _LENGTH
_GZIP, _BZIP2 = b"\x1f\x8b", b"BZh"


@contextmanager
def list_tar(file: BinaryIO) -> Iterator[ArchiveListing]:
    """The list of a tar archive. Raises Unreadable for one with more entries, or more bytes, than a record has."""
    with tarfile.open(fileobj=cast(BinaryIO, _Bounded(_plain(file))), mode="r:") as archive:
        members: list[tarfile.TarInfo] = []
        for member in archive:
            members.append(member)
            check_count(len(members))

        def read(number: int, limit: int) -> bytes:
            entry = archive.extractfile(members[number])
            return entry.read(limit) if entry is not None else b""

        yield ArchiveListing(tuple(map(_tar_entry, members)), read)


def _plain(file: BinaryIO) -> BinaryIO:
    file.seek(0)
    begin = file.read(len(_BZIP2))
    file.seek(0)
    if begin.startswith(_GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    return cast(BinaryIO, bz2.BZ2File(file)) if begin == _BZIP2 else file


def _tar_entry(member: tarfile.TarInfo) -> ArchiveEntry:
    plain = member.type in (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.DIRTYPE)
    return ArchiveEntry(member.name, member.size, member.isdir(), plain)


class _Bounded:
    """A file of which nobody takes more at a time, or gets further, than the archive of a record makes needful.

    The library reads a header that says it is long in one go, and leaves out an entry by reading on to its end.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes. Raises Unreadable for too many."""
        if not 0 <= size <= 2 * FILE_LIMIT:
            raise too_long()
        self.taken += size
        if self.taken > _READS or self.file.tell() > _LENGTH:
            raise too_long()
        return self.file.read(size)

    def seek(self, position: int, whence: int = 0) -> int:
        """Go to a place. Raises Unreadable for one that lies too far."""
        if whence != 0 or not 0 <= position <= _LENGTH:
            raise too_long()
        return self.file.seek(position)

    def tell(self) -> int:
        """The place where the next byte is read."""
        return self.file.tell()


_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip archive can name
_UNIX, _PLAIN_FILE = 3, 0o100644 << 16
_NOTHING: Mapping[str, bytes] = {}


def pack_archive(record: Mapping[str, bytes], game: str, comments: Mapping[str, bytes] = _NOTHING) -> bytes:
    """A zip archive with the files of a record and what is said of it, below a folder called `game`.

    The same record gives the same bytes, on every machine and with every version of Python: files are sorted by name,
    none has a time, and nothing is compressed, for that is where libraries differ.
    """
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_STORED) as archive:
        for part, files in ((RECORD, record), (COMMENTS, comments)):
            for name in sorted(files):
                entry = ZipInfo(f"{game}/{part}/{name}", _LONG_AGO)
                entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
                archive.writestr(entry, files[name])
    return whole.getvalue()
