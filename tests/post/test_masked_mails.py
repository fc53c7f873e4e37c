"""The mails of a game whose deck nobody sees: how many hops its opening takes, and what travels with what."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from referee.mail.outgoing import own_note_mail
from referee.record.file_names import CHARTER, DEAL, OFFER
from referee.record.mails.unwrap import unwrap
from referee.record.note import read_bundle, render_bundle
from referee.session.pending import pending_notes_that_hold
from referee.session.publish import sign_due_notes
from tests.cli.masked_story import TITLE, Evening
from tests.support.dishonest.light import light
from tests.table.opening.masked_openings import Opening, accepted
from tests.table.players_on_disk import Person
from tests.table.small_games import HOST


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    """How often mail goes round does not hang on what the arithmetic costs."""
    with light():
        yield


class Table:
    """Everybody has the charter and has accepted it: three hops. `told` has the types of the notes of every mail."""

    def __init__(self, opening: Opening, root: Path) -> None:
        self.people = {name: Person(name, root) for name in (*opening.table.names, HOST)}
        self.names, self.hops = opening.table.names, 3
        self.sent: set[bytes] = set()
        self.told: list[tuple[int, str, tuple[str, ...]]] = []
        for name, person in self.people.items():
            person.folder.commit(OFFER, render_bundle((opening.offer,)))
            person.folder.commit(CHARTER, render_bundle((opening.offer, *opening.joins, opening.charter)))
            if name != HOST:
                person.accept()
                sign_due_notes(person.session())

    def hop(self) -> None:
        """Whoever has something new mails it to all; all of it arrives."""
        self.hops += 1
        mails = [(name, data) for name in self.people if (data := self._mail(name)) and data not in self.sent]
        for name, data in mails:
            self.sent.add(data)
            self.told.append((self.hops, name, tuple(signed.type for signed in read_bundle(data))))
            for other, person in self.people.items():
                if other != name:
                    person.take(data)

    def _mail(self, name: str) -> bytes:
        session = self.people[name].session()
        if name == HOST:
            return self.people[HOST].record().get(DEAL, b"")
        parcel = own_note_mail(session)
        assert parcel is None or parcel.roles == tuple(role for role in ("referee", *self.names) if role != name)
        return parcel.notes.encode() if parcel is not None else b""

    def can_move(self) -> bool:
        """Whether the seat that is asked sees its hand."""
        position = self.people[self.names[0]].session().history.position
        if position is None:
            return False
        own = self.people[self.names[position.asked[0].seat]].session().own
        return own is not None and len(own.hand) == 6


def test_a_move_goes_to_all_with_the_locks_that_it_needs_and_is_kept_by_all(tmp_path: Path) -> None:
    """D29: no host can say that it never came, nor enter it without the locks that came with it; before its step nobody
    sees more than before.
    """
    table = Table(accepted(2, "mails 1"), tmp_path)
    while not table.can_move():
        table.hop()
    position = table.people[HOST].session().position
    mover = table.names[position.asked[0].seat]
    other = next(name for name in table.names if name != mover)
    session, before = table.people[mover].session(), table.people[other].session().position
    assert session.own is not None
    table.people[mover].move(" ".join(("swap", *session.own.hand)))
    parcel = own_note_mail(table.people[mover].session())
    assert parcel is not None
    assert parcel.roles == ("referee", other)
    *unlocks, move = read_bundle(parcel.notes.encode())
    assert ({signed.type for signed in unlocks}, move.type) == ({"unlock"}, "move")

    table.people[other].take(parcel.notes.encode())
    seen = table.people[other].session()
    assert [signed.id for signed in pending_notes_that_hold(seen, "answer")] == [move.id]
    assert (seen.position.step, seen.position.state) == (before.step, before.state)
    table.people[HOST].take(parcel.notes.encode())
    assert table.people[HOST].session().position.step == before.step + 1


def test_a_move_behind_locks_that_were_mailed_is_a_mail_of_its_own(tmp_path: Path) -> None:
    """A mail is known by what its sender has signed in it: the locks that travel along do not make two mails one."""
    table = Table(accepted(2, "mails 1"), tmp_path)
    while not table.can_move():
        table.hop()
    mover = table.names[table.people[HOST].session().position.asked[0].seat]
    person = table.people[mover]
    session = person.session()
    before = own_note_mail(session)
    assert before is not None and session.own is not None
    person.move(" ".join(("swap", *session.own.hand)))
    after = own_note_mail(person.session())

    assert after is not None and "move" in {signed.type for signed in read_bundle(after.notes.encode())}
    assert after.message_id(mover, HOST) != before.message_id(mover, HOST)


@pytest.mark.parametrize("label", ["mails 1", "mails 2", "mails 3"])
@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.long), pytest.param(4, marks=pytest.mark.long)])
def test_the_opening_takes_as_many_hops_as_there_are_seats_and_four(tmp_path: Path, seats: int, label: str) -> None:
    """The host has no seat; whoever is asked first."""
    table = Table(accepted(seats, label), tmp_path)
    while not table.can_move():
        table.hop()
        assert table.hops < 12, table.told

    assert table.hops + 1 == seats + 5
    last = table.names[-1]
    assert [types for _, name, types in table.told if name == last and "mix" in types] == [("accept", "mix", "unlock")]
    assert Counter(name for _, name, types in table.told if "unlock" in types) == dict.fromkeys(table.names, 1)


class ByMail(Evening):
    """The same evening by mail: nothing lies in a folder that all share."""

    def opens(self, *options: str, accepts: bool = True) -> ByMail:
        """Offer, joins, charter, accepts."""
        for who in self.people:
            (self.root / who).mkdir(parents=True)
            self.does(who, "key", "new", who)
        terms = ("--seats", str(len(self.players)), "--title", TITLE, "-o", "deal=masked")
        self.does(self.host, "offer", "tigris", *terms, "--play", "--name", self.host.title())
        for who in self.players[1:]:
            self.does(who, "join", self.game(self.host) / "letters" / "invitation.txt", "--name", who.title())
        assert self.hop() == [(who, "the host") for who in self.players[1:]]
        self.does(self.host, "charter")
        assert self.hop() == [(self.host, who) for who in self.players[1:]]
        for who in self.players[1:]:
            self.does(who, "accept", "--yes")
        return self

    def mails(self, who: str) -> list[tuple[str, Path]]:
        """Who gets a mail of somebody, and its file, one line for each mail that was not sent before; now they are."""
        if self.types(who, "mail")[0]:
            return []
        written = json.loads(self.does(who, "mail", "--json"))["mails"]
        self.does(who, "mail", "--sent")
        return [(one["name"].casefold(), self.game(who) / one["file"]) for one in written if not one["sent"]]

    def hop(self) -> list[tuple[str, str]]:
        """Everybody mails what is due, and all of it arrives; who wrote to whom, a pair for each mail."""
        going = [(who, to, path) for who in self.people for to, path in self.mails(who)]
        came: dict[str, list[Path]] = {}
        for number, (_, to, path) in enumerate(going):
            reader = self.host if to == "the host" else to
            came.setdefault(reader, []).append(Path(copy(path, self.root / reader / f"{number}-{path.name}")))
        for to, files in came.items():
            self.does(to, "receive", *files)
        return [(who, to) for who, to, _ in going]


def test_everybody_gets_one_mail_a_hop_with_all_that_is_due(tmp_path: Path) -> None:
    """Of four friends, one of whom hosts: 52 copies went round until the first move before, and 18 with it.
    The host is one reader with his seat, key shares go along with the letter, and nothing is mailed twice.
    """
    evening, counts = ByMail(tmp_path, ("anna", "bert", "carl", "dora")).opens(), list[int]()
    while going := evening.hop():
        assert max(Counter(going).values()) == 1, going
        counts.append(len(going))
    for who in evening.players:
        words = json.loads(evening.does(who, "words", "--json"))["words"]
        evening.does(who, "words", *words, "--from", "all")

    assert counts == [9, 3, 3, 9]
    while (mover := evening.asked()) == evening.host:
        own = evening.session(mover).own
        assert own is not None
        evening.does(mover, "move", "swap", *own.hand, "--yes")
        while evening.hop():
            pass
    own = evening.session(mover).own
    assert own is not None
    evening.does(mover, "move", "swap", *own.hand, "--yes")
    assert "outbox/" not in evening.does(mover, "status")
    assert [len(evening.hop()) for _ in range(4)] == [3, 3, 6, 0]
    letter = evening.game(evening.host) / "letters" / f"{evening.stands.position.step:04d}-{mover}.eml"
    assert {"step", "unlock"} <= {signed.type for signed in unwrap(letter.read_bytes()).signed_notes}
