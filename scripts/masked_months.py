"""A month of a game whose deck nobody sees, as `scripts/months.py` plays the others: mails get lost and come late, a
key is changed, a step is regretted, the host is gone and a player hosts, and somebody loses key and home for good.

With escrow the lost key comes back by the shares of the others; then its holder vanishes for good, and they open the
seat.

Whatever a program signs by itself goes to all, again and again until a step has it. The decks are numbers
(`dishonest/light.py`): who waits for whom does not hang on what the arithmetic costs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.kernel.dice import below, stream
from referee.post.parcels import own_note
from referee.record.names import step_name
from referee.record.note import read_bundle
from referee.table.desk.desk import Desk, open_desk
from referee.table.desk.own_keys import Side
from referee.table.desk.pending import held, keep_waiting, missing_steps
from referee.table.desk.publish import signed_by_itself
from referee.table.desk.rekeys import Request, agreeing, asking, is_asked_of
from referee.table.desk.send import Make, Outgoing, send
from referee.table.desk.sharing import due_proofs, proving_now
from referee.table.reading.audit import audit
from referee.table.seating import REFEREE, author
from referee.table.step.consent import consent_note
from scripts import months
from scripts.dishonest.light import light
from scripts.months import AGAIN, DAYS, SEATS, STEPS, Mishap, Month, Told
from scripts.rehearse import Match
from scripts.rounds import sensible_orders
from tests.table import second_checker
from tests.table.masked_matches import sit_down
from tests.table.opening.masked_openings import ESCROW, MASKED, accepted, mix
from tests.table.people import Person, materialize


@dataclass
class Sitting(Person):
    """Somebody who may come to host as well: `side` is for what a desk is opened."""

    side: Side = "plays"

    def desk(self) -> Desk:
        return open_desk(self.folder, self.home, side=self.side)


@dataclass
class MaskedMonth(Month):
    """`mailed` is the last mail to all of everybody, and the day on which it was sent."""

    mailed: dict[str, tuple[bytes, int]] = field(default_factory=dict)
    escrow: bool = False

    @property
    def mishaps(self) -> tuple[Mishap, ...]:
        return WITH_ESCROW if self.escrow else MISHAPS

    def desk(self, name: str) -> Desk:
        known = self.desks.get(name)
        if name == "host" and known is not None and known.role != REFEREE:
            del self.desks[name]  # whoever asks to host has another key from the step on that enters it
        return super().desk(name)

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
        person, desk = self.people[name], self.desk(name)
        for step in missing_steps(desk):
            if step_name(step) in self.host.record():
                self.mail(name, months.letter_of(self, step))
        months.tells_new_host(self, person, desk)
        signed_by_itself(desk)
        agrees(self, person, desk)
        if self.escrow:
            opens_and_proves(self, name, desk)
        if name in self.requests and self.day % AGAIN == 0:
            self.to_all(name, self.requests[name])
        if desk.position.over:
            return
        if self.regret:
            months.goes_back(self, person, desk)
            return
        step = f"{desk.position.step + 1:04d}-{name}.move"
        if step not in person.folder.list_outbox() and months.is_asked(desk) and below(self.words, 3):
            person.move(*sensible_orders(desk, f"{self.root.name} {step}"), desk=desk)
        parcel = own_note(self.desk(name))
        if parcel is not None:
            data = parcel.notes.encode()
            last, day = self.mailed.get(name, (b"", 0))
            if data != last or self.day - day >= AGAIN:
                self.mailed[name] = data, self.day
                self.to_all(name, data)


def agrees(month: MaskedMonth, person: Person, desk: Desk) -> None:
    """Agree to a new host, as long as that is asked; and to a draw once the month is over."""
    for signed in held(desk, "rekey"):
        seat = author(signed)
        given = [one for one in person.folder.list_outbox() if one.startswith(f"consent-key-{seat}-{desk.role}-")]
        if given and month.day % AGAIN == 0:
            month.mail("host", person.folder.read_outbox(given[-1]))
        elif not given and desk.role and seat in month.requests and is_asked_of(desk, signed):
            sent = send(desk, agreeing(desk, desk.signer(), signed))
            keep_waiting(desk.folder, sent.note)
            month.mail("host", sent.path.read_bytes())
    locks = desk.position.past.locks
    ready = not month.escrow or bool(locks is not None and locks.opened)
    if desk.position.step >= month.steps and ready and desk.role and not desk.position.over:
        months.agrees_to_draw(month, desk)


def opens_and_proves(month: MaskedMonth, name: str, desk: Desk) -> None:
    """Agree to open who was let pass too often; prove what the own new key was given; and say again what got lost."""
    position, table = desk.position, desk.table
    gone = [other for seat, other in enumerate(table.names) if position.is_away(seat) and seat not in position.left]
    for other in gone if desk.role in table.names and not position.over else ():
        to = f"open {other}"
        file = f"consent-{position.step + 1:04d}-{desk.role}-open-{other}.note"
        if other in month.silent and file not in desk.folder.list_outbox():
            sent = send(desk, Outgoing(None, "", _saying(desk, to), file))
            month.counts["asked to open"] += 1
            month.to_all(name, sent.path.read_bytes())
    for signed in due_proofs(desk):
        sent = send(desk, proving_now(desk, signed))
        month.requests[name] = sent.path.read_bytes()
        for note in read_bundle(month.requests[name]):
            keep_waiting(desk.folder, note)
        month.to_all(name, month.requests[name])
    host = month.host.folder
    words = [file for file in host.list_outbox() if file.startswith("consent-key-") and "-referee-" in file]
    if name == month.seats[1] and words and month.requests and month.day % AGAIN == 0:
        month.to_all("host", host.read_outbox(words[-1]))


def _saying(desk: Desk, to: str) -> Make:
    return lambda _: (consent_note(desk.position, desk.signer(), to),)


def loses_key(month: Month) -> None:
    """The first player's computer is gone, as in other months; all others have shares of what opens the hand."""
    name = month.seats[0]
    months.loses_key(month)
    month.people[name] = Sitting(name, month.root, keyless=True)
    month.desks.pop(name, None)


