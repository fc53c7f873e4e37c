"""Somebody who is not there, the games of the home, and what happens in them meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.mail.prefilter import NoteMails
from referee.record.store import DataFolder, GameFolder
from referee.service.incoming.intake import ReceivedMails, Receiver, receive_mails, received_mails
from referee.service.incoming.places import Whereabouts
from referee.service.incoming.taken import ReceiveResult
from referee.service.reader import Reader
from referee.service.table import session_in
from referee.session.bot_seat import check_bot_release, is_bot_due, outgoing_bot_move
from referee.session.game_folders import GameLocation, game_locations, path_of_location
from referee.session.own_keys import Side
from referee.session.send import send
from referee.session.session import KnownRecords, Session

Kind = Literal["news", "asked", "late", "ended", "wrong"]


class Watcher(msgspec.Struct, frozen=True):
    """A reader who is not there, and where new games are opened. If a `game` is named by its folder, all mails are for
    it. A record that was read is not read again.
    """

    reader: Reader
    where: Whereabouts
    game: Path | None = None
    records: KnownRecords = msgspec.field(default_factory=dict)

    @property
    def home(self) -> DataFolder:
        """The home of the reader."""
        return self.reader.home

    @property
    def lang(self) -> str:
        """The language of the reader."""
        return self.reader.lang

    def sentence(self, code: str, **values: object) -> str:
        """A sentence in the language of the reader."""
        return Sentence(code, **values).told(self.lang)

    def session(self, folder: Path, side: Side = "shows") -> Session:
        """The session of the reader at the game in a folder. Raises as `session_in`."""
        return session_in(self.reader, GameFolder(folder), side=side, known=self.records)

    def folders(self) -> tuple[Path, ...]:
        """The folder of the game that is named, else those of all games of the home."""
        return (self.game,) if self.game is not None else tuple(folder for _, folder in games(self.home))

    def receive(self, came: NoteMails, *, yes: bool) -> ReceivedMails:
        """Mails that arrived together are received, each for its game; with `yes` also a step that ends one."""
        opened = partial(self.session, side="hosts")
        receiver = Receiver(self.reader, self.where, opened, confirms_end=yes, counts_known=True)
        return received_mails(receive_mails(receiver, came, self.game))


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


def standing_of(folder: Path, *, pending: bool = False) -> tuple[str, ...]:
    """What there is of a game to be told to others, by its names, with what waits if it is wanted: when this changes
    something may be due.
    """
    try:
        kept = GameFolder(folder)
        return (*kept.record_names(), *kept.list_outbox(), *(kept.list_pending() if pending else ()))
    except RefereeError:
        return ()


def title_of(received: ReceiveResult) -> str:
    """What the game is called that something was received for."""
    return (received.status.title if received.status is not None else "") or Path(received.folder).name


def refusal_event(lang: str, title: str, refusal: RefereeError) -> Event:
    """What is said of a refusal."""
    return Event(title, refusal.code, refusal.said.told(lang), "wrong")


def events_of(lang: str, received: ReceiveResult) -> Iterator[Event]:
    """What was received for a game and what was not, whether the game has ended with it, and what is needed now."""
    title = title_of(received)
    yield from (Event(title, taken.code, taken.sentence) for taken in received.taken)
    yield from (Event(title, left.error.code, left.error.sentence, "wrong") for left in received.refused)
    yield from needed(lang, received)


def needed(lang: str, received: ReceiveResult) -> Iterator[Event]:
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
        yield Event(title, "game-over", Sentence("game-over").told(lang), "ended")
    for todo in status.next:
        if todo.command in _DECIDED:
            what = f"{todo.sentence}: {todo.command}"
            yield Event(title, "watch-needs-you", Sentence("watch-needs-you", what=what).told(lang), "asked")


def set_aside(lang: str, name: str, fault: Exception) -> Event:
    """What is said of a mail or file that caused an error in referee."""
    said = Sentence("watch-set-aside", file=name, fault=type(fault).__name__).told(lang)
    return Event("", "watch-set-aside", said, "wrong")


_DECIDED = ("referee charter", "referee accept", "referee ack", "referee move")
"""What nobody does for somebody who is not there."""


class Programs:
    """The games of this home in which a seat of its own is a program. What was signed goes out at once through the
    `doors`, and so does what the host of this very home, receiving it there, asks next.
    """

    def __init__(self, watcher: Watcher, doors: Sequence[Source]) -> None:
        self.watcher, self.home, self.doors = watcher, watcher.home, doors
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
                event = refusal_event(self.watcher.lang, place.title, refusal)
                if self.told.get(folder) != event.sentence:
                    self.told[folder] = event.sentence
                    yield event
        for door in self.doors if answered else ():
            yield from door.look()

    def _answers(self, folder: Path, title: str) -> Iterator[Event]:
        session = self.watcher.session(folder, side="plays")
        if not is_bot_due(session):
            return
        session.mover()
        level, step = check_bot_release(session).level, session.position.step + 1
        send(session, outgoing_bot_move(session, level))
        yield Event(
            title, "program-has-answered", self.watcher.sentence("program-has-answered", seat=session.role, step=step)
        )
