"""The seats of this home whose words a game asks for: each says by itself that nothing of another has arrived, once
everything that arrived was received.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from referee.kernel.errors import RefereeError
from referee.service.dates import clock_here
from referee.service.watching.watcher import Event, Source, Watcher, games, refusal_event, standing_of
from referee.session.publish import sign_due_notes
from referee.session.session import Session
from referee.session.silence.days_to_answer import asked_here
from referee.session.silence.hand_on import hand_on
from referee.session.silence.say_words import say_words, words_due

AGAIN = 600.0
"""Seconds after which a game is looked at again in which nothing has changed: days go by without a mail."""


class Door(Source, Protocol):
    """Where mails or files come in: whether all was received at the last look."""

    def is_whole(self, since: float) -> bool:
        """Whether everything was read there just now, without failure, and nothing that came `since` then is there
        unread.
        """
        ...


class Words:
    """The games of this home with `absence agreed`. Key shares that are due and words are signed, and go out at once
    through the `doors`; nothing is said while one of these could not be read, or a mail is there unread.
    """

    def __init__(self, watcher: Watcher, doors: Sequence[Door]) -> None:
        self.watcher, self.home, self.doors = watcher, watcher.home, doors
        self.known: dict[Path, tuple[tuple[str, ...], float]] = {}
        self.told: set[tuple[Path, str]] = set()

    def look(self) -> Iterator[Event]:
        """One look: every seat says what it has to say. Raises what the doors raise."""
        said = False
        for place, folder in games(self.home):
            now = clock_here().shows
            standing, again = self.known.get(folder, ((), 0.0))
            files = standing_of(folder, pending=True)
            if files == standing and now < again:
                continue
            try:
                for event in self._report_words(folder, place.title):
                    said = said or event.kind == "news"
                    yield event
            except RefereeError as refusal:  # receiving and sending report what is wrong with it
                yield from self._once(folder, refusal_event(self.watcher.lang, place.title, refusal))
            self.known[folder] = (standing_of(folder, pending=True), now + AGAIN)
        for door in self.doors if said else ():
            yield from door.look()

    def _report_words(self, folder: Path, title: str) -> Iterator[Event]:
        session = self.watcher.session(folder, side="plays")
        if not asks_for_words(session):
            return
        for notice in (notices := (*sign_due_notes(session), *hand_on(session, clock_here()))):
            yield Event(title, notice.code, notice.said.told(self.watcher.lang))
        session = self.watcher.session(folder, side="plays") if notices else session
        if not (due := words_due(session, clock_here())):
            return
        came = asked_here(session, clock_here())
        if not all(door.is_whole(came) for door in self.doors):
            commands = "; ".join(f"`referee consent {word.to}`" for word in due)
            said = self.watcher.sentence("words-held-back", commands=commands)
            yield from self._once(folder, Event(title, "words-held-back", said, "wrong"))
            return
        for notice in say_words(session, clock_here()):
            yield Event(title, notice.code, notice.said.told(self.watcher.lang))

    def _once(self, folder: Path, event: Event) -> Iterator[Event]:
        """An event that is met again at every look, told once."""
        if (folder, event.sentence) not in self.told:
            self.told.add((folder, event.sentence))
            yield event


def asks_for_words(session: Session) -> bool:
    """Whether a game that goes on skips a seat by words of the others alone."""
    position = session.history.position
    return position is not None and not position.over and session.table.terms.asks_words
