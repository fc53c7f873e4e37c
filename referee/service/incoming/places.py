"""Where a game may lie: which folders hold one, and where a new one may be opened."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from os.path import normpath
from pathlib import Path

import msgspec

from referee.drawing.safe_text import shell_word
from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.practice import opponents
from referee.record import file_names
from referee.record.store import DataFolder, GameFolder

_MOST_OF_A_NAME = 1000
"""So many folders of one name are tried."""


class Whereabouts(msgspec.Struct, frozen=True):
    """Where a person is: a new game is opened in their `folder` or below it. `typed` are the paths that were named;
    `shown` is how a path is written. With `looks_on` an invitation is opened, and no game listed. With `numbered` a new
    folder is made next to a game, with a number if its name is taken.
    """

    folder: Path
    typed: tuple[Path, ...] = ()
    shown: Callable[[Path], str] = str
    looks_on: bool = True
    numbered: bool = False


def folder_name(path: Path) -> str:
    """A path as it is written where no path is: by the name of its folder."""
    return path.name


def is_game_folder(place: Path) -> bool:
    """Whether a folder holds a record. One that cannot be looked into holds none."""
    try:
        with os.scandir(place / "record") as entries:
            return any(file_names.is_record_name(entry.name) for entry in entries)
    except OSError:
        return False


def holds_home(place: Path, home: Path) -> bool:
    """Whether the home is in a folder, so that this cannot be the folder of a game."""
    return home.resolve().is_relative_to(place.resolve())


def game_around(place: Path, home: Path) -> Path | None:
    """`place` or the nearest folder above it that holds a record.

    One above that holds the home as well is passed over: somebody has put a record there by mistake, and it must not
    stop what is done in all the folders below.
    """
    if is_game_folder(place):
        return place
    return next((above for above in place.parents if is_game_folder(above) and not holds_home(above, home)), None)


def may_open_game(place: Path, home: Path, typed: Sequence[Path] = ()) -> bool:
    """Whether a game may be opened in a folder of its own accord: it is new, or empty except for hidden files and what
    was `typed`, the mails themselves; it is not around the home, in it, or in the folder of another game.
    """
    if holds_home(place, home) or is_in_home(place, home) or game_around(place, home) is not None:
        return False
    named = {path.resolve() for path in typed}
    try:
        others = [entry for entry in place.iterdir() if not entry.name.startswith(".")]
        return all(entry.resolve() in named for entry in others)
    except FileNotFoundError:
        return True
    except OSError:
        return False


def is_in_home(place: Path, home: Path) -> bool:
    """Whether a folder is the home or is in it."""
    return place.resolve().is_relative_to(home.resolve())


def new_game_folder(home: DataFolder, here: Whereabouts, name: str, wanted: Path | None) -> GameFolder:
    """The folder of a game that begins: the one that is wanted, or one called `name` in the current folder, or next to
    that if it is a practice game.

    Raises:
        OutOfOrder: there is a game in it or above it, or something else where the new folder would be.
        FileTrouble: it is around the home or in it.
    """
    if here.numbered and wanted is None:
        wanted = _first_free(game_around(here.folder, home.path), here.folder, name, home)
    around = here.folder if wanted is not None else _parent_of_new(home, here.folder)
    place = Path(normpath(around / (wanted if wanted is not None else name)))  # `../new` is next to it, not inside
    second = f"{name}-2" if around == here.folder else shell_word(here.shown(around / f"{name}-2"))
    home.check_place(place)
    if is_in_home(place, home.path):
        raise FileTrouble("folder-in-home", path=here.shown(place), hint=Sentence("go-to-another-folder"))
    if is_game_folder(place):
        raise OutOfOrder("folder-taken", path=here.shown(place), hint=Sentence("choose-a-folder", name=second))
    above = game_around(place, home.path)
    if above is not None:
        free = shell_word(here.shown(above.parent / name)) if above != here.folder else f"../{name}"
        hint = Sentence("choose-a-folder", name=free)
        raise OutOfOrder("inside-another-game", path=here.shown(above), hint=hint)
    if wanted is None and not may_open_game(place, home.path):
        hint = Sentence("choose-a-folder", name=second)
        raise OutOfOrder("folder-is-there-already", path=here.shown(place), hint=hint)
    return GameFolder(place)


def _first_free(game: Path | None, here: Path, name: str, home: DataFolder) -> Path:
    """The first folder of this name, or of this name and a number, in which a game can begin: here, or beside the game
    around here.
    """
    around = game.parent if game is not None else here
    places = (around / (name if number == 1 else f"{name}-{number}") for number in range(1, _MOST_OF_A_NAME))
    return next((free for free in places if may_open_game(free, home.path) and not free.exists()), around / name)


def _parent_of_new(home: DataFolder, here: Path) -> Path:
    """Where a new folder is made if none is named: here, or beside the practice game that this is the folder of."""
    game = game_around(here, home.path)
    return game.parent if game is not None and opponents.opponents_of(game) is not None else here
