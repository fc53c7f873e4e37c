"""One look into a shared folder: what others have put there is taken in, what this party has signed is put there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from referee.cli.context import Context
from referee.cli.receiving.delivery import notes_in
from referee.cli.receiving.taking import Done, take_all_in
from referee.cli.watching.unattended import Event, games, needed, set_aside, standing_of
from referee.kernel.errors import FileTrouble, RefereeError
from referee.kernel.sentence import Sentence
from referee.post.dropped import DropFolder, Look
from referee.post.inbox import Mail
from referee.post.sieve import Sieved
from referee.record.store import Home


class Shared:
    """A shared folder and the games that go through it: those that it speaks of, and the one that is named.

    Raises:
        FileTrouble: it is no folder, or the home or a game's own folder, which are never shared.
    """

    def __init__(self, context: Context, home: Home, path: Path, game: Path | None, *, yes: bool) -> None:
        self.context, self.home, self.game, self.yes = context, home, game, yes
        _check(home, path)
        if game is not None:
            context.desk(folder=game)  # from now on this home knows where it lies
        self.path, self.folder = path, DropFolder(path)
        self.waiting = 0
        self.failed: RefereeError | None = None
        self.before: tuple[object, object] = (None, None)
        self.refused: tuple[Mail, ...] = ()
        self.told: set[tuple[str, str]] = set()

    def look(self) -> Iterator[Event]:
        """One look: take in what is new there, put what is new here."""
        look = self.folder.look()
        self.waiting = look.waiting
        for name, fault in look.faults:
            yield set_aside(self.context, name, fault)
        again = self.refused if self._standing() != self.before[1] else ()
        mails = tuple(mail for mail in (*again, *look.mails) if self._is_for_us(mail))
        if mails:
            yield from self._take_in(mails)
        now = (look.notes, self._standing())
        if now != self.before:
            yield from self._put(look)
            self.before = (look.notes, self._standing())

    def _standing(self) -> object:
        return tuple(standing_of(folder) for _, folder in games(self.home))

    def _take_in(self, mails: tuple[Mail, ...]) -> Iterator[Event]:
        """Take in files; what is refused is tried again once a game has gone on."""
        done = take_all_in(self.context, Sieved(mails), yes=self.yes, told=False)
        self.failed = done.failed
        for mail, fault in done.faults:
            yield set_aside(self.context, mail.name, fault)
        names = {left.file for received in done.answers for left in received.refused}
        self.refused = tuple(mail for mail in mails if mail.name in names)
        yield from self._events(done)

    def _is_for_us(self, mail: Mail) -> bool:
        """Whether a file tells us something: players leave the orders of others to the host, and nobody takes in what
        is here already.
        """
        notes = notes_in(mail)
        named = {getattr(signed.note(), "game", "") or getattr(signed.note(), "offer", "") for signed in notes}
        for place, folder in games(self.home):
            if named & {place.game, place.offer} or any(signed.id == place.offer for signed in notes):
                desk = self.context.desk(folder=folder)
                here = {signed.id for kept in desk.history.signed_notes.values() for signed in kept}
                wanted = [signed for signed in notes if signed.id not in here]
                return any(desk.is_host or signed.type not in FOR_HOST for signed in wanted)
        return bool(notes)

    def _events(self, done: Done) -> Iterator[Event]:
        for received in done.answers:
            title = (received.status.title if received.status is not None else "") or Path(received.folder).name
            for taken in received.taken:
                yield Event(title, taken.code, taken.sentence)
            for left in received.refused:
                if (left.file, left.error.code) not in self.told:
                    self.told.add((left.file, left.error.code))
                    yield Event(title, left.error.code, f"{left.file}: {left.error.sentence}")
            yield from needed(self.context, received, title)

    def _put(self, look: Look) -> Iterator[Event]:
        for place, folder in games(self.home):
            mine = self.game is not None and folder.resolve() == self.game.resolve()
            if not (mine or {place.offer, place.game} & look.games):
                continue
            try:
                desk = self.context.desk(folder=folder)
                new, again = self.folder.put(desk, look)
            except RefereeError as refusal:  # this game has a fault; the others go on
                yield Event(place.title, refusal.code, refusal.said.told(self.context.lang))
                continue
            for code, names in (("shared-put", new), ("shared-put-again", again)):
                if names:
                    said = self.context.sentence(code, count=len(names), names=_listed(names), path=str(self.path))
                    yield Event(place.title, code, said)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= _LISTED_MOST else f"{names[0]} .. {names[-1]}"


_LISTED_MOST = 4

FOR_HOST = ("join", "move", "standing")
"""Notes that the host alone enters."""


def _check(home: Home, path: Path) -> None:
    """A shared folder is seen by all: no key and no record may lie in it."""
    if not path.is_dir():
        raise FileTrouble("no-such-folder", path=str(path))
    home.check_place(path)
    if (
        path.resolve().name == "record"
        or (path / "record").is_dir()
        or path.resolve().is_relative_to(home.path.resolve())
    ):
        raise FileTrouble("record-is-not-shared", path=str(path), hint=Sentence("share-another-folder"))
