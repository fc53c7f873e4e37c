"""The version of each table of a home, by which it is seen that one has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from referee.kernel.errors import RefereeError
from referee.mail.inbox import watched_folders
from referee.record import files
from referee.record.file_names import COMMENTS, DISPUTES, OUTBOX, PENDING, RECORD
from referee.record.store import DataFolder
from referee.service.reader import Reader
from referee.session.game_folders import GameLocation, game_locations, path_of_location

SHARED = ""
"""In place of the id of a table: the shared folders of the home, in which something new may lie for any table."""

_PARTS = (RECORD, PENDING, DISPUTES, COMMENTS, "letters")
_DRAFT = "/draft-"
_LETTERS = 32
"""The hexadecimal digits of a version: 128 bits."""


def home_versions(reader: Reader) -> dict[str, str]:
    """The version of each table of a reader's home, by its id, and that of the shared folders."""
    home = reader.home
    shared = [Path(name) for name in watched_folders(home).shared]
    found = {SHARED: _hash_of(_names_below(shared))} if shared else {}
    for place in game_locations(home):
        folder = path_of_location(home, place)
        if folder is not None:
            found[place.offer] = _version(home, place, folder)
    return found


def _version(home: DataFolder, place: GameLocation, folder: Path) -> str:
    """A digest of the names of all files of a table, of what was signed also of its stamps, for a note that was signed
    anew has the name of the old one; and of whose drafts the home keeps.
    """
    own = folder / OUTBOX
    signed = (f"{name} {files.stamp_of(str(own / name.partition('/')[2]))}" for name in _names_below([own]))
    kept = (name for name in _names_below([home.path / "games" / place.game] if place.game else []) if _DRAFT in name)
    return _hash_of([*_names_below([folder / part for part in _PARTS]), *signed, *kept])


def _names_below(folders: Iterable[Path]) -> Iterator[str]:
    """The names in some folders, each behind its place; nothing of a folder that cannot be looked into, and of no file
    that is there only while another one is written.
    """
    for place, folder in enumerate(folders):
        with suppress(RefereeError):
            yield from (f"{place}/{name}" for name in files.names_in(folder) if not name.startswith("."))


def _hash_of(names: Iterable[str]) -> str:
    return sha256("\0".join(names).encode("utf-8", "surrogateescape")).hexdigest()[:_LETTERS]
