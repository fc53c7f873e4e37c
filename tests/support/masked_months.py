"""A month of a game whose deck nobody sees, as `months.py` plays the others: mails get lost and come late, a
key is changed, a step is regretted, the host is gone and a player hosts, and somebody loses key and home for good.

A bot stands in for a player for some steps, on that player's own computer.

With escrow the lost key comes back by the shares of the others; then its holder vanishes for good, and they open the
seat.

Whatever a program signs by itself goes to all, again and again until a step has it. The decks are numbers
(`dishonest/light.py`): who waits for whom does not hang on what the arithmetic costs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from referee.audit.recompute import audit
from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.kernel.bot import VERSION
from referee.kernel.dice import below, stream
from referee.mail.outgoing import own_note_mail
from referee.protocol.agreements.consent import consent_note
from referee.protocol.seating import REFEREE, author_role
from referee.record.file_names import step_name
from referee.record.note import read_bundle
from referee.session.agreements.new_key_requests import (
    NewKeyRequest,
    is_own_consent_missing,
    outgoing_key_consent,
    outgoing_key_request,
)
from referee.session.bot_seat import outgoing_bot_move, seat_bot
from referee.session.masked.share_handover import key_proofs_due, outgoing_key_proof
from referee.session.own_keys import Side
from referee.session.pending import missing_steps, pending_notes_that_hold, store_pending
from referee.session.publish import sign_due_notes
from referee.session.send import Make, OutgoingNote, send
from referee.session.session import Session, open_session
from tests.support import months
from tests.support.dishonest.light import light
from tests.support.months import AGAIN, DAYS, SEATS, STEPS, Mishap, Month, Told
from tests.support.rehearse import Match
from tests.support.rounds import sensible_orders
from tests.table import second_checker
from tests.table.masked_matches import sit_down
from tests.table.opening.masked_openings import ESCROW, MASKED, accepted, mix
from tests.table.players_on_disk import Person, materialize

STAND_IN = 12
"""For so many steps a bot plays."""


@dataclass
class Sitting(Person):
    """Somebody who may come to host as well: `side` is for what a session is opened."""

    side: Side = "plays"

    def session(self) -> Session:
        return open_session(self.folder, self.home, side=self.side)


@dataclass
class MaskedMonth(Month):
    """`mailed` is the last mail to all of everybody, and the day on which it was sent."""

    mailed: dict[str, tuple[bytes, int]] = field(default_factory=dict)
    escrow: bool = False

    @property
    def mishaps(self) -> tuple[Mishap, ...]:
        return WITH_ESCROW if self.escrow else MISHAPS

    def session(self, name: str) -> Session:
        known = self.sessions.get(name)
        if name == "host" and known is not None and known.role != REFEREE:
            del self.sessions[name]  # whoever asks to host has another key from the step on that enters it
        return super().session(name)

    def mail(self, to: str, data: bytes) -> None:
        """One mail a person: whoever hosts and plays takes it in as the host."""
        if self.escrow and to == "host" and any(signed.type == "rekey" for signed in read_bundle(data)):
            for other in self.people:  # what is said of a key goes to all, who hand over their shares by it
                self.delivered(other, data)
        else:
            self.delivered(to, data)

    def delivered(self, to: str, data: bytes) -> None:
        if to != self.host.name or to == "host":
            super().mail(to, data)

    def to_all(self, name: str, data: bytes) -> None:
        for other in self.people:
            if other != name:
                self.mail(other, data)

    def plays(self, name: str) -> None:
        """What a player does on a day: what a program does, agrees, moves, and sends again what was lost."""
        person, session = self.people[name], self.session(name)
        for step in missing_steps(session):
            if step_name(step) in self.host.record():
                self.mail(name, months.letter_of(self, step))
        months.tells_new_host(self, person, session)
        sign_due_notes(session)
        agrees(self, person, session)
        if self.escrow:
            opens_and_proves(self, name, session)
        if name in self.requests and self.day % AGAIN == 0:
            self.to_all(name, self.requests[name])
        if session.position.over:
            return
        if self.regret:
            months.goes_back(self, person, session)
            return
        step = f"{session.position.step + 1:04d}-{name}.move"
        if step not in person.folder.list_outbox() and months.is_asked(session) and below(self.words, 3):
            bot = seat_bot(session)
            self.counts["moves of a bot"] += bot is not None
            if bot is None:
                person.move(*sensible_orders(session, f"{self.root.name} {step}"), session=session)
            else:
                send(session, outgoing_bot_move(session, bot.level))
        parcel = own_note_mail(self.session(name))
        if parcel is not None:
            data = parcel.notes.encode()
            last, day = self.mailed.get(name, (b"", 0))
            if data != last or self.day - day >= AGAIN:
                self.mailed[name] = data, self.day
                self.to_all(name, data)


def agrees(month: MaskedMonth, person: Person, session: Session) -> None:
    """Agree to a new host, as long as that is asked; and to a draw once the month is over."""
    for signed in pending_notes_that_hold(session, "rekey"):
        seat = author_role(signed)
        given = [one for one in person.folder.list_outbox() if one.startswith(f"consent-key-{seat}-{session.role}-")]
        if given and month.day % AGAIN == 0:
            month.mail("host", person.folder.read_outbox(given[-1]))
        elif not given and session.role and seat in month.requests and is_own_consent_missing(session, signed):
            sent = send(session, outgoing_key_consent(session, session.signer(), signed))
            store_pending(session.folder, sent.note)
            month.mail("host", sent.path.read_bytes())
    locks = session.position.past.locks
    ready = not month.escrow or bool(locks is not None and locks.opened)
    if session.position.step >= month.steps and ready and session.role and not session.position.over:
        months.agrees_to_draw(month, session)


def opens_and_proves(month: MaskedMonth, name: str, session: Session) -> None:
    """Agree to open who was let pass too often; prove what the own new key was given; and say again what got lost."""
    position, table = session.position, session.table
    gone = [other for seat, other in enumerate(table.names) if position.is_away(seat) and seat not in position.left]
    for other in gone if session.role in table.names and not position.over else ():
        to = f"open {other}"
        file = f"consent-{position.step + 1:04d}-{session.role}-open-{other}.note"
        if other in month.silent and file not in session.folder.list_outbox():
            sent = send(session, OutgoingNote(None, "", _saying(session, to), file))
            month.counts["asked to open"] += 1
            month.to_all(name, sent.path.read_bytes())
    for signed in key_proofs_due(session):
        sent = send(session, outgoing_key_proof(session, signed))
        month.requests[name] = sent.path.read_bytes()
        for note in read_bundle(month.requests[name]):
            store_pending(session.folder, note)
        month.to_all(name, month.requests[name])
    host = month.host.folder
    words = [file for file in host.list_outbox() if file.startswith("consent-key-") and "-referee-" in file]
    if name == month.seats[1] and words and month.requests and month.day % AGAIN == 0:
        month.to_all("host", host.read_outbox(words[-1]))


def _saying(session: Session, to: str) -> Make:
    return lambda _: (consent_note(session.position, session.signer(), to),)


def loses_key(month: Month) -> None:
    """The first player's computer is gone, as in other months; all others have shares of what opens the hand."""
    name = month.seats[0]
    months.loses_key(month)
    month.people[name] = Sitting(name, month.root, keyless=True)
    month.sessions.pop(name, None)


