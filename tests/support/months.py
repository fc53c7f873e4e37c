"""A month of a game by mail among people: mails get lost and come late, somebody loses a key, somebody regrets a step,
the host is gone, and somebody falls silent for good.

Each of them has a folder and a home, and all that passes between them are files. The seed decides the game, the orders
and every mishap, so that one seed gives one record, byte by byte. A `Mishap` strikes once, as soon as its step is
reached and the one before is over: another kind of it is one more function and a row of `MISHAPS`.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from referee.audit.recompute import audit
from referee.crypto.keys import SigningKey, format_private
from referee.crypto.openssh import format_public
from referee.kernel.dice import below, stream
from referee.kernel.errors import RefereeError
from referee.protocol.agreements.consent import consent_note
from referee.protocol.agreements.new_key import check_rekey
from referee.protocol.seating import REFEREE
from referee.record.file_names import step_name
from referee.session.agreements.new_key_requests import (
    NewKeyRequest,
    consents_missing,
    outgoing_key_consent,
    outgoing_key_request,
)
from referee.session.agreements.skip_seat import publish_skip, skip_seats
from referee.session.incoming.consents import close_step_with_key
from referee.session.incoming.receive import receive
from referee.session.pending import missing_steps, pending_notes_that_hold, store_pending
from referee.session.send import OutgoingNote, send
from referee.session.session import Session
from tests.support.rehearse import open_match
from tests.support.rounds import sensible_orders
from tests.table import second_checker
from tests.table.players_on_disk import Person, materialize

GAMES = ("tigris", "cards", "ur")
SEATS, STEPS, DAYS = 4, 24, 400
PATIENCE, AGAIN = 6, 2
"""Days after which the host lets a seat pass, and after which whoever waits sends the same mail again."""


class Told(NamedTuple):
    """What came of a month: the verdicts of both checkers, the record, and what was counted."""

    verdict: str
    second: str | None
    record: dict[str, bytes]
    counts: dict[str, int]


@dataclass
class Month:
    """The people, the mails under way (day of arrival, to whom, the mail), and what has happened."""

    root: Path
    people: dict[str, Person]
    words: Iterator[int]
    steps: int = STEPS
    day: int = 0
    since: int = 0
    under_way: list[tuple[int, str, bytes]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    silent: set[str] = field(default_factory=set)
    requests: dict[str, bytes] = field(default_factory=dict)
    regret: int = 0
    struck: set[str] = field(default_factory=set)
    told: int = 0
    sessions: dict[str, Session] = field(default_factory=dict)

    @property
    def host(self) -> Person:
        return self.people["host"]

    @property
    def seats(self) -> list[str]:
        """The players, in the order of the table."""
        return [name for name in self.people if name != "host"]

    @property
    def mishaps(self) -> tuple[Mishap, ...]:
        """What happens in it, in the order in which it strikes."""
        return MISHAPS

    def plays(self, name: str) -> None:
        """What a player does on a day."""
        plays(self, name)

    def new_key(self, label: str) -> SigningKey:
        """A key that nobody has had here."""
        return SigningKey.from_seed(sha256(f"{self.root.name} {label} new".encode()).digest())

    def session(self, name: str) -> Session:
        """Where somebody sits; whoever has a part reads only what is new."""
        known = self.sessions.get(name)
        self.sessions[name] = known.reloaded() if known is not None and known.role else self.people[name].session()
        return self.sessions[name]

    def mail(self, to: str, data: bytes) -> None:
        """Every sixth mail is lost, and of the others every fourth comes a day or two late."""
        self.counts["mails"] += 1
        if below(self.words, 6) == 0:
            self.counts["lost"] += 1
            return
        late = 1 + below(self.words, 2) if below(self.words, 4) == 0 else 0
        self.counts["late"] += bool(late)
        self.under_way.append((self.day + late, to, data))

    def takes_mail(self, name: str) -> None:
        """Somebody reads what has come; what is refused was too late, or is here already."""
        here = [mail for mail in self.under_way if mail[0] <= self.day and mail[1] == name]
        self.under_way = [mail for mail in self.under_way if mail not in here]
        for _, _, data in here:
            try:
                self.sessions[name] = receive(self.session(name), data)[1]
            except RefereeError as refused:
                self.counts[f"refused: {refused.code}"] += 1

    def live(self) -> None:
        """One day: the mishaps, then everybody who is there, then the host."""
        self.day += 1
        for mishap in self.mishaps:
            due = mishap.name not in self.struck and self.session("host").position.step >= mishap.step(self.steps)
            if due and not self.requests and not self.regret:
                self.struck.add(mishap.name)
                self.counts[mishap.name] += 1
                mishap.strike(self)
        for name in self.seats:
            if name not in self.silent:
                self.takes_mail(name)
                self.plays(name)
        self.takes_mail("host")
        hosts(self)


def plays(month: Month, name: str) -> None:
    """What a player does on a day: asks for letters that are missing, agrees, moves, and sends again what was lost."""
    person = month.people[name]
    session = month.session(name)
    for step in missing_steps(session):
        if step_name(step) in month.host.record():
            month.mail(name, letter_of(month, step))
    tells_new_host(month, person, session)
    agree(month, person, session)
    if name in month.requests and month.day % AGAIN == 0:
        for other in month.people:
            if other != name:
                month.mail(other, month.requests[name])
    step = f"{session.position.step + 1:04d}-{name}.move"
    if session.position.over:
        return
    if month.regret:
        goes_back(month, person, session)
        return
    signed = [one for one in person.folder.list_outbox() if one == step]
    if signed and (month.day - month.since) % AGAIN == 0:
        month.counts["sent again"] += 1
        month.mail("host", person.folder.read_outbox(step))
    elif not signed and is_asked(session) and below(month.words, 3):
        month.mail("host", person.move(*sensible_orders(session, f"{month.root.name} {step}"), session=session))


def tells_new_host(month: Month, person: Person, session: Session) -> None:
    """Mail the steps that whoever asks to host does not have: those of the old host may have come to some alone."""
    if REFEREE in month.requests and month.day % AGAIN == 0:
        for step in range(month.session("host").position.step + 1, session.position.step + 1):
            month.mail("host", person.record()[step_name(step)])


def goes_back(month: Month, person: Person, session: Session) -> None:
    """Agree that the game goes back before its last step, and say so again while that has not happened; the first
    player asks for it. Nobody moves meanwhile.
    """
    if session.position.step != month.regret:
        return
    to, why = f"back {month.regret}", "I meant another order" if session.role == month.seats[0] else None
    name = f"consent-{month.regret + 1:04d}-{session.role}-back-{month.regret}.note"
    if name not in person.folder.list_outbox():
        send(
            session,
            OutgoingNote(None, "", lambda _: (consent_note(session.position, session.signer(), to, why),), name),
        )
        month.mail("host", person.folder.read_outbox(name))
    elif month.day % AGAIN == 0:
        month.mail("host", person.folder.read_outbox(name))


def is_asked(session: Session) -> bool:
    """Whether the reader has a seat under the key here, and is asked something."""
    return session.eyes.seat is not None and session.position.request_of(session.eyes.seat) is not None


def agree(month: Month, person: Person, session: Session) -> None:
    """Agree to every new key that is asked for, once; and to a draw once the month is over."""
    for signed in pending_notes_that_hold(session, "rekey"):
        note = check_rekey(session.position, signed)
        given = [
            one for one in person.folder.list_outbox() if one.startswith(f"consent-key-{note.seat}-{session.role}-")
        ]
        if given and not session.is_host and month.day % AGAIN == 0:
            month.mail("host", person.folder.read_outbox(given[-1]))
        elif not given and session.role not in (None, note.seat):
            sent = send(session, outgoing_key_consent(session, session.signer(), signed))
            store_pending(session.folder, signed)
            store_pending(session.folder, sent.note)
            month.mail("host", sent.path.read_bytes())
    if session.position.step >= month.steps and not session.position.over and session.role not in (None, REFEREE):
        agrees_to_draw(month, session)


def agrees_to_draw(month: Month, session: Session) -> None:
    """Agree that the game ends here."""
    key, name = session.signer(), f"consent-{session.position.step + 1:04d}-{session.role}-end-draw.note"
    going = OutgoingNote(None, "", lambda _: (consent_note(session.position, key, "end draw"),), name)
    month.mail("host", send(session, going).path.read_bytes())


def hosts(month: Month) -> None:
    """What the host does on a day: enters keys, mails the newest steps, reminds, and lets pass who does not answer."""
    session = month.session("host")
    agree(month, month.host, session)
    ready = [signed for signed in pending_notes_that_hold(session, "rekey") if not consents_missing(session, signed)]
    if ready and session.is_host and not session.position.over:
        close_step_with_key(session, ready[0], "en")
        session = month.session("host")
    for name in [one for one in month.requests if session.table.party_at(one).since]:
        month.counts["keys entered"] += 1
        del month.requests[name]
    if REFEREE in month.requests and month.day % AGAIN == 0:
        for name in month.seats:
            month.mail(name, month.requests[REFEREE])
    if month.regret and session.position.step > month.regret:
        # A move that was under way may have come first; then it is that step which is regretted.
        month.counts["taken back"] += len(session.position.past.rollbacks)
        month.regret = 0 if session.position.past.rollbacks else session.position.step
    step, told = session.position.step, month.told
    if step > told:
        month.since, month.told = month.day, step
    for number in range(told + 1, step + 1) or ([step] if (month.day - month.since) % AGAIN == 0 else []):
        for name in month.seats:
            month.mail(name, letter_of(month, number))
    waited = session.position.asked and not session.position.over and not month.requests and not month.regret
    if waited and month.day - month.since >= PATIENCE:
        lets_pass(month, session)


def lets_pass(month: Month, session: Session) -> None:
    """The host lets everybody pass who is asked and has not answered."""
    names = [session.table.names[request.seat] for request in session.position.asked]
    moment = f"2026-{1 + month.day // 28:02d}-{1 + month.day % 28:02d}T18:00Z"
    publish_skip(session, skip_seats(session, names, moment), lang="en")
    month.counts["let pass"] += len(names)


def letter_of(month: Month, step: int) -> bytes:
    """The mail with a step: its letter, or what anybody has of it whom no letter was written by."""
    written = month.host.folder.has_letter(f"{step:04d}.txt")
    return month.host.letter(step) if written else month.host.record()[step_name(step)]


# Mishaps


def falls_silent(month: Month) -> None:
    """The last player at the table vanishes for good."""
    month.silent.add(month.seats[-1])


def loses_key(month: Month) -> None:
    """The first player's computer is gone: a friend gives the folder, a new key asks for the seat."""
    name, friend = month.seats[0], month.people[month.seats[1]]
    shutil.rmtree(month.root / name)
    month.sessions.pop(name, None)
    person = month.people[name] = Person(name, month.root, keyless=True)
    for file, data in sorted(friend.record().items()):
        person.folder.commit(file, data)
    label = sha256(f"{month.root.name} {name} new".encode())
    key = SigningKey.from_seed(label.digest())
    request = NewKeyRequest(label.digest()[:16], "my computer broke")
    month.requests[name] = send(
        person.session(), outgoing_key_request(person.session(), key, name, request)
    ).path.read_bytes()
    person.home.write_key(f"{name}-2", format_private(key, f"{name}-2"), format_public(key.public, f"{name}-2"))


