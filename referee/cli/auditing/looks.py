"""What a look at each archive beside an index found, so that one that has not changed since is not read again.

It is a file of this machine, `club.index.seen` beside `club.index`, and never part of the index, which stays the same
bytes everywhere. Where it is lost or damaged every archive is read.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from referee.cli.printing.output import json_line, write_file
from referee.kernel.errors import RefereeError
from referee.record import files

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
            known = [msgspec.json.decode(line, type=Look) for line in files.file_lines(self._path)]
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
