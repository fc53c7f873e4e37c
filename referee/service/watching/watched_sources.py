"""Everything that a home looks at again and again: mail, shared folders, programs, words and days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.mail.accounts import Account, Password, mail_account
from referee.service.watching.late_reminders import Lateness
from referee.service.watching.mailbox import Mailbox
from referee.service.watching.shared_folder import Shared
from referee.service.watching.silence_words import Door, Words
from referee.service.watching.watcher import Event, Programs, Source, Watcher, refusal_event


def sources_of(
    watcher: Watcher,
    folders: Sequence[Path],
    game: Path | None = None,
    account: tuple[Account, Password] | None = None,
    *,
    yes: bool = False,
) -> tuple[Source, ...]:
    """What is looked at: the mail of an account, shared folders, and what a reader who is not there has to say. With
    `yes` a step that ends a game is recorded. Raises OutOfOrder: none of the first two is there, or an account lacks a
    server or address. FileTrouble: one is not a folder to share.
    """
    doors: list[Door] = [] if account is None else [Mailbox(watcher, *account, yes=yes)]
    doors += [Shared(watcher, path, game, yes=yes) for path in folders]
    if not doors:
        how = "watch-so" if mail_account(watcher.home).imap else "watch-a-folder"
        raise OutOfOrder("watch-what", hint=Sentence(how))
    known, secret = account or (None, None)
    return (*doors, Programs(watcher, doors), Words(watcher, doors), Lateness(watcher, known, secret))


class WatchedSources:
    """Looks at sources again and again; what keeps one of them from being looked at is said once."""

    def __init__(self, watcher: Watcher, sources: Sequence[Source]) -> None:
        self.watcher, self.sources = watcher, sources
        self.troubles: dict[int, str] = {}

    def look(self) -> Iterator[Event]:
        """One look at each source, and what happened in it."""
        for number, source in enumerate(self.sources):
            try:
                yield from source.look()
                self.troubles.pop(number, None)
            except RefereeError as trouble:
                event = refusal_event(self.watcher.lang, "", trouble)
                if self.troubles.get(number) != event.sentence:
                    self.troubles[number] = event.sentence
                    yield event
