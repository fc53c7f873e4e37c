"""The files beside the rules of a game: its lessons, and case files."""

from __future__ import annotations

import tomllib
from pkgutil import get_data
from typing import Any

import msgspec

from referee import games
from referee.kernel.canonical_json import convert_to
from referee.kernel.cases import Lesson
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame
from referee.kernel.sentence import Sentence


def read_book(data: bytes, path: str) -> tuple[AnyGame, list[dict[str, Any]]]:
    """The game of a case file and its cases, unread; `path` is what a refusal calls the file.

    Raises:
        Unreadable: it holds no cases, or does not name a game that there is.
    """
    try:
        book = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable("no-json", path=path, why=str(error)) from None
    cases = book.get("cases") if isinstance(book, dict) else None
    if not isinstance(cases, list) or not cases or not all(isinstance(case, dict) for case in cases):
        raise Unreadable("no-cases", path=path)
    if not isinstance(book.get("game"), str):
        raise Unreadable("case-without-game", path=path, hint=Sentence("name-the-game"))
    return games.find(book["game"]), cases


def lessons_of(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game. Raises Unreadable: it has none."""
    package = f"referee.games.{name}" if name in games.built_in() else games.packages()[name][0].module
    try:
        told = get_data(package, "lesson.toml")
    except OSError:
        told = None
    if told is None:
        raise Unreadable("game-without-lessons", name=name)
    return tuple(convert_to(list[Lesson], tomllib.loads(told.decode())["lesson"]))