def regrets_step(month: Month) -> None:
    """The first player regrets the last step that was entered."""
    month.regret = month.session("host").position.step


def loses_host(month: Month) -> None:
    """The host's computer is gone for good: Gina, who does not play, gets a folder, and asks to host with her key."""
    newest = max(month.seats, key=lambda name: month.session(name).position.step)
    files = month.people[newest].record()
    shutil.rmtree(month.root / "host")
    month.sessions.pop("host", None)
    gina = month.people["host"] = Person("gina", month.root, keyless=True)
    for file, data in sorted(files.items()):
        gina.folder.commit(file, data)
    label = sha256(f"{month.root.name} gina".encode())
    key = SigningKey.from_seed(label.digest())
    gina.home.write_key("gina", format_private(key, "gina"), format_public(key.public, "gina"))
    request = NewKeyRequest(label.digest()[:16], "the host is gone", "Gina")
    sent = send(gina.session(), outgoing_key_request(gina.session(), key, REFEREE, request))
    store_pending(gina.folder, sent.note)
    month.requests[REFEREE] = sent.path.read_bytes()


class Mishap(NamedTuple):
    """Something that happens once, as soon as so many parts of a hundred of the steps are played."""

    name: str
    hundredths: int
    strike: Callable[[Month], None]

    def step(self, steps: int) -> int:
        """The step at which it strikes."""
        return steps * self.hundredths // 100


