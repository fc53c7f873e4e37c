"""Shared folders: whether a game goes through one, and what this party has signed put there."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from referee.kernel.errors import FileTrouble, RefereeError
from referee.kernel.sentence import Sentence
from referee.mail import inbox, shared_folder
from referee.record.store import DataFolder
from referee.service.table import OpenTable
from referee.session.game_folders import SHARED
from referee.session.session import Session


def check_shared_folder(home: DataFolder, path: Path, game: Path | None = None) -> None:
    """A shared folder is seen by all: no key and no record may be in it, nor the folder of a `game` that begins. Raises
    FileTrouble.
    """
    if not path.is_dir():
        raise FileTrouble("no-such-folder", path=str(path))
    home.check_place(path)
    place = path.resolve()
    inside = game is not None and game.resolve().is_relative_to(place)
    if inside or place.name == "record" or (path / "record").is_dir() or place.is_relative_to(home.path.resolve()):
        hint = Sentence("keep-game-elsewhere") if inside else Sentence("share-another-folder")
        raise FileTrouble("record-is-not-shared", path=str(path), hint=hint)


def keep_mail_folder(home: DataFolder, named: Sequence[Path]) -> None:
    """Look for mails in the one folder that is named from now on. Raises FileTrouble: it is not a folder."""
    if len(named) != 1 or not named[0].is_dir():
        raise FileTrouble("no-such-folder", path=str(named[0]))
    inbox.watch_mail_folder(home, named[0])


def keep_shared_folder(home: DataFolder, folder: Path) -> None:
    """Look into this shared folder from now on as well. Raises FileTrouble."""
    inbox.watch_shared_folder(home, folder)


class FolderHere(msgspec.Struct, frozen=True):
    """A folder of this computer: its path, whether nothing is in it, and whether it cannot be shared."""

    path: Path
    is_empty: bool
    is_refused: bool


def folders_below(home: DataFolder, place: Path | None = None) -> tuple[FolderHere, ...]:
    """The folders in a place, by name; without one those where people share: their own, those of the programs that
    synchronize, what is mounted, and what is shared already. Nothing is followed and nothing hidden is shown.
    """
    known = map(Path, inbox.watched_folders(home).shared)
    found = _folders_in(place) if place is not None else dict.fromkeys((*known, *_usual_places()))
    return tuple(_folder_here(home, path) for path in found)


def _usual_places() -> Iterator[Path]:
    own = Path.home()
    yield from (path for path in _folders_in(own) if path.name.startswith(_SYNCHRONIZED))
    yield own
    for around in (Path("/Volumes"), Path("/media") / own.name, Path("/run/media") / own.name):
        yield from _folders_in(around)


_SYNCHRONIZED = ("Dropbox", "OneDrive", "Google Drive", "Nextcloud", "Sync", "iCloud", "Desktop")
"""How folders are called that other computers have too, and that of the desktop."""

_MOST_FOLDERS = 300


def _folders_in(place: Path) -> list[Path]:
    """The folders in a place by name; none where it cannot be read."""
    try:
        with os.scandir(place) as entries:
            names = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False) and entry.name[0] != "."]
    except OSError:
        return []
    return [place / name for name in sorted(names, key=str.casefold)[:_MOST_FOLDERS]]


def _folder_here(home: DataFolder, path: Path) -> FolderHere:
    try:
        check_shared_folder(home, path)
        with os.scandir(path) as entries:
            return FolderHere(path, next(entries, None) is None, is_refused=False)
    except (OSError, RefereeError):
        return FolderHere(path, is_empty=False, is_refused=True)


def share_table(table: OpenTable, folder: Path) -> None:
    """Let a table go through a shared folder from now on: what was signed here is put there, and it is looked into.
    Raises FileTrouble.
    """
    session = table.session
    check_shared_folder(session.home, folder, session.folder.path)
    inbox.watch_shared_folder(session.home, folder)
    put_in_shared_folder(session.turned() if session.sits and not session.is_host else session, folder)


def goes_by_shared_folder(session: Session) -> bool:
    """Whether the game goes through a shared folder that is there."""
    offer = session.history.offer
    if offer is None or session.home.guard(offer.id, SHARED) is None:
        return False
    return any(Path(place).is_dir() for place in inbox.watched_folders(session.home).shared)


def put_in_shared_folder(session: Session, named: Path | None = None) -> bool:
    """Put what this party has signed into the shared folders that speak of its game, or into the one that is `named`;
    whether there is one.
    """
    offer, table = session.history.offer, session.history.table
    if offer is None or (named is None and session.home.guard(offer.id, SHARED) is None):
        return False
    done = False
    for place in [named] if named is not None else map(Path, inbox.watched_folders(session.home).shared):
        if place.is_dir():
            folder = shared_folder.SharedFolder(place)
            look = folder.look()
            if named is not None or {offer.id, table.game_id if table is not None else ""} & look.games:
                folder.put(session, look)
                done = True
    return done
