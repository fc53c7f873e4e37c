"""A host and three players who mail each other while mails are lost, doubled, changed and forged, and machines stop.

The people are real folders and homes that do what the commands do. Whatever happens on the way: once everybody has sent
again what they have, the honest hold one history, unless the host's key has signed two. Then those two convict it.
"""

from __future__ import annotations

import argparse
import atexit
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import ClassVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from msgspec.structs import replace

from referee.audit.recompute import audit
from referee.disputes.judging import judge
from referee.kernel.errors import RefereeError
from referee.protocol.seating import REFEREE
from referee.record import files
from referee.record.file_names import step_name
from referee.record.note import SignedNote, read_bundle, render_bundle, sign_note
from referee.record.notes import AnyNote, Move, Step
from referee.session.agreements.skip_seat import publish_skip, skip_seats
from referee.session.close_step import close_step
from referee.session.incoming.receive import receive
from referee.session.session import Session
from referee.session.silence.skipped_moves import passed_over, passed_seats
from tests.support.dishonest.games import opened
from tests.support.dishonest.signing import changed, legal_orders
from tests.support.rehearse import test_key
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST

GAME, SEATS, DEALS = "ur", 3, 4
ROUNDS = 6
"""So often everybody sends everything again before they must agree: a mail each way for every step still out."""

_PLACE = st.integers(0, 2**16)
_HURRIED = (1, 2, 3)


class Stopped(Exception):
    """The machine of somebody has stopped in the middle of a command."""


@cache
def _dealt(deal: int) -> tuple[tuple[str, ...], dict[str, Session], Path]:
    """A game that is dealt: the people, their sessions, and a folder to be copied with what they have."""
    match = opened(GAME, SEATS, f"post {deal}", False)
    root = Path(tempfile.mkdtemp(dir=_place()))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    people = materialize(match, root, (*match.table.names, HOST))
    return tuple(people), {name: person.session() for name, person in people.items()}, root


