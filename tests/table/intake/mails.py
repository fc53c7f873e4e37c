"""What comes by mail: notes as they should be, notes with one thing changed, and who passes them on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.crypto import sshsig
from referee.crypto.keys import SigningKey
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.session.close_step import close_step
from tests.support.rehearse import Match
from tests.table.players_on_disk import Person
from tests.table.small_games import (
    HOST,
    STRANGER,
    asked,
    copy_of,
    dealt,
    key_of,
    order,
    signed_again,
    small,
    step_name,
    swap_all,
)

SEATS = ("anna", "bert", "carl", "dora")
AT_TABLE = ("anna", "bert", HOST, STRANGER)


def gather(root: Path, seats: tuple[str, ...] = SEATS) -> dict[str, Person]:
    return {name: Person(name, root, keyless=name == STRANGER) for name in (*seats, HOST, STRANGER)}


def open_by_mail(people: dict[str, Person], seats: tuple[str, ...], label: str = "life") -> None:
    """Offer, joins, charter, accepts, deal: every party passes files and nothing else."""
    host = people[HOST]
    offer = host.offer(len(seats), label)
    joins = [people[seat].join(offer, label) for seat in seats]
    people[STRANGER].take(offer)
    host.take(*joins)
    charter = host.charter(seats)
    for name in (*seats, STRANGER):
        people[name].take(charter)
    accepts = [people[seat].accept() for seat in seats]
    for name, person in people.items():
        person.take(*(accept for seat, accept in zip(seats, accepts, strict=True) if seat != name))
    people[seats[0]].take(accepts[0])  # the own one as well: it does not matter
    for name in (*seats, STRANGER):
        people[name].take(host.letter(0))


def turn_by_mail(people: dict[str, Person], *typed: str) -> None:
    """The seat that is asked moves, the host answers, everybody takes the letter in."""
    host = people[HOST]
    position = host.session().position
    request = position.request
    assert request is not None
    mover = position.table.names[request.seat]
    host.take(people[mover].move(*typed))
    for name, person in people.items():
        if name != HOST:
            person.take(host.letter(position.step + 1))


def first_hand(person: Person) -> str:
    session = person.session()
    own = session.position.knowledge.own(session.eyes.seat)  # type: ignore[arg-type]
    assert own is not None
    return " ".join(("swap", *own.hand))


def asked_of(people: dict[str, Person]) -> str:
    position = people[HOST].session().position
    assert position.request is not None
    return position.table.names[position.request.seat]


def three_steps() -> Match:
    """The same game in memory."""
    match = copy_of(dealt())
    for _ in range(3):
        order(match, swap_all(match))
    return match


def mover() -> str:
    return asked(three_steps())


def waiter() -> str:
    return next(name for name in ("anna", "bert") if name != mover())


def good_move() -> SignedNote:
    """The move that the host waits for."""
    return small().signed_notes[step_name(4)][0]


def again(signed: SignedNote, **values: Any) -> bytes:
    """A move with some lines changed, signed by its own seat."""
    return render_bundle((signed_again(signed, key_of(str(signed.note().seat)), **values),))  # type: ignore[union-attr]


def again_as(seat: str, signed: SignedNote) -> bytes:
    """The text of a note as it is, under the key of another seat than its author's."""
    return render_bundle((sign_note(signed.note(), key_of(seat)),))


def under(key: SigningKey, signed: SignedNote, namespace: str | None = None) -> bytes:
    """The body of a note, signed by another key or under another namespace, whatever it says."""
    space = namespace or signed.namespace
    return render_bundle((SignedNote(signed.body, key.public, space, sshsig.sign(key, space, signed.body)),))


def s_plus_l(signed: SignedNote) -> bytes:
    s = int.from_bytes(signed.signature[32:], "little") + 2**252 + 27742317777372353535851937790883648493
    return render_bundle(
        (SignedNote(signed.body, signed.key, signed.namespace, signed.signature[:32] + s.to_bytes(32, "little")),)
    )


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def turn_file(step: int) -> tuple[SignedNote, SignedNote]:
    move, step_note = small().signed_notes[step_name(step)]
    return move, step_note


LAST = max(name for name in small().files if name.endswith(".step"))


def broken(signed: SignedNote) -> SignedNote:
    return SignedNote(
        signed.body, signed.key, signed.namespace, bytes([signed.signature[0] ^ 1]) + signed.signature[1:]
    )


def quoted(data: bytes) -> bytes:
    return b"".join(b"> " + line + b"\n" for line in data.split(b"\n")[:-1])


def evidence(person: Person) -> list[bytes]:
    names = [name for name in person.folder.list_pending() if name.startswith("evidence-")]
    return [person.folder.read_pending(name) for name in names]


def fork() -> tuple[bytes, bytes]:
    """Two versions of step 4 under the referee's key: the mover's move, and a correction entered in its place."""
    match = three_steps()
    other = signed_again(match.write(mover(), ["pass"]), key_of(mover()), instead=(good_move().id,))
    closed = close_step(match.host, other, match.host_eyes, key_of(HOST))
    return small().files[step_name(4)], render_bundle(closed.signed_notes)
