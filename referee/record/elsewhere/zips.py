"""Zip archives. Their list stands at the end, so it is looked at before the standard library takes it in."""

from __future__ import annotations

import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.record.elsewhere.archive import Entry, Listed, check_count

_END = struct.Struct("<4s4H2LH")
_END_MARK, _END64_MARK, _ENTRY_MARK = b"PK\5\6", b"PK\6\7", b"PK\1\2"
_END64_SIZE = 20
_COMMENT = 65535
_LIST_LIMIT = 4 * 2**20


@contextmanager
def listed_zip(file: BinaryIO) -> Iterator[Listed]:
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

        yield Listed(tuple(map(_entry, infos)), read)


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


def _entry(info: ZipInfo) -> Entry:
    kind = stat.S_IFMT(info.external_attr >> 16)
    plain = kind in (0, stat.S_IFREG, stat.S_IFDIR)
    return Entry(info.filename, info.file_size, info.is_dir() or kind == stat.S_IFDIR, plain)
