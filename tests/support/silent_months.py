"""Games of honest people who are away now and then, two of them at once, where silence is agreed: mails get lost and
come late, programs say words and hand moves on, the host lets pass whom he may. Nobody may be accused, and whatever two
people can play on goes on.

The days are numbers, and so are the decks (`dishonest/light.py`): a seed is the same game on every machine.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from referee.audit.recompute import audit
from referee.kernel.dice import below, stream
from referee.kernel.errors import RefereeError
from referee.mail.outgoing import handed_on, own_note_mail
from referee.record.file_names import step_name
from referee.record.note import read_bundle, render_bundle
from referee.session.agreements.skip_seat import publish_skip, skip_seats
from referee.session.publish import sign_due_notes
from referee.session.session import Session
from referee.session.silence.days_to_answer import DAY, Clock
from referee.session.silence.hand_on import hand_on
from referee.session.silence.missing_words import ready_skip_line
from referee.session.silence.say_words import say_words
from referee.session.todo.waiting_for import seats_waited_for
from tests.support.dishonest.light import light
from tests.support.masked_tables import read_once
from tests.support.rehearse import Match
from tests.support.rounds import sensible_orders
from tests.table.masked_matches import sit_down
from tests.table.opening.masked_openings import Opening, accepted, mix
from tests.table.players_on_disk import Person, materialize

LENGTH, AGAIN, LOST, LATE = 90, 3, 12, 3
"""Days of a game; after so many a mail is sent again; one in so many gets lost; and so many days one takes at most."""

TERMS = (("absence", "agreed"), ("deadline", "4"), ("deal", "masked"), ("grace", "2"))
TABLES = ((2, False), (3, False), (3, True), (4, False), (4, True))
"""Seats, and whether the host is the first of them."""

_LAST = 15
"""On so many last days everybody is there, and the game has to go on; so many more while a signed move is under way."""

BEGAN = 1_700_000_000.0
"""When day 0 was."""


@cache
def opened(number: int) -> Opening:
    seats, plays = TABLES[number]
    options = sorted((*TERMS, *([("host", "anna")] if plays else [])))
    return mix(accepted(seats, f"silent {number}", tuple(options)))


@dataclass
class Game:
    """`under_way` are mails as (day of arrival, to whom, the mail), `away` the days on which somebody is not there."""

    people: dict[str, Person]
    plays: bool
    words: Iterator[int]
    day: int = 0
    under_way: list[tuple[int, str, bytes]] = field(default_factory=list)
    mailed: dict[tuple[str, str], tuple[bytes, int]] = field(default_factory=dict)
    away: dict[str, set[int]] = field(default_factory=dict)
    dated: dict[Path, int] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    dropping: range = range(0)
    victim: str = ""

    def drops(self, data: bytes) -> bool:
        """Whether the host holds a mail back: it brings a move of somebody whom he would rather see let pass."""
        notes = [signed.note() for signed in read_bundle(data) if signed.type == "move"]
        return self.day in self.dropping and any(getattr(note, "seat", "") == self.victim for note in notes)

    @property
    def clock(self) -> Clock:
        return Clock(self.moment, lambda text, later: 0.0, lambda moment: 0.0)

    @property
    def moment(self) -> float:
        return BEGAN + self.day * DAY

    def is_there(self, name: str) -> bool:
        """Whether somebody looks today; a host who plays is away with his seat."""
        person = "anna" if name == "host" and self.plays else name
        return self.day not in self.away.get(person, set())

    def to_all(self, name: str, kind: str, data: bytes) -> None:
        """Mail something that is new, or was sent long ago."""
        last, day = self.mailed.get((name, kind), (b"", -AGAIN))
        if data == last and self.day - day < AGAIN:
            return
        self.mailed[name, kind] = data, self.day
        for other in self.people:
            if other != name:
                if below(self.words, LOST):
                    self.under_way.append((self.day + below(self.words, LATE + 1), other, data))
                else:
                    self.counts["lost"] += 1

    def arrivals(self, name: str) -> list[bytes]:
        come = [data for day, to, data in self.under_way if to == name and day <= self.day]
        self.under_way = [mail for mail in self.under_way if mail[1] != name or mail[0] > self.day]
        return come

    def date(self, name: str) -> None:
        """What has come to somebody today has come today."""
        for part in ("record", "pending"):
            for file in (self.people[name].folder.path / part).glob("*"):
                if self.dated.get(file) != file.stat().st_mtime_ns:
                    os.utime(file, (self.moment, self.moment))
                    self.dated[file] = file.stat().st_mtime_ns


def lives(game: Game, name: str) -> None:
    """What somebody and his program do on a day."""
    person = game.people[name]
    for data in game.arrivals(name):
        if name == "host" and game.drops(data):
            game.under_way.append((game.dropping.stop, name, data))
            game.counts["dropped"] += 1
            continue
        try:
            person.take(data)
        except RefereeError as refusal:  # it is late, or was here
            game.counts[f"left out: {refusal.code}"] += 1
        game.date(name)
    session = person.session()
    if session.position.over:
        return
    sign_due_notes(session)
    game.date(name)
    game.counts["handed on"] += len(hand_on(person.session(), game.clock))
    game.counts["words"] += len(say_words(person.session(), game.clock))
    game.date(name)
    if name == "host":
        hosts(game, person.session())
    else:
        moves(game, name, person.session())
    game.date(name)
    sends(game, name, person.session())


def moves(game: Game, name: str, session: Session) -> None:
    step = session.position.step + 1
    signed = f"{step:04d}-{name}.move" in session.folder.list_outbox()
    seat = session.eyes.seat
    if not signed and seat is not None and session.position.request_of(seat) is not None and below(game.words, 2):
        game.people[name].move(*sensible_orders(session, f"{game.day} {name}"), session=session)


def hosts(game: Game, session: Session) -> None:
    """The host lets pass whom he may."""
    for name in seats_waited_for(session):
        if ready_skip_line(session, name) is not None:
            publish_skip(session, skip_seats(session, (name,), None), lang="en")
            game.counts["passed"] += 1
            return


def sends(game: Game, name: str, session: Session) -> None:
    if name == "host":
        steps = range(max(session.position.step - 2, 1), session.position.step + 1)
        for step in steps:
            game.to_all(name, f"step {step}", game.people[name].record()[step_name(step)])
        return
    parcels = [("own", own_note_mail(session)), *((parcel.stem, parcel) for parcel in handed_on(session))]
    for kind, parcel in parcels:
        if parcel is not None:
            game.to_all(name, kind, parcel.notes.encode())


def absences(game: Game, seats: list[str], until: int) -> None:
    """Everybody is away now and then, two of them at once from the twentieth day on; from day `until` all are there."""
    for name in seats:
        begin, days = 10 + below(game.words, 40), 4 + below(game.words, 20)
        game.away[name] = set(range(begin, begin + days))
    if len(seats) > 2:
        for name in seats[-2:]:
            game.away[name] |= set(range(20, 20 + 8 + below(game.words, 25)))
    for days_away in game.away.values():
        days_away.intersection_update(range(until))


def play(seed: int, root: Path, *, drops: bool = False, length: int = LENGTH) -> tuple[str, bool]:
    """A line on the game of a seed, and whether it came through."""
    number = seed % len(TABLES)
    words = stream(sha256(f"silent {seed}".encode()).digest(), "days")
    with read_once(), light():
        sitting = sit_down(opened(number))
        table = sitting.host.table
        match = Match(table, sitting.files, None, sitting.host, {}, {}, {})  # type: ignore[arg-type]
        people = materialize(match, root, (*table.names, "host"))
        game = Game(people, TABLES[number][1], words)
        for name in people:
            game.date(name)
        locks = [render_bundle((signed,)) for signed in sitting.waiting]
        for name in people:
            people[name].take(*locks)
            game.date(name)
        all_there = length - _LAST
        absences(game, list(table.names), all_there)
        if drops:
            game.victim, game.dropping = table.names[-1], range(20, min(45, all_there))
            game.away[game.victim] = set()
        reached = 0
        for game.day in range(length + _LAST):
            if game.day >= length and not is_move_under_way(people, reached):
                break
            for name in people:
                if game.is_there(name):
                    lives(game, name)
            if game.day == all_there:
                reached = people["host"].session().position.step
        last = people["host"].session().position
        report = audit(people["host"].record())
        heads = {person.session().position.head for person in people.values()}
    held = victims_passed(people["host"].record(), people[game.victim], game.victim) if drops else 0
    game.counts["passed though all others had the move"] += held
    went_on = (last.over or last.step > reached) and not held
    told = ", ".join(f"{what} {count}" for what, count in sorted(game.counts.items()))
    line = f"seed {seed}: {len(table.names)} seats, step {last.step}, {len(heads)} heads, {report.verdict}; {told}"
    return line, went_on and not report.findings


def is_move_under_way(people: dict[str, Person], step: int) -> bool:
    """Whether the host still waits at a step, and all for whom he waits have signed: their mails got lost, and are sent
    again every `AGAIN` days.
    """
    session = people["host"].session()
    position = session.position
    if position.over or position.step > step:
        return False
    names = seats_waited_for(session)
    return bool(names) and all(
        f"{position.step + 1:04d}-{name}.move" in people[name].folder.list_outbox() for name in names
    )


def victims_passed(record: dict[str, bytes], person: Person, name: str) -> int:
    """How many steps let a player pass whose move for it the others had."""
    signed = {file[:4] for file in person.folder.list_outbox() if file.endswith(f"{name}.move")}
    passed = {file[:4] for file, data in record.items() if f"table absent {name}".encode() in data}
    return len(signed & passed)


def main() -> None:
    """Play the games of these seeds."""
    drops = "--drops" in sys.argv
    named = [word for word in sys.argv[1:] if not word.startswith("-")]
    first, _, last = (named[0] if named else "1..5").partition("..")
    failed = 0
    for seed in range(int(first), int(last or first) + 1):
        with tempfile.TemporaryDirectory() as folder:
            line, came_through = play(seed, Path(folder), drops=drops)
        failed += not came_through
        print(line if came_through else f"{line}  FAILED", flush=True)
    print(f"{failed} failed")
    sys.exit(1 if failed else 0)
