"""Case files: which game a file is about, and files of earlier formats in today's."""

from __future__ import annotations

from typing import Any

import msgspec

from referee import games
from referee.kernel.cases import rules_of
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame
from referee.kernel.sentence import Sentence


def read_book(data: bytes, path: str) -> tuple[AnyGame, list[dict[str, Any]]]:
    """The game of a case file and its cases in today's format; `path` is what a refusal calls the file.

    Raises:
        Unreadable: it holds no cases, or cases of no format there is or was.
    """
    try:
        book = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable("no-json", path=path, why=str(error)) from None
    cases = book.get("cases") if isinstance(book, dict) else None
    if not isinstance(cases, list) or not cases or not all(isinstance(case, dict) for case in cases):
        raise Unreadable("no-cases", path=path)
    game = _game_of(book, cases[0], path)
    return game, [_in_todays_format(game, case, path) for case in cases]


def rewritten(data: bytes, path: str) -> dict[str, Any]:
    """A case file in today's format: game, chapter, cases."""
    game, cases = read_book(data, path)
    book = msgspec.json.decode(data)
    chapter = book.get("about") or (f"Chapter {book['chapter']}" if "chapter" in book else "")
    return {"game": game.info.name, **({"about": chapter} if chapter else {}), "cases": cases}


def _game_of(book: dict[str, Any], first: dict[str, Any], path: str) -> AnyGame:
    """The game a file names; else the one in whose earlier format it is written."""
    name = book.get("game", first.get("game"))
    if isinstance(name, str):
        return games.find(name)
    for game in games.all_games():
        if rules_of(game).former(first) is not None:
            return game
    raise Unreadable("case-without-game", path=path, hint=Sentence("name-the-game"))


def _in_todays_format(game: AnyGame, case: dict[str, Any], path: str) -> dict[str, Any]:
    if "given" in case:
        return case
    try:
        found = rules_of(game).former(case)
    except (LookupError, TypeError, AttributeError):  # an earlier format was never checked
        found = None
    if found is None:
        number = str(case.get("id"))
        raise Unreadable("case-no-format", path=path, id=number, game=game.info.title)
    return found
