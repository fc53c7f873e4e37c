"""People with real folders and homes under a temporary directory, who pass files to each other and do nothing else.

They sign the way the commands do: through `send`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.games import find
from referee.messages.step_news import Notice
from referee.protocol.history.read_record import History, read_history
from referee.protocol.opening.charter import make_charter, make_join, make_offer
from referee.protocol.opening.deal import make_accept
from referee.protocol.seating import author_role
from referee.protocol.step.draft import draft, move_note
from referee.protocol.step.ending import make_ack
from referee.protocol.step.standing_orders import named_standing_note
from referee.record.file_names import CHARTER, OFFER
from referee.record.note import SignedNote, read_bundle
from referee.record.store import DataFolder, GameFolder, stored_notes
from referee.session.incoming.receive import receive
from referee.session.own_keys import find_own_key
from referee.session.send import RECORD, OutgoingNote, send
from referee.session.session import Session, open_session
from referee.session.sign_comment import comment_note, send_comment
from referee.session.signing_guard import SigningGuard
from referee.session.todo.waiting_for import outgoing_standing
from tests.support.rehearse import RULES, Match, test_key, test_nonce
from tests.table.small_games import HOST, swap_all

__all__ = ["Person", "materialize", "snapshot", "swap_all"]


def snapshot(root: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path; the lock of a home is no content, and a checkpoint decides nothing."""
    found = [
        Path(folder, name)
        for folder, _, names in os.walk(root)
        for name in names
        if name != "lock" and not name.startswith("checkpoint-")
    ]
    apart = len(f"{root}{os.sep}")
    return {str(path)[apart:]: path.read_bytes() for path in sorted(found, key=str) if path.is_file()}


@dataclass
class Person:
    """Somebody at a table or beside it. `name` is a seat, `host`, or anything else for a stranger without a key."""

    name: str
    root: Path
    keyless: bool = False

    def __post_init__(self) -> None:
        if not self.keyless and not self.home.keys():
            key = test_key(self.name)
            self.home.write_key(self.name, format_private(key, self.name), format_public(key.public, self.name))

    @property
    def folder(self) -> GameFolder:
        return GameFolder(self.root / self.name / "game")

    @property
    def home(self) -> DataFolder:
        return DataFolder(self.root / self.name / "home")

    def session(self) -> Session:
        """The session, built from the files every time."""
        return open_session(self.folder, self.home)

    def files(self) -> dict[str, bytes]:
        """What lies in the folder and in the home."""
        return snapshot(self.root / self.name)

    def record(self) -> dict[str, bytes]:
        return snapshot(self.folder.path / "record")

    def take(self, *mails: bytes) -> list[str]:
        """Take mails in, each as a command of its own; what was said about them."""
        said: list[Notice] = []
        for mail in mails:
            said += receive(self.session(), mail)[0]
        return [notice.sentence() for notice in said]

    def outbox(self, prefix: str = "") -> list[bytes]:
        """What was signed, by file name."""
        return [self.folder.read_outbox(name) for name in self.folder.list_outbox() if name.startswith(prefix)]

    def letter(self, step: int) -> bytes:
        return (self.folder.path / "letters" / f"{step:04d}.txt").read_bytes()

    # What the commands do

    def offer(self, seats: int, label: str, game: str = "tigris") -> bytes:
        signed = make_offer(test_key(HOST), find(game, RULES.get(game)), seats, (), test_nonce(f"{label} offer"))
        session = Session(self.folder, self.home, History({}), test_key(HOST))
        send(session, OutgoingNote(None, "", lambda _: (signed,), OFFER, RECORD))
        return self.record()[OFFER]

    def join(self, offer: bytes, label: str) -> bytes:
        (signed,) = read_bundle(offer)
        join = make_join(test_key(self.name), signed, self.name, self.name.title(), test_nonce(f"{label} {self.name}"))
        self.folder.commit(OFFER, offer)
        session = Session(self.folder, self.home, History({OFFER: (signed,)}), test_key(self.name))
        send(session, OutgoingNote(signed.id, "", lambda _: (join,), f"join-{self.name}.note"))
        return self.outbox("join-")[0]

    def charter(self, order: Sequence[str]) -> bytes:
        session = self.session()
        joins = {author_role(signed): signed for signed in stored_notes(session.folder, "join")}
        offer = session.history.offer
        assert offer is not None
        signed = make_charter(session.host_key(), offer, list(joins.values()), tuple(order))
        bundle = (offer, *(joins[name] for name in order), signed)
        send(session, OutgoingNote(offer.id, "charter", lambda _: bundle, CHARTER, RECORD))
        return self.record()[CHARTER]

    def accept(self) -> bytes:
        session = self.session()
        name, table = f"accept-{self.name}.note", session.table
        send(session, OutgoingNote(table.offer_id, "accept", lambda _: (make_accept(session.signer(), table),), name))
        return self.outbox("accept-")[0]

    def move(
        self, *typed: str, instead: bool = False, say: Sequence[str] = (), session: Session | None = None
    ) -> bytes:
        session = session or self.session()
        step = session.position.step + 1
        named = named_standing_note(session.position, session.table.seat(self.name), session.guard().standing)
        drafted = draft(session.position, session.eyes, typed)

        def make(earlier: tuple[str, ...]) -> tuple[SignedNote, ...]:
            return (move_note(session.position, session.signer(), drafted, say=say, instead=earlier, standing=named),)

        name = f"{step:04d}-{self.name}.move"
        return send(
            session, OutgoingNote(session.table.game_id, f"move {step}", make, name, instead=instead)
        ).path.read_bytes()

    def stand(self, *lines: str) -> bytes:
        """The standing note; the moves after it name it, or none if there are no lines."""
        session = self.session()
        return send(session, outgoing_standing(session, session.signer(), lines)).path.read_bytes()

    def ack(self) -> bytes:
        session = self.session()
        end, name = session.history.end, f"ack-{self.name}.note"
        assert end is not None
        make = partial(make_ack, session.signer(), session.table, end.id)
        send(session, OutgoingNote(session.table.game_id, "ack", lambda _: (make(),), name, RECORD))
        return self.record()[name]

    def comment(self, step: int, text: str) -> bytes:
        session = self.session()
        return send_comment(session, comment_note(session, session.signer(), step, text)).path.read_bytes()


