"""What a party that is not there goes by: its home, the games in it, and secrets that are asked for once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import msgspec

from referee.cli.context import Context
from referee.cli.receiving.taking import Received
from referee.kernel.errors import RefereeError
from referee.record.store import Folder, Home
from referee.table.desk.places import Place, path_of_place, places


class Unattended(Context, frozen=True, dict=True):
    """The shared options of a command that goes on by itself: a passphrase is asked for when it is first needed, and
    kept in this process alone.
    """

    def passphrase(self) -> Callable[[], str] | None:
        """How to ask for the passphrase of a key; anybody who has told it is not asked again."""
        ask = super().passphrase()
        return None if ask is None else lambda: self._told(ask)

    def _told(self, ask: Callable[[], str]) -> str:
        kept: dict[str, str] = self.__dict__
        if "told" not in kept:
            kept["told"] = ask()
        return kept["told"]


class Event(msgspec.Struct, frozen=True):
    """Something that happened: the title of its game ("" for none), a code with values, and the sentence of it."""

    game: str
    code: str
    sentence: str


class Source(Protocol):
    """Something that is looked at again and again."""

    def look(self) -> Iterator[Event]:
        """One look, and what happened in it."""
        ...


class Watched(msgspec.Struct, frozen=True):
    """What happened in one look."""

    events: tuple[Event, ...]


def games(home: Home) -> tuple[tuple[Place, Path], ...]:
    """The games of a home that are where they lay, with their folders."""
    pairs = ((place, path_of_place(home, place)) for place in places(home))
    return tuple((place, folder) for place, folder in pairs if folder is not None)


def standing_of(folder: Path) -> tuple[str, ...]:
    """What there is of a game to be told to others, by its names: when this changes something may be due."""
    try:
        kept = Folder(folder)
        return (*kept.record_names(), *kept.list_outbox())
    except RefereeError:
        return ()


def needed(context: Context, received: Received, title: str) -> Iterator[Event]:
    """What a person must do before a game that something was taken in for can go on, with the command that does it."""
    status = received.status
    for todo in status.next if status is not None and received.taken else ():
        if todo.command in _DECIDED:
            what = f"{todo.sentence}: {todo.command}"
            yield Event(title, "watch-needs-you", context.sentence("watch-needs-you", what=what))


def set_aside(context: Context, name: str, fault: Exception) -> Event:
    """What is said of a mail or file on which the program itself has failed."""
    said = context.sentence("watch-set-aside", file=name, fault=type(fault).__name__)
    return Event("", "watch-set-aside", said)


_DECIDED = ("referee charter", "referee accept", "referee ack", "referee move")
"""What nobody does for somebody who is not there."""
