"""What a party that is not there goes by: its home, the games in it, and secrets that are asked for once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from referee.cli.context import Context
from referee.cli.receiving.taking import Received
from referee.kernel.errors import RefereeError
from referee.record.store import Folder, Home
from referee.table.desk.desk import Read
from referee.table.desk.places import Place, path_of_place, places

Kind = Literal["news", "asked", "late", "ended", "wrong"]


class Unattended(Context, frozen=True, dict=True):
    """The shared options of a command that goes on by itself: a passphrase is asked for when it is first needed, and
    kept in this process alone. A record that was read is not read again.
    """

    def passphrase(self) -> Callable[[], str] | None:
        """How to ask for the passphrase of a key; anybody who has told it is not asked again."""
        ask = super().passphrase()
        return None if ask is None else lambda: self._told(ask)

    def read(self) -> Read:
        """What this process has read."""
        found: Read = self.__dict__.setdefault("known", {})
        return found

    def _told(self, ask: Callable[[], str]) -> str:
        kept: dict[str, str] = self.__dict__
        if "told" not in kept:
            kept["told"] = ask()
        return kept["told"]


class Event(msgspec.Struct, frozen=True):
    """Something that happened while a command went on by itself."""

    game: str
    """The title of the game; empty if it is about no game."""
    code: str
    """The code of the sentence, the same in every language."""
    sentence: str
    """What happened, in a sentence."""
    kind: Kind = "news"
    """What sort of thing it is; `asked` if a person must do something."""


class Source(Protocol):
    """Something that is looked at again and again."""

    def look(self) -> Iterator[Event]:
        """One look, and what happened in it."""
        ...


class Watched(msgspec.Struct, frozen=True):
    """What happened in one look."""

    events: tuple[Event, ...]
    """Each thing that happened, in order."""


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


def title_of(received: Received) -> str:
    """What the game is called that something was taken in for."""
    return (received.status.title if received.status is not None else "") or Path(received.folder).name


def refused(context: Context, title: str, refusal: RefereeError) -> Event:
    """What is said of a refusal."""
    return Event(title, refusal.code, refusal.said.told(context.lang), "wrong")


def events_of(context: Context, received: Received) -> Iterator[Event]:
    """What was taken in for a game and what was not, whether the game has ended with it, and what is needed now."""
    title = title_of(received)
    yield from (Event(title, taken.code, taken.sentence) for taken in received.taken)
    yield from (Event(title, left.error.code, left.error.sentence, "wrong") for left in received.refused)
    yield from needed(context, received)


def needed(context: Context, received: Received) -> Iterator[Event]:
    """That somebody was let pass whose move was here; that a game has ended with what was taken in; and what a person
    must do before it can go on, with the command that does it.
    """
    status, title = received.status, title_of(received)
    for passed in received.passed:
        said = f"{passed.sentence}. {passed.hint}" if passed.hint else passed.sentence
        yield Event(title, passed.code, said, "wrong")
    if status is None or not received.taken:
        return
    if status.stage == "over" and received.news:
        yield Event(title, "game-over", context.sentence("game-over"), "ended")
    for todo in status.next:
        if todo.command in _DECIDED:
            what = f"{todo.sentence}: {todo.command}"
            yield Event(title, "watch-needs-you", context.sentence("watch-needs-you", what=what), "asked")


def set_aside(context: Context, name: str, fault: Exception) -> Event:
    """What is said of a mail or file on which the program itself has failed."""
    said = context.sentence("watch-set-aside", file=name, fault=type(fault).__name__)
    return Event("", "watch-set-aside", said, "wrong")


_DECIDED = ("referee charter", "referee accept", "referee ack", "referee move")
"""What nobody does for somebody who is not there."""