def materialize(match: Match, root: Path, names: Iterable[str], steps: int | None = None) -> dict[str, Person]:
    """The people of a game in memory with its record (up to `steps`) in their folders, as if all had come by mail."""
    people = {name: Person(name, root, keyless=name not in (*match.table.names, HOST)) for name in names}
    kept = {
        name: data
        for name, data in sorted(match.files.items())
        if steps is None or not ((name[:4].isdigit() and int(name[:4]) > steps) or name.startswith("ack-"))
    }
    for person in people.values():
        record = person.folder.path / "record"
        record.mkdir(parents=True, exist_ok=True)
        for name, data in kept.items():
            (record / name).write_bytes(data)
        session = person.session() if match.table.deck.name == "masked" else _unopened(person, kept)
        position = session.history.position
        assert position is not None
        guard = SigningGuard().seen(position.step, position.head)
        if person.name == HOST:
            step_note = next(signed for signed in session.history.steps()[-1][1] if signed.type in ("deal", "step"))
            entered = tuple(f.id for f in session.history.steps()[-1][1] if f.type not in ("step", "deal", "end"))
            guard = guard.entering(position.step, step_note.id, entered)
        session.write_guard(guard)
    return people


def _unopened(person: Person, files: Mapping[str, bytes]) -> Session:
    """The session of somebody with these files, good for what all readers see alike."""
    own = find_own_key(files, person.home, None, None)
    return Session(person.folder, person.home, _seen_by_all(tuple(files.items())), own.key, own.name, None, own.sits)


@lru_cache(64)
def _seen_by_all(files: tuple[tuple[str, bytes], ...]) -> History:
    """A record as a stranger reads it. It is read once for all who have it."""
    return read_history(dict(files))


def signed_notes_of(mail: bytes) -> tuple[SignedNote, ...]:
    """The notes of a file that was signed."""
    return read_bundle(mail)
