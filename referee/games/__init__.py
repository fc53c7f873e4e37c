"""The games: one folder each. A new game is a new folder; there is no list to edit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
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
    game: AnyGame = import_module(package(name)).GAME
    return game


def package(name: str) -> str:
    """The package of a game, which holds its `rules.toml` and `prose.toml`."""
    return f"{__name__}.{name}"


def by_prefix(prefix: str) -> AnyGame | None:
    """The game whose rules begin with `prefix`, such as `TE`; None if there is none."""
    return next((game for game in _those_loaded_first() if game.info.rule_prefix == prefix), None)


def _those_loaded_first() -> Iterator[AnyGame]:
    """All games: a refusal comes from a game that is loaded already, and a person waits for every other one."""
    for name in sorted(names(), key=lambda name: package(name) not in sys.modules):
        yield find(name)


def all_games() -> tuple[AnyGame, ...]:
    """Every game, sorted by name."""
    return tuple(find(name) for name in names())