MISHAPS = (
    Mishap("a step is regretted", 20, regrets_step),
    Mishap("a key is lost", 35, loses_key),
    Mishap("the host vanishes", 50, loses_host),
    Mishap("a player vanishes", 65, falls_silent),
)
"""In the order in which they strike: no game goes back over a new key, and without the host the shares of all seats are
needed, before one of them falls silent.
"""


def play(seed: int, root: Path, steps: int = STEPS) -> Told:
    """Play the month of a seed in a new folder below `root`, and let both checkers look at what came of it."""
    label = f"month {seed}"
    match = open_match(GAMES[seed % len(GAMES)], SEATS, label, (("escrow", "yes"),))
    folder = root / label.replace(" ", "-")
    people = materialize(match, folder, (*match.table.names, "host"))
    month = Month(folder, people, stream(sha256(label.encode()).digest(), "month"), steps)
    while not month.session("host").position.over:
        month.live()
        if month.day > DAYS:
            raise RuntimeError(f"seed {seed} has not ended after {DAYS} days, at step {month.told}")
    acknowledge(month)
    record = month.host.record()
    counts = {"steps": month.told, "days": month.day, **month.counts}
    return Told(audit(record).verdict, second_checker.check(record), record, counts)


def acknowledge(month: Month) -> None:
    """Everybody who is there gets all letters and acknowledges the end."""
    over = month.session("host").position.step
    for name in month.seats:
        if name in month.silent:
            continue
        person = month.people[name]
        for step in range(person.session().position.step + 1, over + 1):
            person.take(letter_of(month, step))
        month.host.take(person.ack())
