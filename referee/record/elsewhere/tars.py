"""Tar archives, plain or compressed with gzip or bzip2."""

from __future__ import annotations

import bz2
import gzip
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from referee.record.elsewhere.archive import ENTRIES, Entry, Listed, check_count, too_long
from referee.record.signed import FILE_LIMIT
from referee.record.store import RECORD_LIMIT

_BLOCK = tarfile.BLOCKSIZE
_LENGTH = 2 * RECORD_LIMIT + ENTRIES * 8 * _BLOCK
"""Bytes of a tar archive with everything that a record may have, and as much again beside it."""

_READS = 4 * _LENGTH
_GZIP, _BZIP2 = b"\x1f\x8b", b"BZh"


@contextmanager
def listed_tar(file: BinaryIO) -> Iterator[Listed]:
    """The list of a tar archive. Raises Unreadable for one with more entries, or more bytes, than a record has."""
    with tarfile.open(fileobj=cast(BinaryIO, _Bounded(_plain(file))), mode="r:") as archive:
        members: list[tarfile.TarInfo] = []
        for member in archive:
            members.append(member)
            check_count(len(members))

        def read(number: int, limit: int) -> bytes:
            entry = archive.extractfile(members[number])
            return entry.read(limit) if entry is not None else b""

        yield Listed(tuple(map(_entry, members)), read)


def _plain(file: BinaryIO) -> BinaryIO:
    file.seek(0)
    begin = file.read(len(_BZIP2))
    file.seek(0)
    if begin.startswith(_GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    return cast(BinaryIO, bz2.BZ2File(file)) if begin == _BZIP2 else file


def _entry(member: tarfile.TarInfo) -> Entry:
    plain = member.type in (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.DIRTYPE)
    return Entry(member.name, member.size, member.isdir(), plain)


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
