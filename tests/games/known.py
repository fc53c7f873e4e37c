"""All games the suite knows, and what lies beside each: the one place where tests ask which games there are."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

from referee import games
from referee.kernel import events as kernel_events
from referee.kernel.events import Event
from tests.words.catalogue_files import prose_of, rules_of

GAMES = games.names()
BROUGHT = tuple(name for name in GAMES if name not in games.built_in())
"""Those that packages bring."""

BASES = {kernel_events.Event, kernel_events.SeatEvent, kernel_events.GoodsEvent, kernel_events.ConflictWon}
"""Events that only serve as bases of others."""


def folder(game: str) -> Path:
    """The folder of the game's code, rules and words."""
    return Path(str(import_module(games.package(game)).__file__)).parent


def home(game: str) -> Path:
    """Where the game keeps its `cases` and its `golden` games: among the tests, or in its package's own project."""
    return Path(__file__).parent / game if game in games.built_in() else folder(game).parent


@cache
def cases(game: str) -> tuple[dict[str, Any], ...]:
    """Every case of the game's book, in the order of its chapters."""
    books = [json.loads(path.read_text("utf-8")) for path in sorted((home(game) / "cases").glob("*.json"))]
    return tuple(case for book in books for case in book["cases"])


@cache
def prose(game: str) -> dict[str, Any]:
    """The game's own sentences."""
    return prose_of(game)


@cache
def rules(game: str) -> dict[str, Any]:
    """The whole rule list of the game."""
    return rules_of(game)


@cache
def events_of(game: str) -> tuple[type[Event], ...]:
    """Every kind of event that a module of the game defines or imports, bases left out, by name."""
    package = import_module(games.package(game))
    found = {
        value
        for module in (
            package,
            *(import_module(m.name) for m in walk_packages(package.__path__, f"{package.__name__}.")),
        )
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Event) and value not in BASES
    }
    return tuple(sorted(found, key=lambda kind: kind.__name__))
