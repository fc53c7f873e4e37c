"""One look into a shared folder: what others have put there is received, what this party has signed is put there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from referee.kernel.errors import IllegalMove, NotAuthentic, RefereeError, Unreadable
from referee.mail.inbox import NamedMail
from referee.mail.prefilter import NoteMails
from referee.mail.shared_folder import FolderLook, SharedFolder
from referee.messages.step_news import KEPT_NOWHERE
from referee.record.files import written_since
from referee.record.note import SignedNote
from referee.record.notes.kinds import BY_HOST
from referee.service.errors import Refused
from referee.service.home.shared_folders import check_shared_folder
from referee.service.incoming.intake import ReceivedMails
from referee.service.incoming.parcels import notes_of_mail
from referee.service.incoming.taken import ReceivedItem, ReceiveResult
from referee.service.watching.watcher import (
    Event,
    Watcher,
    games,
    needed,
    refusal_event,
    set_aside,
    standing_of,
    title_of,
)
from referee.session.game_folders import GameLocation, location_in_folder
from referee.session.incoming.replies import refused_move
from referee.session.new_notes import NewNotes
from referee.session.session import Session
from referee.session.silence.host_refusals import host_refuses, keep_refusal

Desks = dict[str, NewNotes]
"""What the games of a home have not read yet, by the ids of their offers and charters."""


class Shared:
    """A shared folder and the games that go through it: those that it speaks of, and the one that is named.

    Raises:
        FileTrouble: it is not a folder, or the home or a game's own folder, which are never shared.
    """

    def __init__(self, watcher: Watcher, path: Path, game: Path | None, *, yes: bool) -> None:
        self.watcher, self.home, self.game, self.yes = watcher, watcher.home, game, yes
        check_shared_folder(self.home, path)
        self.here = _game_place(watcher.session(game)) if game is not None else None
        self.path, self.folder = path, SharedFolder(path)
        self.waiting = 0
        self.looked = False
        self.unread: set[str] = set()
        self.failed: RefereeError | None = None
        self.before: tuple[object, object] = (None, None)
        self.refused: tuple[NamedMail, ...] = ()
        self.told: set[str] = set()
        self.answers: list[ReceiveResult] = []

    def look(self) -> Iterator[Event]:
        """One look: receive what is new there, put what is new here."""
        self.looked = False
        look = self.folder.look()
        self.waiting = look.waiting
        for name, fault in look.faults:
            self.unread.add(name)
            yield set_aside(self.watcher.lang, name, fault)
        again = self.refused if self._standing() != self.before[1] else ()
        yield from self._take_in((*again, *look.mails))
        yield from self._refused_by_host(look)
        now = (look.notes, self._standing())
        if now != self.before:
            yield from self._put(look)
            self.before = (look.notes, self._standing())
        self.looked = True

    def is_whole(self, since: float) -> bool:
        """Whether the last look came to its end, and nothing is here that has arrived `since` then and was not read."""
        left = (name for name in (*self.unread, *self.folder.unwhole) if written_since(self.path / name, since))
        return self.looked and not any(True for _ in left)

    def _games(self) -> tuple[tuple[GameLocation, Path], ...]:
        """The games of this home; the one that is named where it was named, whatever the home knows of it: it is that
        of a mere reader, or a copy.
        """
        found = {place.offer: (place, folder) for place, folder in games(self.home)}
        if self.here is not None:
            place, _ = found.get(self.here.offer, (self.here, None))
            found[self.here.offer] = (place, self.here.folder)
        return tuple(found.values())

    def _standing(self) -> object:
        return tuple(standing_of(folder) for _, folder in self._games())

    def _take_in(self, mails: Sequence[NamedMail]) -> Iterator[Event]:
        """Receive files in the order of a game's life, for one makes others old: what the host has signed, then all but
        moves, then these. What is refused is tried again once a game has gone on.
        """
        self.failed, refused = None, list[NamedMail]()
        notes = {mail.name: notes_of_mail(mail) for mail in mails}
        beside = tuple(signed for found in notes.values() for signed in found)
        sessions: Desks = {}
        for turn in range(_TURNS):
            part = [mail for mail in mails if _turn(notes[mail.name]) == turn]
            sessions = sessions or (self._sessions() if part else {})
            wanted = tuple(mail for mail in part if _is_for_us(notes[mail.name], sessions, beside))
            if wanted:
                sessions = {}  # the games go on
                done = self.watcher.receive(NoteMails(wanted), yes=self.yes)
                names = {left.file for received in done.answers for left in received.refused}
                refused += [mail for mail in wanted if mail.name in names]
                yield from self._events(done, {mail.name: mail for mail in wanted})
        self.refused = tuple(refused)

    def _sessions(self) -> Desks:
        """What each game of this home has not read yet, by the ids of its offer and charter."""
        found: Desks = {}
        for place, folder in self._games():
            with suppress(RefereeError):  # this game has a fault, which is told where its notes are put
                found |= dict.fromkeys({place.offer, place.game}, NewNotes(self.watcher.session(folder, side="hosts")))
        return found

    def _events(self, done: ReceivedMails, mails: Mapping[str, NamedMail]) -> Iterator[Event]:
        for mail, fault in done.faults:
            self.unread.add(mail.name)
            yield set_aside(self.watcher.lang, mail.name, fault)
        for whole in done.answers:
            received = replace(whole, taken=tuple(self._untold(whole, mails)))
            self.answers.append(received)
            title = title_of(received)
            for taken in received.taken:
                yield Event(title, taken.code, taken.sentence)
            for left in received.refused:
                if self._is_first(received.folder, mails[left.file].data, left.error.code):
                    self.failed = self.failed or done.failed
                    yield Event(title, left.error.code, f"{left.file}: {left.error.sentence}", "wrong")
                self._tell_author(received.folder, mails[left.file].data, left.error)
            if received.passed:
                self.failed = self.failed or done.failed
            yield from needed(self.watcher.lang, received)

    def _tell_author(self, folder: str, data: bytes, error: Refused) -> None:
        """Put what its author should know into the folder, if the host does not record a move for good."""
        session = self.watcher.session(folder=Path(folder), side="hosts")
        found = refused_move(session, data) if error.exit in _FOR_GOOD else None
        if found is not None:
            signed, is_public = found
            self.folder.put_refusal(signed, error.sentence if is_public else "")

    def _refused_by_host(self, look: FolderLook) -> Iterator[Event]:
        """Tell the player who has moved, once, that a file in the folder says that the host refuses the latest move."""
        for place, folder in self._games() if look.refusals else ():
            with suppress(RefereeError):  # this game has a fault, which is told where its notes are put
                session = self.watcher.session(folder)
                if keep_refusal(session, look.refusals) and (said := host_refuses(session)) is not None:
                    yield Event(place.title, said.code, said.told(self.watcher.lang), "wrong")

    def _untold(self, received: ReceiveResult, mails: Mapping[str, NamedMail]) -> Iterator[ReceivedItem]:
        """What was received, without what changes nothing and was reported of the same file before."""
        for taken in received.taken:
            if taken.code not in KEPT_NOWHERE or self._is_first(received.folder, mails[taken.file].data, taken.code):
                yield taken

    def _is_first(self, folder: str, data: bytes, code: str) -> bool:
        """Whether this is said of a file for the first time: it is there for good, and is met at every start."""
        told = f"{sha256(data).hexdigest()} {code}"
        if told in self.told:
            return False
        self.told.add(told)
        offer = next((place.offer for place, path in self._games() if str(path) == folder), None)
        if offer is None:
            return True
        before = (self.home.guard(offer, _TOLD) or b"").decode("ascii", "replace").splitlines()
        if told not in before:
            self.home.write_guard(offer, "".join(f"{line}\n" for line in (*before, told)).encode("ascii"), _TOLD)
        return told not in before

    def _put(self, look: FolderLook) -> Iterator[Event]:
        for place, folder in self._games():
            mine = self.game is not None and folder.resolve() == self.game.resolve()
            if not (mine or {place.offer, place.game} & look.games):
                continue
            try:
                session = self.watcher.session(folder, side="hosts")
                new, again = self.folder.put(session, look)
            except RefereeError as refusal:  # this game has a fault; the others go on
                yield refusal_event(self.watcher.lang, place.title, refusal)
                continue
            for code, names in (("shared-put", new), ("shared-put-again", again)):
                if names:
                    said = self.watcher.sentence(code, count=len(names), names=_some_names(names), path=str(self.path))
                    yield Event(place.title, code, said)


def _game_place(session: Session) -> GameLocation | None:
    """Where a game lies; None if there is none yet."""
    offer, table = session.history.offer, session.history.table
    if offer is None:
        return None
    return replace(location_in_folder(session.folder, offer), game=table.game_id if table is not None else "")


def _some_names(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= _LISTED_MOST else f"{names[0]} .. {names[-1]}"


_LISTED_MOST = 4


def _is_for_us(notes: Sequence[SignedNote], sessions: Desks, beside: Sequence[SignedNote]) -> bool:
    """Whether notes say something new to a game of this home, or invite to one."""
    for signed in notes:
        unread = sessions.get(_id_of_game(signed))
        if signed.type == "offer" if unread is None else unread.has(signed, beside):
            return True
    return False


def _turn(notes: Sequence[SignedNote]) -> int:
    """When notes are received: those of the host first, moves last."""
    types = {signed.type for signed in notes}
    return 0 if types & set(BY_HOST) else 2 if "move" in types else 1


_TURNS = 3

_FOR_GOOD = (Unreadable.exit_code, NotAuthentic.exit_code, IllegalMove.exit_code)
"""The exit codes of refusals that no later note changes."""


def _id_of_game(signed: SignedNote) -> str:
    """The id by which a note names its game."""
    if not signed.is_readable or signed.type == "offer":
        return signed.id
    note = signed.note()
    return str(getattr(note, "offer", "") or getattr(note, "game", ""))


_TOLD = "left-out"
