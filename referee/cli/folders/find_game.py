"""Where the game lies that a line is about: named by its folder or title, or found from where the line is typed."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from pathlib import Path

from referee.cli.folders.paths import current_folder, game_folder_above
from referee.kernel.errors import FileTrouble, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.store import DataFolder, GameFolder, home_path
from referee.service.incoming.places import is_game_folder
from referee.session import game_folders


def game_folder(named: str | None) -> GameFolder:
    """The folder of the game: the one named, or the current one, or the nearest above that holds a record; outside
    of all games the one of a home that has no other.

    Raises:
        Unreadable: what was named is neither a folder nor the title of a game of this home.
        FileTrouble: nothing was named, and the current folder is gone.
    """
    if named is not None:
        return GameFolder(named_folder(named))
    return GameFolder(game_folder_above(current_folder()) or _only_game() or current_folder())


def current_game(named: str | None) -> Path | None:
    """The folder of the game that is meant by `game_folder`, if there is one at all."""
    place = game_folder(named).path
    return place if is_game_folder(place) else None


def named_folder(text: str) -> Path:
    """The folder that somebody names, by its path or by the title of its game.

    Raises:
        Unreadable: it is neither a folder nor the title of a game of this home. FileTrouble: that game is gone.
    """
    if Path(text).is_dir():
        return Path(text)
    if (alike := _spelled_otherwise(Path(text))) is not None:
        return alike
    home = DataFolder(home_path())
    place = game_folders.location_by_title(game_folders.game_locations(home), text)
    folder = game_folders.path_of_location(home, place)
    if folder is None:
        raise FileTrouble("game-is-gone", title=place.title, path=place.path, hint=Sentence("take-charter-again"))
    return folder


def _spelled_otherwise(path: Path) -> Path | None:
    """The folder of this name whose accents are written in another way, as those are that come from a Mac."""
    if path.name.isascii():
        return None
    wanted = unicodedata.normalize("NFC", path.name)
    with suppress(OSError):
        for entry in path.parent.iterdir():
            if unicodedata.normalize("NFC", entry.name) == wanted and entry.is_dir():
                return entry
    return None


def named_path(text: str) -> Path:
    """The folder or file that somebody names, by its path or by the title of a game of this home. A path that leads
    nowhere is returned unchanged: reading it reports that there is no game.

    Raises: as `named_folder`.
    """
    path = Path(text)
    try:
        return path if path.exists() else named_folder(text)
    except Unreadable as unknown:
        if unknown.code != "no-game-is-called":
            raise
        return path


def _only_game() -> Path | None:
    """Where the game of this home lies, if there is just one: then nobody need say which is meant."""
    home = DataFolder(home_path())
    known = game_folders.game_locations(home)
    return game_folders.path_of_location(home, known[0]) if len(known) == 1 else None
