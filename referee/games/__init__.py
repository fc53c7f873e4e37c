"""The games: one folder each. A new game is a new folder; there is no list to edit."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame


@cache
def names() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


def find(name: str) -> AnyGame:
    """The game called `name`. Raises `Unreadable` with the names there are."""
    if name not in names():
        raise Unreadable("there is no game called {name}; there are {known}", name=name, known=", ".join(names()))
    game: AnyGame = import_module(f"{__name__}.{name}").GAME
    return game


def all_games() -> tuple[AnyGame, ...]:
    """Every game, sorted by name."""
    return tuple(find(name) for name in names())
