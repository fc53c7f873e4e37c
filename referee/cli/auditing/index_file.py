"""The file of an index: read before many games are audited or counted, written when they are audited."""

from __future__ import annotations

from pathlib import Path

from referee.audit.game_index import IndexEntry, read_index_entries, record_digest
from referee.cli.auditing.looks import LookedAt, Looks
from referee.cli.printing.output import json_line, write_file
from referee.kernel.errors import RefereeError
from referee.record import files
from referee.record.sources import records_at


class GameIndex:
    """What is known of audited games, by the digest of their records. One that is not there yet knows nothing.

    Beside it lies what each archive was when it was last read; with `anew` that is not believed.

    Raises:
        Unreadable: a line of the file is no entry. FileTrouble: it cannot be read, or its folder is not there.
    """

    def __init__(self, path: Path, *, anew: bool = False) -> None:
        self._path = path
        self._looks = Looks(path, anew=anew)
        self._known: dict[str, IndexEntry] = {}
        self._kept: dict[str, IndexEntry] = {}
        if path.exists():
            entries = read_index_entries(files.file_lines(path), str(path))
            self._kept = {entry.game: entry for entry in entries}
            self._known = {entry.digest: entry for entry in self._kept.values()}
        else:
            files.modified_at(path.parent)  # that its folder is not there is said before hours of work, not after them

    def spared(self, path: str) -> tuple[tuple[str, IndexEntry], ...]:
        """(name of the record, entry) of every record at a path; () unless all are known just as they lie there."""
        records = self._looks.begin(path)
        if not self._known:
            return ()
        if records is None:
            try:
                records = tuple((record.name, record_digest(record.files)) for record in records_at(Path(path)))
            except RefereeError:  # anybody who audits it says why
                return ()
            self._looks.keep(path, records)
        found = [(name, self._known.get(digest)) for name, digest in records]
        spared = tuple((name, entry) for name, entry in found if entry is not None and entry.spares)
        return spared if len(spared) == len(found) else ()

    def keep_look(self, path: str, records: LookedAt) -> None:
        """Keep what an audit found at a path that has not changed since it was asked for."""
        self._looks.keep(path, records)

    def keep(self, entry: IndexEntry) -> None:
        """Put an entry in place of the older one of its game."""
        if entry.game:
            self._kept[entry.game] = entry

    def write(self) -> None:
        """Write the file anew: a line for each game, in the order of their ids. Raises FileTrouble."""
        write_file(self._path, "".join(f"{json_line(self._kept[game])}\n" for game in sorted(self._kept)))
        self._looks.write()