def falls_silent(month: Month) -> None:
    """That player vanishes for good; the others hold all shares still."""
    month.silent.add(month.seats[0])


def has_bot_play(month: Month) -> None:
    """The last player lets a bot play for some steps."""
    name = month.seats[-1]
    session = month.session(name)
    step = session.position.step + 1
    to = f"standin greedy {VERSION} {step + STAND_IN - 1}"
    sent = send(session, OutgoingNote(None, "", _saying(session, to), f"consent-{step:04d}-{name}-standin.note"))
    store_pending(session.folder, sent.note)


def changes_key(month: Month) -> None:
    """The first player changes the key."""
    name = month.seats[0]
    person, key = month.people[name], month.new_key(name)
    session = month.session(name)
    sent = send(
        session,
        outgoing_key_request(session, key, name, NewKeyRequest(sha256(key.public).digest()[:16], "a new machine")),
    )
    month.requests[name] = sent.path.read_bytes()
    person.home.write_key(f"{name}-2", format_private(key, f"{name}-2"), format_public(key.public, f"{name}-2"))
    month.sessions.pop(name)


def loses_host(month: Month) -> None:
    """The host's computer is gone for good: the second player asks to host, and goes on playing."""
    name = month.seats[1]
    person, key = month.people[name], month.new_key(f"{name} hosts")
    sent = send(
        month.session(name),
        outgoing_key_request(
            month.session(name), key, REFEREE, NewKeyRequest(sha256(key.public).digest()[:16], "gone")
        ),
    )
    for signed in read_bundle(sent.path.read_bytes()):
        store_pending(person.folder, signed)
    person.home.write_key("host", format_private(key, "host"), format_public(key.public, "host"))
    month.requests[REFEREE] = sent.path.read_bytes()
    month.people["host"] = Sitting(name, month.root, side="hosts")
    month.sessions.pop("host")
    month.sessions.pop(name)


MISHAPS = (
    Mishap("a bot stands in", 5, has_bot_play),
    Mishap("a step is regretted", 20, months.regrets_step),
    Mishap("a key is changed", 35, changes_key),
    Mishap("the host vanishes", 50, loses_host),
    Mishap("key and home are lost", 75, months.falls_silent),
)

WITH_ESCROW = (
    Mishap("a bot stands in", 5, has_bot_play),
    Mishap("a step is regretted", 15, months.regrets_step),
    Mishap("a key is lost", 25, loses_key),
    Mishap("the host vanishes", 45, loses_host),
    Mishap("a player vanishes", 65, falls_silent),
)


def play(seed: int, root: Path, steps: int = STEPS, *, escrow: bool = False) -> Told:
    """Play the month of a seed in a new folder below `root`, and let both checkers look at what came of it."""
    with light():
        label = f"masked month {seed}" + (" with escrow" if escrow else "")
        game = sit_down(mix(accepted(SEATS, label, (*(ESCROW if escrow else MASKED), ("standin", str(STAND_IN))))))
        match = Match(game.table, game.files, None, game.host, {}, {}, {})  # type: ignore[arg-type]
        folder = root / label.replace(" ", "-")
        people: dict[str, Person] = {
            name: Sitting(name, person.root) if name != "host" else person
            for name, person in materialize(match, folder, (*match.table.names, "host")).items()
        }
        month = MaskedMonth(folder, people, stream(sha256(label.encode()).digest(), "month"), steps)
        month.escrow = escrow
        while not month.session("host").position.over:
            month.live()
            if month.day > DAYS:
                raise RuntimeError(f"seed {seed} has not ended after {DAYS} days, at step {month.told}")
        months.acknowledge(month)
        record = month.host.record()
        locks = month.session("host").position.past.locks
        if escrow and locks is not None:
            month.counts["opened by shares"] = sum(len(told) == SEATS - 1 for told in locks.told.values())
        counts = {"steps": month.told, "days": month.day, **month.counts}
        report = audit(record)
        stood_in = [one for one in report.remarks if one.code.startswith("standin-")]
        verdict = next((one.code for one in stood_in if one.code == "standin-was-not-it"), report.verdict)
        return Told(verdict, second_checker.check(record), record, counts)
