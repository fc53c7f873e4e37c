"""Where things are on this computer, and how a path is shown to the person who typed it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from referee.kernel.errors import FileTrouble
from referee.kernel.sentence import Sentence
from referee.record.store import home_path
from referee.service.incoming.places import Whereabouts, game_around


def current_folder() -> Path:
    """The current folder. Raises FileTrouble if it was removed or renamed under the shell."""
    try:
        return Path.cwd()
    except OSError as error:
        raise FileTrouble("current-folder-is-gone", hint=Sentence("go-elsewhere")) from error


def path_text(path: Path) -> str:
    """A path as it can be typed here: short if it lies below the current folder, or below the person's own."""
    if not path.is_absolute():
        return str(path)
    for start, short in ((current_folder(), Path()), (Path.home(), Path("~"))):
        if path.is_relative_to(start) and (os.name == "posix" or short == Path()):
            return str(short / path.relative_to(start))
    return str(path)


def path_text_in_game(path: Path, game: Path) -> str:
    """A path as somebody in a game's folder types it: unchanged if it is below that folder, otherwise only its name, so
    that no report shows where its author keeps files.
    """
    whole, root = (current_folder() / path).resolve(), game.resolve()
    return whole.relative_to(root).as_posix() if whole.is_relative_to(root) else whole.name


def path_text_from_home(path: Path) -> str:
    """A path as people name it from anywhere: short if it lies below the person's own folder."""
    home = Path.home()
    return str(Path("~") / path.relative_to(home)) if os.name == "posix" and path.is_relative_to(home) else str(path)


def game_folder_above(place: Path) -> Path | None:
    """`place` or the nearest folder above it that holds a record (`game_around`)."""
    return game_around(place, home_path())


def whereabouts(typed: Sequence[Path] = ()) -> Whereabouts:
    """Where the person is who types a line, with the paths that were `typed`. Raises as `current_folder`."""
    return Whereabouts(current_folder(), tuple(typed), path_text)


def download_folder() -> Path:
    """Where mail programs and browsers put what is saved: as the desktop of this person says, or ~/Downloads."""
    return user_folder("DOWNLOAD", "Downloads")


def user_folder(name: str, usual: str) -> Path:
    """A folder of this person as their desktop calls it (xdg-user-dirs), else that called `usual` below their own."""
    home = Path.home()
    settings = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "user-dirs.dirs"
    try:
        lines = settings.read_text("utf-8").splitlines()
    except (OSError, ValueError):
        lines = []
    named = [line.partition("=")[2].strip('"') for line in lines if line.startswith(f"XDG_{name}_DIR=")]
    return Path(named[-1].replace("$HOME", str(home))) if named else home / usual
