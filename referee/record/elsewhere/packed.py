"""The record of a game as one file."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip archive can name
_UNIX, _PLAIN_FILE = 3, 0o100644 << 16


def packed(record: Mapping[str, bytes], game: str) -> bytes:
    """A zip archive with the files of a record, below a folder called `game`, as the folder of a game has them.

    The same record gives the same bytes, on every machine and with every version of Python: files stand by name, none
    has a time, and nothing is compressed, for that is where libraries differ. Notes are signatures and sealed lines for
    the most part, and hardly get shorter.
    """
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_STORED) as archive:
        for name in sorted(record):
            entry = ZipInfo(f"{game}/record/{name}", _LONG_AGO)
            entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
            archive.writestr(entry, record[name])
    return whole.getvalue()
