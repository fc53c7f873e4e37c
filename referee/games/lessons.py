"""The lessons that come with a game, in their order: a file beside its rules."""

from __future__ import annotations

import tomllib
from pkgutil import get_data

import msgspec

from referee import games
from referee.kernel.errors import Unreadable
from referee.kernel.lessons import Lesson


def lessons_of(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game. Raises Unreadable: it has none."""
    package = f"referee.games.{name}" if name in games.built_in() else games.packages()[name][0].module
    try:
        told = get_data(package, "lesson.toml")
    except OSError:
        told = None
    if told is None:
        raise Unreadable("game-without-lessons", name=name)
    return tuple(msgspec.convert(tomllib.loads(told.decode())["lesson"], list[Lesson]))
