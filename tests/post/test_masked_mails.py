"""The mails of a game whose deck nobody sees: how many hops its opening takes, and what travels with what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.mail.outgoing import own_note_mail
from referee.record.file_names import CHARTER, DEAL, OFFER
from referee.record.note import read_bundle, render_bundle
from referee.session.pending import pending_notes_that_hold
from referee.session.publish import sign_due_notes
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
