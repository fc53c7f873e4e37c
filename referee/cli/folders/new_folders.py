"""A folder of its own for each game, named after it: where one may be made, and what it is called."""

from __future__ import annotations

from os.path import normpath
from pathlib import Path

from referee.cli.folders.paths import current_folder, game_folder_above, home_path, path_text
from referee.drawing.safe_text import shell_word
from referee.kernel.errors import FileTrouble, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.practice import opponents
from referee.record.store import DataFolder, GameFolder
from referee.service.incoming.places import is_game_folder, is_in_home, may_open_game


def new_game_folder(home: DataFolder, name: str, wanted: Path | None) -> GameFolder:
    """The folder of a game that begins: the one that is wanted, or one called `name` in the current folder; whoever
    stands in a practice game gets it beside that.

    Raises:
        OutOfOrder: there is a game in it or above it, or something else where the new folder would be.
        FileTrouble: it is around the home or in it; the current folder is gone.
    """
    around = current_folder() if wanted is not None else _parent_of_new()
    place = Path(normpath(around / (wanted if wanted is not None else name)))  # `../new` lies beside, not inside
    second = f"{name}-2" if around == current_folder() else shell_word(path_text(around / f"{name}-2"))
    home.check_place(place)
    if is_in_home(place, home_path()):
        raise FileTrouble("folder-in-home", path=path_text(place), hint=Sentence("go-to-another-folder"))
    if is_game_folder(place):
        raise OutOfOrder("folder-taken", path=path_text(place), hint=Sentence("choose-a-folder", name=second))
    above = game_folder_above(place)
    if above is not None:
        free = shell_word(path_text(above.parent / name)) if above != current_folder() else f"../{name}"
        hint = Sentence("choose-a-folder", name=free)
        raise OutOfOrder("inside-another-game", path=path_text(above), hint=hint)
    if wanted is None and not may_open_game(place, home_path()):
        hint = Sentence("choose-a-folder", name=second)
        raise OutOfOrder("folder-is-there-already", path=path_text(place), hint=hint)
    return GameFolder(place)


def _parent_of_new() -> Path:
    """Where a new folder is made if none is named: here, or beside the practice game that this is the folder of."""
    game = game_folder_above(current_folder())
    return game.parent if game is not None and opponents.opponents_of(game) is not None else current_folder()
