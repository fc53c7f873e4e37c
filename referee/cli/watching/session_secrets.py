"""What a party that is not there goes by: its home, the games in it, and secrets that are asked for once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from referee.cli.context import Context
from referee.kernel.errors import RefereeError
from referee.record.store import DataFolder, GameFolder
from referee.service.incoming.taken import ReceiveResult
from referee.session.bot_seat import check_bot_release, is_bot_due, outgoing_bot_move
from referee.session.game_folders import GameLocation, game_locations, path_of_location
from referee.session.send import send
from referee.session.session import Read

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


def games(home: DataFolder) -> tuple[tuple[GameLocation, Path], ...]:
    """The games of a home that are where they lay, with their folders."""
    pairs = ((place, path_of_location(home, place)) for place in game_locations(home))
    return tuple((place, folder) for place, folder in pairs if folder is not None)


def standing_of(folder: Path) -> tuple[str, ...]:
    """What there is of a game to be told to others, by its names: when this changes something may be due."""
    try:
        kept = GameFolder(folder)
        return (*kept.record_names(), *kept.list_outbox())
    except RefereeError:
        return ()


def title_of(received: ReceiveResult) -> str:
    """What the game is called that something was received for."""
    return (received.status.title if received.status is not None else "") or Path(received.folder).name


def refused(context: Context, title: str, refusal: RefereeError) -> Event:
    """What is said of a refusal."""
    return Event(title, refusal.code, refusal.said.told(context.lang), "wrong")


def events_of(context: Context, received: ReceiveResult) -> Iterator[Event]:
    """What was received for a game and what was not, whether the game has ended with it, and what is needed now."""
    title = title_of(received)
    yield from (Event(title, taken.code, taken.sentence) for taken in received.taken)
    yield from (Event(title, left.error.code, left.error.sentence, "wrong") for left in received.refused)
    yield from needed(context, received)


def needed(context: Context, received: ReceiveResult) -> Iterator[Event]:
    """That somebody was skipped whose move was here; that a game has ended with what was received; and what a person
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


class Programs:
    """The games of this home in which a seat of its own is a program. What was signed goes out at once through the
    `doors`, and so does what the host of this very home, taking it in there, asks next.
    """

    def __init__(self, context: Context, home: DataFolder, doors: Sequence[Source]) -> None:
        self.context, self.home, self.doors = context, home, doors
        self.known: dict[Path, tuple[str, ...]] = {}
        self.told: dict[Path, str] = {}

    def look(self) -> Iterator[Event]:
        """One look: every program that is asked answers. Raises what the doors raise."""
        answered = False
        for place, folder in games(self.home):
            now = standing_of(folder)
            if self.known.get(folder) == now:
                continue
            try:
                for event in self._answers(folder, place.title):
                    answered = True
                    yield event
                self.known[folder] = now
            except RefereeError as refusal:  # tried again at each look, as when words were compared, and told once
                event = refused(self.context, place.title, refusal)
                if self.told.get(folder) != event.sentence:
                    self.told[folder] = event.sentence
                    yield event
        for door in self.doors if answered else ():
            yield from door.look()

    def _answers(self, folder: Path, title: str) -> Iterator[Event]:
        session = self.context.session(folder=folder, side="plays")
        if not is_bot_due(session):
            return
        session.mover()
        level, step = check_bot_release(session).level, session.position.step + 1
        send(session, outgoing_bot_move(session, level))
        yield Event(
            title, "program-has-answered", self.context.sentence("program-has-answered", seat=session.role, step=step)
        )