def _place() -> Path | None:
    """Where folders cost least; the machine's usual place if there is no such."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() else None


class Post(RuleBasedStateMachine):
    """`mails` are under way, as (to whom, bytes). What was done in all runs is counted in `done`."""

    done: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp(dir=_place()))
        self.people: dict[str, Person] = {}
        self.sessions: dict[str, Session] = {}
        self.mails: list[tuple[str, bytes]] = []
        self.liars: set[str] = set()
        self.effects = 0

    @initialize(deal=st.integers(0, DEALS - 1), effects=st.integers(1, 3), chance=_PLACE, early=st.integers(0, 7))
    def begin(self, deal: int, effects: int, chance: int, early: int) -> None:
        """Everybody has the deal. How often a machine stops or a host lies must not hang on which rules are drawn.

        So in each run a machine stops while everything is sent again, in one of eight the host begins with a lie, in
        others with a let-pass of somebody whose move is under way.
        """
        names, sessions, folder = _dealt(deal)
        shutil.copytree(folder, self.root, dirs_exist_ok=True)
        self.people = {name: Person(name, self.root) for name in names}
        for name, person in self.people.items():
            self.sessions[name] = replace(sessions[name], folder=person.folder, home=person.home)
        self.effects = effects
        if early == 5:
            self.move(chance, again=False)
            self.fork(chance + 1, chance % SEATS, field=False)
            self._take(*self.mails.pop())
        if early in _HURRIED:
            self.move(chance, again=False)
            self.hurry()

    # What honest people do

    @rule(chance=_PLACE, again=st.booleans())
    def move(self, chance: int, again: bool) -> None:
        """Whoever is asked, as far as they know, signs a move, or another in its place, and sends it."""
        for name, person in self.people.items():
            order = _order(self.sessions[name], name, Random(chance))
            if order is None or name in self.liars:
                continue
            with suppress(RefereeError):  # one is signed already, and waits in the outbox
                self._send(HOST, person.move(order, instead=again, session=self.sessions[name]))

    def hurry(self) -> None:
        """The host lets whoever is asked pass at once, whatever is under way."""
        session = self.sessions[HOST]
        if session.position.over:
            return
        name = session.table.names[session.position.asked[0].seat]
        with suppress(RefereeError):  # the step of a machine that has stopped was signed with other notes
            publish_skip(session, skip_seats(session, [name], None), lang="en")
            self.done["let pass"] += 1
        self.sessions[HOST] = session.reloaded()

    @rule(name=st.integers(0, SEATS))
    def resend(self, name: int) -> None:
        """Somebody sends again what they have: players their outbox, the host every step."""
        self._resend([*self.people][name])

    @precondition(lambda self: self.mails)
    @rule(at=_PLACE)
    def deliver(self, at: int) -> None:
        """A mail arrives, in any order."""
        self._take(*self.mails.pop(at % len(self.mails)))

    @rule(chance=_PLACE)
    def good_day(self, chance: int) -> None:
        """Whoever is asked moves, and every mail arrives."""
        self.move(chance, again=False)
        while self.mails:
            self._take(*self.mails.pop(0))

    # What happens to mails and machines

    @precondition(lambda self: self.mails)
    @rule(at=_PLACE)
    def lose(self, at: int) -> None:
        """A mail never arrives."""
        self.mails.pop(at % len(self.mails))

    @precondition(lambda self: self.mails)
    @rule(at=_PLACE)
    def double(self, at: int) -> None:
        """A mail arrives twice."""
        self.mails.append(self.mails[at % len(self.mails)])

    @precondition(lambda self: self.mails)
    @rule(at=_PLACE, place=_PLACE, byte=st.integers(0, 255), cut=st.booleans())
    def tamper(self, at: int, place: int, byte: int, cut: bool) -> None:
        """A mail is changed on the way."""
        to, mail = self.mails.pop(at % len(self.mails))
        place %= len(mail) or 1
        self.mails.append((to, mail[:place] if cut else mail[:place] + bytes([byte]) + mail[place + 1 :]))

    @precondition(lambda self: self.mails)
    @rule(at=_PLACE, effects=st.integers(1, 12))
    def crash(self, at: int, effects: int) -> None:
        """A machine stops while it takes a mail in, before one of its changes on disk."""
        self._stop(*self.mails.pop(at % len(self.mails)), effects)

    def _stop(self, to: str, mail: bytes, effects: int) -> bool:
        """Whether it came to so many changes."""
        stopped = True
        with _stopping_after(effects), suppress(Stopped):
            self._take(to, mail)
            stopped = False
        self.done["machines stopped"] += stopped
        self.sessions[to] = self.people[to].session()  # all it knows now is what lies in its files
        return stopped

    # What liars do

    @rule(chance=_PLACE, unlinked=st.booleans())
    def lie(self, chance: int, unlinked: bool) -> None:
        """A player signs a second move for a step that names no other, or orders that no rule allows."""
        forged = self._second_move(Random(chance), "" if unlinked else "pass on grass")
        if forged is not None:
            self.mails.append((HOST, render_bundle((forged,))))

    @rule(chance=_PLACE, reader=st.integers(0, SEATS - 1), field=st.booleans())
    def fork(self, chance: int, reader: int, field: bool) -> None:
        """The host's key signs another step for a reader: one that follows from another move, or one that does not."""
        name = [*self.people][reader]
        bundle = self._twin(Random(chance)) if field else self._other_step(Random(chance))
        if bundle is not None and name not in self.liars:
            self.liars.add(HOST)
            self.mails.append((name, render_bundle(bundle)))

    def _twin(self, chance: Random) -> tuple[SignedNote, ...] | None:
        """The newest step of the host with another digest."""
        signed_notes = self.sessions[HOST].history.steps()[-1][1]
        note = signed_notes[-1].note()
        if not isinstance(note, Step):
            return None
        return (*signed_notes[:-1], _signed(changed(note, state=chance.randbytes(32)), HOST))

    def _other_step(self, chance: Random) -> tuple[SignedNote, ...] | None:
        """The next step, of a move that a player signs for nobody but this reader."""
        session = self.sessions[HOST]
        forged = self._second_move(chance, "")
        if forged is None:
            return None
        try:
            return close_step(session.position, forged, session.eyes, session.host_key()).signed_notes
        except RefereeError:
            return None

    def _second_move(self, chance: Random, order: str) -> SignedNote | None:
        session = self.sessions[HOST]
        if not session.position.asked:
            return None
        name = session.table.names[session.position.asked[0].seat]
        order = order or _order(self.sessions[name], name, chance) or ""
        if not order:
            return None
        self.liars.add(name)
        position = session.position
        note = Move(game=session.table.game_id, step=position.step + 1, seat=name, head=position.head, do=(order,))
        with suppress(RefereeError):
            return _signed(note, name)
        return None

    # What must be true

    def teardown(self) -> None:
        """Everybody sends everything again, and no mail is lost; but there is a last move, and one machine stops."""
        try:
            if self.people:
                self.move(0, again=False)
                self._send_all_again()
                while self.mails:
                    self._arrive(*self.mails.pop(0))
                self._settle()
                self._agree()
        finally:
            shutil.rmtree(self.root, ignore_errors=True)

    def _settle(self) -> None:
        for _ in range(ROUNDS):
            before = self._heads()
            self._send_all_again()
            while self.mails:
                self._take(*self.mails.pop(0))
            if self._heads() == before:
                return

    def _send_all_again(self) -> None:
        self.mails.clear()
        for name in self.people:
            self._resend(name)

    def _arrive(self, to: str, mail: bytes) -> None:
        """A mail is taken in, unless this is where the machine of this run stops."""
        if self.effects == 0:
            self._take(to, mail)
        elif self._stop(to, mail, self.effects):
            self.effects = 0

    def _heads(self) -> dict[str, str]:
        return {name: session.position.head for name, session in self.sessions.items()}

    def _agree(self) -> None:
        self.done["runs"] += 1
        self.done["steps"] += self.sessions[HOST].position.step
        heads, honest = self._heads(), [name for name in self.people if name not in self.liars]
        records = {name: self.people[name].record() for name in self.people}
        for name in {tuple(records[name].items()): name for name in honest}.values():
            accused = {finding.fact.party for finding in audit(records[name]).findings}
            assert not accused & {_role(other) for other in honest}, (name, accused)
        for name in honest:
            self._has_kept(name)
        if HOST not in self.liars:
            self.done["one head"] += 1
            assert {heads[name] for name in honest} == {heads[HOST]}, heads
            return
        for name in honest:
            ours, theirs = _heads_of(records[HOST]), _heads_of(records[name])
            if any(ours[file] != theirs[file] for file in ours.keys() & theirs.keys()):
                self._convicts(records[HOST], records[name], {_role(other) for other in honest})

    def _has_kept(self, name: str) -> None:
        """Whoever was let pass and had signed a move for that step has it kept, and is told of it."""
        session, person = self.people[name].session(), self.people[name]
        told = {one.step for one in passed_over(session) if one.seat == name}
        for mail in person.outbox() if name != HOST else ():
            step = next((signed.read(Move).step for signed in read_bundle(mail) if signed.type == "move"), 0)
            if 0 < step <= session.position.step and name in passed_seats(
                session.history.signed_notes[step_name(step)]
            ):
                self.done["moves kept"] += 1
                assert step in told, f"{name}: the move for step {step} is gone"

    def _convicts(self, ours: dict[str, bytes], theirs: dict[str, bytes], honest: set[str]) -> None:
        notes = [signed for data in theirs.values() for signed in read_bundle(data)]
        upheld = {verdict.party for verdict in judge(ours, notes) if verdict.upheld}

        self.done["two histories convicted"] += 1
        assert REFEREE in upheld, "two histories, and nothing convicts the key that signed both"
        assert not upheld & honest, upheld

    # The way of a mail

    def _send(self, to: str, mail: bytes) -> None:
        self.mails.append((to, mail))

    def _resend(self, name: str) -> None:
        person = self.people[name]
        if name != HOST:
            for mail in person.outbox():
                self._send(HOST, mail)
            return
        newest = step_name(self.sessions[HOST].position.step)
        for other in self.people:
            lacks = set(person.folder.record_names()) - set(self.people[other].folder.record_names())
            for file in sorted({*lacks, newest} if other != HOST else ()):
                self._send(other, person.folder.read(file))

    def _take(self, to: str, mail: bytes) -> None:
        person = self.people[to]
        before = set(person.folder.record_names())
        try:
            receive(self.sessions[to], mail)
            self.done["mails taken in"] += 1
        except RefereeError:  # refused in a sentence: that is all that may come of a mail
            self.done["mails refused"] += 1
        new = sorted(set(person.folder.record_names()) - before)
        self.sessions[to] = self.sessions[to].reloaded() if new else self.sessions[to]
        for file in new if to == HOST else ():
            for other in self.people:
                if other != HOST:
                    self._send(other, person.folder.read(file))