def falls_silent(month: Month) -> None:
    """That player vanishes for good; the others hold all shares still."""
    month.silent.add(month.seats[0])


def changes_key(month: Month) -> None:
    """The first player changes the key."""
    name = month.seats[0]
    person, key = month.people[name], month.new_key(name)
    desk = month.desk(name)
    sent = send(desk, asking(desk, key, name, Request(sha256(key.public).digest()[:16], "a new machine")))
    month.requests[name] = sent.path.read_bytes()
    person.home.write_key(f"{name}-2", format_private(key, f"{name}-2"), format_public(key.public, f"{name}-2"))
    month.desks.pop(name)


def loses_host(month: Month) -> None:
    """The host's computer is gone for good: the second player asks to host, and goes on playing."""
    name = month.seats[1]
    person, key = month.people[name], month.new_key(f"{name} hosts")
    sent = send(
        month.desk(name), asking(month.desk(name), key, REFEREE, Request(sha256(key.public).digest()[:16], "gone"))
    )
    for signed in read_bundle(sent.path.read_bytes()):
        keep_waiting(person.folder, signed)
    person.home.write_key("host", format_private(key, "host"), format_public(key.public, "host"))
    month.requests[REFEREE] = sent.path.read_bytes()
    month.people["host"] = Sitting(name, month.root, side="hosts")
    month.desks.pop("host")
    month.desks.pop(name)


MISHAPS = (
    Mishap("a step is regretted", 20, months.regrets_step),
    Mishap("a key is changed", 35, changes_key),
    Mishap("the host vanishes", 50, loses_host),
    Mishap("key and home are lost", 75, months.falls_silent),
)

WITH_ESCROW = (
    Mishap("a step is regretted", 15, months.regrets_step),
    Mishap("a key is lost", 25, loses_key),
    Mishap("the host vanishes", 45, loses_host),
    Mishap("a player vanishes", 65, falls_silent),
)


def play(seed: int, root: Path, steps: int = STEPS, *, escrow: bool = False) -> Told:
    """Play the month of a seed in a new folder below `root`, and let both checkers look at what came of it."""
    with light():
        label = f"masked month {seed}" + (" with escrow" if escrow else "")
        game = sit_down(mix(accepted(SEATS, label, ESCROW if escrow else MASKED)))
        match = Match(game.table, game.files, None, game.host, {}, {}, {})  # type: ignore[arg-type]
        folder = root / label.replace(" ", "-")
        people: dict[str, Person] = {
            name: Sitting(name, person.root) if name != "host" else person
            for name, person in materialize(match, folder, (*match.table.names, "host")).items()
        }
        month = MaskedMonth(folder, people, stream(sha256(label.encode()).digest(), "month"), steps)
        month.escrow = escrow
        while not month.desk("host").position.over:
            month.live()
            if month.day > DAYS:
                raise RuntimeError(f"seed {seed} has not ended after {DAYS} days, at step {month.told}")
        months.acknowledge(month)
        record = month.host.record()
        locks = month.desk("host").position.past.locks
        if escrow and locks is not None:
            month.counts["opened by shares"] = sum(len(told) == SEATS - 1 for told in locks.told.values())
        counts = {"steps": month.told, "days": month.day, **month.counts}
        return Told(audit(record).verdict, second_checker.check(record), record, counts)
