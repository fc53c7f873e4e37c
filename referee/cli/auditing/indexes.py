"""The file of an index: read before many games are audited or counted, written when they are audited."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from referee.cli.printing.output import json_line, write_file
from referee.kernel.errors import RefereeError
from referee.record import files
from referee.record.elsewhere import records_at
from referee.table.reading.audit import audit
from referee.table.reading.index import Entry, digest_of, entry_of, read_entries
from referee.table.reading.valid_part import ValidPart


class Index:
    """What is known of audited games, by the digest of their records. One that is not there yet knows nothing.

    Raises:
        Unreadable: a line of the file is no entry. FileTrouble: it cannot be read, or its folder is not there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, Entry] = {}
        self._kept: dict[str, Entry] = {}
        if path.exists():
            entries = read_entries(files.lines(path), str(path))
            self._kept = {entry.game: entry for entry in entries}
            self._known = {entry.digest: entry for entry in self._kept.values()}
        else:
            files.written_at(path.parent)  # that its folder is not there is said before hours of work, not after them

    def spared(self, path: str) -> tuple[tuple[str, Entry], ...]:
        """(name of the record, entry) of every record at a path; () unless all are known just as they lie there."""
        if not self._known:
            return ()
        try:
            records = records_at(Path(path))
        except RefereeError:  # anybody who audits it says why
            return ()
        found = [(record.name, self._known.get(digest_of(record.files))) for record in records]
        spared = tuple((name, entry) for name, entry in found if entry is not None and entry.spares)
        return spared if len(spared) == len(found) else ()

    def keep(self, entry: Entry) -> None:
        """Put an entry in place of the older one of its game."""
        if entry.game:
            self._kept[entry.game] = entry

    def write(self) -> None:
        """Write the file anew: a line for each game, in the order of their ids. Raises FileTrouble."""
        write_file(self._path, "".join(f"{json_line(self._kept[game])}\n" for game in sorted(self._kept)))


_OBJECT = b"{"


def entries_at(path: Path) -> Iterator[Entry]:
    """The entries of an index, or those of the games at a path, which are audited now.

    Raises:
        NoGame: there is none. Unreadable: a line of an index is no entry, or the file is neither. FileTrouble: it
            cannot be read.
    """
    if path.is_file() and _begins_with(path, _OBJECT):
        yield from read_entries(files.lines(path), str(path))
        return
    for found in records_at(path):
        seen: list[ValidPart] = []
        report = audit(found.files, strangers=found.foreign, seen=seen.append)
        yield entry_of(digest_of(found.files), report, seen[-1])


def _begins_with(path: Path, sign: bytes) -> bool:
    with files.opened(path) as file:
        return file.read(len(sign)) == sign