def _role(name: str) -> str:
    return REFEREE if name == HOST else name


def _heads_of(record: dict[str, bytes]) -> dict[str, str]:
    """The head after each step, by file. A step that only one has contradicts nothing."""
    return {name: read_bundle(data)[-1].id for name, data in record.items() if name[0].isdigit()}


def _order(session: Session, name: str, chance: Random) -> str | None:
    """A legal order of somebody who is asked, as far as they know."""
    seat = next((request.seat for request in session.position.asked if session.table.names[request.seat] == name), None)
    return None if seat is None else chance.choice(legal_orders(session.position, seat))


def _signed(note: AnyNote, name: str) -> SignedNote:
    return sign_note(note, test_key(name))


@contextmanager
def _stopping_after(count: int) -> Iterator[None]:
    """The machine stops before its change number `count` on disk."""
    left = [count]

    def stop(name: str) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise Stopped(name)

    hook: Callable[[str], None] = stop
    files.effects.append(hook)
    try:
        yield
    finally:
        files.effects.remove(hook)


def main(arguments: Sequence[str]) -> int:
    """Let the post run as often as the command line says; 1 if the honest ever end with two histories."""
    parser = argparse.ArgumentParser(prog="fuzz.py post", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="how many games (default 200)")
    parser.add_argument("--steps", type=int, default=16, help="things that happen in each, at most (default 16)")
    given = parser.parse_args(arguments)
    began = time.perf_counter()
    try:
        run(given.games, given.steps, derandomize=False)
    except AssertionError as fault:
        print(f"the honest do not agree: {fault}", file=sys.stderr)
        return 1
    finally:
        counted = ", ".join(f"{count} {what}" for what, count in Post.done.items())
        print(f"{counted} in {time.perf_counter() - began:.0f} s")
    return 0


def run(examples: int, steps: int = 16, *, derandomize: bool = True) -> None:
    """So many runs of at most `steps` things that happen. Raises AssertionError where the honest do not agree."""
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        derandomize=derandomize,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
        phases=(Phase.generate,),
    )
    run_state_machine_as_test(Post, settings=chosen)
