"""The result of a button, kept for the page that the browser is sent to next: so a reload shows it once more and does
nothing. It is kept in this process alone, and only the newest.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import NamedTuple

from referee.cli.web.layout import WebPage


class Told(NamedTuple):
    """What came of a press: its news as markup under a title, for the room of a game or, without an offer, of all
    games; or a whole `room`, which is shown as it is.
    """

    offer: str | None = None
    news: str = ""
    title: str = ""
    room: WebPage | None = None


class Answers:
    """The newest answers, under names that nobody can guess."""

    def __init__(self, most: int = 32, name: Callable[[], str] = lambda: secrets.token_urlsafe(12)) -> None:
        self._most, self._name = most, name
        self._kept: dict[str, Told] = {}

    def keep(self, told: Told) -> str:
        """The address at which it is told."""
        while len(self._kept) >= self._most:
            del self._kept[next(iter(self._kept))]
        name = self._name()
        self._kept[name] = told
        at = f"/game/{told.offer}" if told.offer is not None else ""
        return f"{at}/told/{name}" if told.room is not None else f"{at or '/'}?told={name}"

    def find(self, name: str, offer: str | None) -> Told | None:
        """What is kept under a name about this game, or about none; None for any other."""
        told = self._kept.get(name)
        return told if told is not None and told.offer == offer else None
