"""New keys by mail: who asks, who agrees, what the host enters, and how everybody goes on from there."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.crypto.keys import SigningKey, format_private
from referee.crypto.openssh import format_public
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.record.note import read_bundle, render_bundle, sign_note
from referee.session.agreements.new_key_requests import NewKeyRequest, outgoing_key_consent, outgoing_key_request
from referee.session.pending import store_pending
from referee.session.send import send
from tests.table.new_seat_keys import new_key
from tests.table.players_on_disk import Person, materialize
from tests.table.simultaneous_game import SEATS, at_the_box
from tests.table.simultaneous_game import asking as asking_at_once
from tests.table.small_games import HOST, asked, copy_of, running

LOSER = asked(running())
NAMES = running().table.names
OTHERS = [name for name in NAMES if name != LOSER]


@pytest.fixture
def people(tmp_path: Path) -> dict[str, Person]:
    return materialize(copy_of(running()), tmp_path, (*NAMES, HOST))


def asks(person: Person, seat: str, label: str = "new") -> bytes:
    """The mail in which a new key, from now on in the home of `person`, asks for a seat."""
    key = new_key(label)
    request = NewKeyRequest(sha256(label.encode()).digest()[:16], "lost")
    mail = send(person.session(), outgoing_key_request(person.session(), key, seat, request)).path.read_bytes()
    _keep(person, key, f"{seat}-2")
    return mail


def _keep(person: Person, key: SigningKey, name: str) -> None:
    person.home.write_key(name, format_private(key, name), format_public(key.public, name))


def newcomer(people: dict[str, Person], root: Path) -> Person:
    """Somebody with no key yet and the folder of the game, as the others have it."""
    person = Person("newcomer", root, keyless=True)
    for name, data in sorted(people[HOST].record().items()):
        person.folder.commit(name, data)
    return person


def agrees(person: Person, mail: bytes) -> bytes:
    """The mail in which somebody agrees to the key that a mail asks for; the host's own program keeps it."""
    (rekey,) = (signed for signed in read_bundle(mail) if signed.type == "rekey")
    session = person.session()
    sent = send(session, outgoing_key_consent(session, session.signer(), rekey))
    store_pending(session.folder, rekey)
    store_pending(session.folder, sent.note)
    return sent.path.read_bytes()


def test_a_lost_key_is_replaced_once_the_host_and_all_others_agree(people: dict[str, Person], tmp_path: Path) -> None:
    host, new = people[HOST], newcomer(people, tmp_path)
    before = host.session().position.step
    mail = asks(new, LOSER)
    agrees(host, mail)
    host.take(*(agrees(people[name], mail) for name in OTHERS))
    letter = host.letter(before + 1)
    for name in OTHERS:
        people[name].take(letter)
    new.take(letter)

    assert (new.session().role, new.session().own) == (LOSER, people[LOSER].session().own)
    assert {person.session().position.head for person in (host, new, *(people[name] for name in OTHERS))} == {
        host.session().position.head
    }


def test_the_host_is_told_who_has_still_to_agree(people: dict[str, Person], tmp_path: Path) -> None:
    mail = asks(newcomer(people, tmp_path), LOSER)
    said = people[HOST].take(mail)

    assert said[-1] == f"a new key for {LOSER.title()}: still to agree: the host, {', '.join(map(str.title, OTHERS))}"


def test_the_holder_of_a_key_changes_it_with_one_mail_to_the_host(people: dict[str, Person]) -> None:
    host, holder = people[HOST], people[LOSER]
    before = host.session().position.step
    host.take(asks(holder, LOSER))
    holder.take(host.letter(before + 1))

    assert (holder.session().key_name, holder.session().role) == (f"{LOSER}-2", LOSER)


def test_the_game_goes_on_by_mail_under_the_new_key(people: dict[str, Person]) -> None:
    host, holder = people[HOST], people[LOSER]
    before = host.session().position.step
    host.take(asks(holder, LOSER))
    holder.take(host.letter(before + 1))
    session = holder.session()
    session.keep_comparison([*OTHERS, "referee"], "equal")
    host.take(holder.move("pass"))
    for name in OTHERS:
        people[name].take(host.letter(before + 1) + host.letter(before + 2))

    assert {people[name].session().position.step for name in (*OTHERS, HOST)} == {before + 2}
    assert audit(host.record()).findings == ()


def test_a_move_of_the_old_key_that_comes_behind_the_step_of_the_new_one_is_too_late(people: dict[str, Person]) -> None:
    host, holder = people[HOST], people[LOSER]
    old = holder.move("pass")
    host.take(asks(holder, LOSER))
    with pytest.raises(OutOfOrder) as refused:
        host.take(old)

    assert refused.value.code == "stale-step"


def test_whoever_holds_the_seat_cannot_agree_to_a_key_for_it_that_others_made(people: dict[str, Person]) -> None:
    mail = asks(people[OTHERS[0]], LOSER, "thief")
    with pytest.raises(OutOfOrder) as refused:
        agrees(people[LOSER], mail)

    assert refused.value.code == "own-key-by-rekey"


def test_a_request_whose_key_did_not_sign_it_is_refused(people: dict[str, Person], tmp_path: Path) -> None:
    (rekey,) = read_bundle(asks(newcomer(people, tmp_path), LOSER))
    forged = render_bundle((sign_note(rekey.note(), new_key("forger")),))
    with pytest.raises(NotAuthentic):
        people[HOST].take(forged)

    assert list(people[HOST].folder.list_pending()) == []


def test_a_new_key_needs_nothing_that_waits_and_is_not_entered_twice(people: dict[str, Person]) -> None:
    host, holder = people[HOST], people[LOSER]
    mail = asks(holder, LOSER)
    host.take(mail)
    entered = host.record()
    said = host.take(mail)

    assert said == [
        f"{LOSER.title()}'s request for a new key has already been received",
        f"{LOSER.title()} has already agreed to a new key",
    ]
    assert (host.record(), list(host.folder.list_pending())) == (entered, [])


def test_answers_that_wait_for_others_lapse_with_a_new_key_and_their_seats_are_told(tmp_path: Path) -> None:
    box = at_the_box(tmp_path)
    host, position = box[HOST], asking_at_once().host
    seats = [SEATS[request.seat] for request in position.asked]
    host.take(box[seats[0]].move("pass"))
    said = host.take(asks(box[seats[1]], seats[1]))

    assert said[-1] == f"the step has changed, so these have to answer again: {seats[0].title()}"
    assert not [name for name in host.folder.list_pending() if name.startswith("answer-")]
