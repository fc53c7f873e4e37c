"""A game lives by passing files, from the offer to the acks, whatever the post does to them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.kernel.errors import OutOfOrder
from referee.record.note import render_bundle
from referee.session.incoming.receive import receive
from tests.long_runs import of
from tests.table.intake.mails import (
    AT_TABLE,
    LAST,
    SEATS,
    asked_of,
    evidence,
    first_hand,
    gather,
    open_by_mail,
    turn_by_mail,
)
from tests.table.players_on_disk import Person, materialize, snapshot
from tests.table.small_games import CHARTER, DEAL, HOST, dealt, small, step_name


def test_a_game_lives_from_offer_to_acks_by_passing_files(tmp_path: Path) -> None:
    """Players, a host and a stranger: at the end the record is the same bytes for all, and clean."""
    seats = SEATS[: of(2, 4)]
    people = gather(tmp_path, seats)
    open_by_mail(people, seats)
    while not people[HOST].session().position.over:
        turn_by_mail(people, first_hand(people[asked_of(people)]))
    acks = [people[seat].ack() for seat in seats]
    for person in people.values():
        person.take(*acks)

    records = [person.record() for person in people.values()]
    assert all(record == records[0] for record in records)
    report = audit(records[0])
    assert (report.verdict, report.depth, report.acked) == ("clean", 5, seats)
    assert set(records[0]) >= {"offer.note", CHARTER, DEAL, step_name(1), *(f"ack-{seat}.note" for seat in seats)}


def test_nobody_but_the_host_has_a_secret_of_another_in_his_folder(tmp_path: Path) -> None:
    """What lies in GAME/ may be shown to anybody: keys and guards are in the home alone."""
    people = gather(tmp_path)
    open_by_mail(people, SEATS)
    turn_by_mail(people, first_hand(people[asked_of(people)]))
    for person in people.values():
        folder = b"".join(snapshot(person.folder.path).values())

        assert b"OPENSSH PRIVATE KEY" not in folder
        assert not [name for name in snapshot(person.folder.path) if "guard" in name or "keys" in name]


def test_the_end_is_written_by_the_host_only_with_his_yes(tmp_path: Path) -> None:
    """The last step opens what he kept: share and box of this game (attack 79)."""
    host = materialize(small(), tmp_path, (HOST,), steps=int(LAST[:4]) - 1)[HOST]
    mail = render_bundle(small().signed_notes[LAST][:1])
    before = host.files()

    with pytest.raises(OutOfOrder, match="this move ends the game"):
        receive(host.session(), mail, confirm_end=False)
    assert host.files() == before
    receive(host.session(), mail, confirm_end=True)
    assert host.record()[LAST] == small().files[LAST]


class Post:
    """Deliveries between people: three in ten are lost, three in ten come twice, all in any order."""

    def __init__(self, people: dict[str, Person], seed: int) -> None:
        self.people = people
        self.sessions = {name: person.session() for name, person in people.items()}
        self.chance = random.Random(seed)
        self.ways: list[tuple[str, bytes]] = []
        self.lost = 0

    def send(self, to: str, mail: bytes) -> None:
        for _ in range(1 + (self.chance.random() < 0.3)):
            if self.chance.random() < 0.3:
                self.lost += 1
            else:
                self.ways.append((to, mail))

    def deliver(self) -> None:
        self.chance.shuffle(self.ways)
        ways, self.ways = self.ways, []
        for to, mail in ways:
            try:
                _, self.sessions[to] = receive(self.sessions[to], mail)
            except OutOfOrder as refusal:
                wanted = (str(refusal.hint)).removeprefix("ask the host for ")
                if wanted in self.sessions[HOST].folder.record_names():
                    self.send(to, self.sessions[HOST].folder.read(wanted))

    def act(self, name: str) -> None:
        """Who is asked moves; who sees the end acknowledges it; everybody repeats what he said last."""
        session, person = self.sessions[name], self.people[name]
        request, seat = session.position.request, session.eyes.seat
        if session.history.end is not None and name not in session.history.acks:
            person.ack()
            session = self.sessions[name] = session.reloaded()
        elif request is not None and request.seat == seat:
            own = session.position.knowledge.own(request.seat)
            assert own is not None
            person.move(" ".join(("swap", *own.hand)), session=session)
        for mail in person.outbox()[-1:]:
            self.send(HOST, mail)
        if name in session.history.acks:
            for to in self.people:
                self.send(to, session.folder.read(f"ack-{name}.note"))

    def publish(self) -> None:
        """The host mails his newest step to all."""
        session = self.sessions[HOST]
        for to in self.people:
            if to != HOST:
                self.send(to, session.folder.read(session.history.steps()[-1][0]))


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_post_that_loses_doubles_and_shuffles_only_takes_longer(tmp_path: Path, seed: int) -> None:
    """A game of swaps with acks: all records are the same in the end, and clean."""
    people = materialize(dealt(), tmp_path, AT_TABLE, steps=0)
    post = Post(people, seed)
    for _ in range(300):
        for name in ("anna", "bert"):
            post.act(name)
        post.publish()
        post.deliver()
        if all(len(session.history.acks) == 2 for session in post.sessions.values()):
            break

    records = [person.record() for person in people.values()]
    assert post.lost > 20
    assert all(record == records[0] for record in records)
    assert audit(records[0]).verdict == "clean"
    assert all(evidence(person) == [] for person in people.values())
