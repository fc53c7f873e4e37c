"""Case files: which game a file is about, and its cases."""

from __future__ import annotations

from typing import Any

import msgspec

from referee import games
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
