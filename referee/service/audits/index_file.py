"""The file of an index: read before many games are audited or counted, written when they are audited.

Beside it lies what a look at each archive found, so that one that has not changed since is not read again. That is a
file of this computer, `club.index.seen` beside `club.index`, and never part of the index.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from referee.audit.game_index import IndexEntry, read_index_entries, record_digest
from referee.kernel.canonical_json import decode_as
from referee.kernel.errors import RefereeError
from referee.record import files
from referee.record.files import write_file
from referee.record.sources import records_at
from referee.service.json_text import json_line

LookedAt = tuple[tuple[str, str], ...]
"""The name and the digest of each record of an archive."""

_TICK = 2 * 10**9
"""The coarsest clock of a file system that people use, FAT's, in nanoseconds."""


class Look(msgspec.Struct, frozen=True, array_like=True):
    """A line of the file."""

    path: str
    stamp: files.Stamp
    records: LookedAt


class Looks:
    """The looks beside an index; with `anew` none of them is believed, and all are taken again."""

    def __init__(self, index: Path, *, anew: bool = False) -> None:
        self._path = index.with_name(f"{index.name}.seen")
        self._anew = anew
        self._begun: dict[str, files.Stamp] = {}
        self._new: dict[str, Look] = {}
        self._known: dict[str, Look] = {}
        with suppress(RefereeError, msgspec.MsgspecError, RecursionError):
            # What was changed as the file was written may have been changed again within the same tick of the clock.
            latest = int(files.modified_at(self._path) * 10**9) - _TICK
            known = [decode_as(Look, line) for line in files.file_lines(self._path)]
            self._known = {look.path: look for look in known if max(look.stamp.written, look.stamp.changed) < latest}

    def begin(self, path: str) -> LookedAt | None:
        """The records of an archive that is as it was; None if it must be read, which begins now."""
        stamp = files.stamp_of(path)
        if stamp is None:
            return None
        look = self._known.get(_place_of(path))
        if look is not None and look.stamp == stamp and not self._anew:
            return look.records
        self._begun[path] = stamp
        return None

    def keep(self, path: str, records: LookedAt) -> None:
        """Keep what was found in an archive that is still as it was when it began to be read. Of a folder nothing is
        kept, for its time says nothing of its files.
        """
        stamp, place = self._begun.pop(path, None), _place_of(path)
        if stamp is not None and stamp == files.stamp_of(path) and records and _can_be_said(place):
            self._new[place] = Look(place, stamp, records)

    def write(self) -> None:
        """Write the file anew if anything was read, without what is no longer there. Raises FileTrouble."""
        if not self._new:
            return
        known = {path: look for path, look in self._known.items() if path not in self._new and files.stamp_of(path)}
        looks = known | self._new
        write_file(self._path, "".join(f"{json_line(looks[path])}\n" for path in sorted(looks)))


def _place_of(path: str) -> str:
    return os.path.abspath(path)  # noqa: PTH100 - links are not followed: what they lead to may change


def _can_be_said(path: str) -> bool:
    """Whether a name is text: on POSIX any bytes are a name."""
    return path.encode("utf-8", "ignore").decode() == path


class GameIndex:
    """What is known of audited games, by the digest of their records. One that is not there yet knows nothing.

    Beside it lies what each archive was when it was last read; with `anew` that is not believed.

    Raises:
        Unreadable: a line of the file is not an entry. FileTrouble: it cannot be read, or its folder is not there.
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
        """(name of the record, entry) of every record at a path; () unless all are known and unchanged."""
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
