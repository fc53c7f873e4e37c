"""Where a game may lie: which folders hold one, and where a new one may be opened."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from referee.record import file_names


class Whereabouts(msgspec.Struct, frozen=True):
    """Where the person is who hands files over: a new game is opened in their `folder` or below it. `typed` are the
    paths that were named; `shown` is how a path is written for them.
    """

    folder: Path
    typed: tuple[Path, ...] = ()
    shown: Callable[[Path], str] = str


def is_game_folder(place: Path) -> bool:
    """Whether a folder holds a record. One that cannot be looked into holds none."""
    try:
        with os.scandir(place / "record") as entries:
            return any(file_names.is_record_name(entry.name) for entry in entries)
    except OSError:
        return False


def holds_home(place: Path, home: Path) -> bool:
    """Whether the home lies in a folder, which so can be no game's."""
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
    """Whether a game may be opened in a folder of its own accord: it is new, or empty but for hidden files and for what
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
    """Whether a folder is the home or lies in it."""
    return place.resolve().is_relative_to(home.resolve())
