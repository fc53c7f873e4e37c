"""What costs its sender nothing is bounded here: a mail that brings too much is refused, and none of it is kept."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from referee.crypto.keys import SigningKey
from referee.kernel.errors import RefereeError
from referee.protocol.agreements.new_key import make_rekey
from referee.protocol.step.position import Position
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.record.notes import Claim, Consent
from referee.session.incoming.consents import MOST_REQUESTS, MOST_WORDS
from referee.session.incoming.unrecorded_notes import MOST_BESIDE
from referee.session.pending import pending_notes_that_hold
from tests.table.new_seat_keys import new_key
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST, asked, copy_of, key_of, running

FLOOD = 1586
"""So many requests are one mail of a MiB."""

NAMES = running().table.names
LOSER = asked(running())
REST = [name for name in NAMES if name != LOSER]


@pytest.fixture
def people(tmp_path: Path) -> dict[str, Person]:
    return materialize(copy_of(running()), tmp_path, (*NAMES, HOST))


def request(number: int, seat: str = LOSER, key: SigningKey | None = None) -> SignedNote:
    """A request for a seat, by a key that anybody can make; those of one key differ by their nonces."""
    nonce = sha256(f"flood {number}".encode()).digest()[:16]
    return make_rekey(running().host, key or new_key(f"flood {number}"), seat, nonce, reason="lost")


@cache
def flood(count: int, seat: str = LOSER) -> tuple[SignedNote, ...]:
    return tuple(request(number, seat, new_key("flood")) for number in range(count))


def word(party: str, to: str, position: Position | None = None, reason: str | None = None) -> SignedNote:
    """A consent of a party to anything."""
    at = position or running().host
    note = Consent(game=at.table.game_id, step=at.step + 1, seat=party, head=at.head, to=to, reason=reason)
    return sign_note(note, key_of(party))


def complaints(party: str, first: int, count: int) -> list[SignedNote]:
    at = running().host
    what = {"game": at.table.game_id, "step": at.step, "head": at.head, "seat": party}
    return [
        sign_note(Claim(**what, say=(f"I complain, {number}",)), key_of(party))  # type: ignore[arg-type]
        for number in range(first, first + count)
    ]


def refusal(person: Person, *notes: SignedNote) -> RefereeError:
    """With what a mail of these notes is refused; nothing of it is kept."""
    before = person.files()
    with pytest.raises(RefereeError) as refused:
        person.take(render_bundle(notes))

    assert person.files() == before
    return refused.value


def requests(person: Person) -> set[str]:
    return {signed.id for signed in pending_notes_that_hold(person.session(), "rekey")}


# Requests for a key


@pytest.mark.parametrize("who", [HOST, REST[0]])
def test_a_mail_full_of_requests_for_a_key_leaves_nothing_behind(people: dict[str, Person], who: str) -> None:
    refused = refusal(people[who], *flood(FLOOD))

    assert (refused.code, refused.values["count"]) == ("too-many-requests", FLOOD)


def test_eight_requests_wait_for_a_seat_however_many_mails_bring_them(people: dict[str, Person]) -> None:
    host, notes = people[HOST], flood(MOST_REQUESTS + 1)
    host.take(*(render_bundle((note,)) for note in notes[:-1]))

    assert refusal(host, notes[-1]).code == "too-many-requests"
    assert requests(host) == {note.id for note in notes[:-1]}


def test_requests_for_one_seat_are_not_in_the_way_of_those_for_another(people: dict[str, Person]) -> None:
    host, other = people[HOST], request(0, REST[0], new_key("other"))
    host.take(render_bundle(flood(MOST_REQUESTS)), render_bundle((other,)))

    assert other.id in requests(host)


def test_the_same_mail_again_is_no_more_than_before(people: dict[str, Person]) -> None:
    host, mail = people[HOST], render_bundle(flood(MOST_REQUESTS))
    host.take(mail)

    assert len(host.take(mail)) >= MOST_REQUESTS
    assert len(requests(host)) == MOST_REQUESTS


def test_the_true_request_comes_in_with_the_word_of_a_party_whoever_has_sent_others(people: dict[str, Person]) -> None:
    host, true = people[HOST], request(0, key=new_key("true"))
    host.take(render_bundle(flood(MOST_REQUESTS)))
    agreed = word(REST[0], f"key {true.id}")

    assert refusal(host, true).code == "too-many-requests"
    host.take(render_bundle((true, agreed)))
    assert true.id in requests(host)
    assert agreed.id in {given.id for given in pending_notes_that_hold(host.session(), "consent")}


@pytest.mark.parametrize("by", ["a stranger", "another's name", "a no"])
def test_no_other_word_lets_a_request_in(people: dict[str, Person], by: str) -> None:
    host, other = people[HOST], request(0, key=new_key("another"))
    host.take(render_bundle(flood(MOST_REQUESTS)))
    given = {
        "a stranger": sign_note(word(REST[0], f"key {other.id}").note(), new_key("stranger")),
        "another's name": sign_note(word(REST[0], f"key {other.id}").note(), key_of(REST[1])),
        "a no": word(REST[0], f"no key {other.id}"),
    }[by]

    assert refusal(host, other, given).code == "too-many-requests"


# Words


def test_of_one_party_the_words_about_eight_keys_wait(people: dict[str, Person]) -> None:
    host, notes = people[HOST], flood(40)
    words = [word(REST[0], f"key {note.id}") for note in notes]

    assert refusal(host, *notes, *words).code == "too-many-key-words"
    pairs = list(zip(notes, words, strict=True))
    host.take(*(render_bundle(pair) for pair in pairs[:MOST_WORDS]))
    assert refusal(host, *pairs[MOST_WORDS]).code == "too-many-key-words"
    assert len(pending_notes_that_hold(host.session(), "consent")) == MOST_WORDS


def test_of_one_party_one_consent_waits_for_a_thing_whatever_reasons_it_gives(people: dict[str, Person]) -> None:
    """The first one waits: what all have been asked by it is not changed under their consents."""
    host = people[HOST]
    host.take(*(render_bundle((word(REST[0], "back 9", reason=f"reason {number}"),)) for number in range(40)))
    (kept,) = pending_notes_that_hold(host.session(), "consent")

    assert kept.read(Consent).reason == "reason 0"


def test_a_consent_to_a_key_that_nobody_asks_for_is_not_kept(people: dict[str, Person]) -> None:
    assert refusal(people[HOST], word(REST[0], f"key {request(0).id}")).code == "consent-to-unknown-key"


def test_who_has_spoken_about_eight_keys_can_still_take_one_back(people: dict[str, Person]) -> None:
    host, notes = people[HOST], flood(MOST_WORDS)
    host.take(render_bundle([*notes, *(word(REST[0], f"key {note.id}") for note in notes)]))
    no = word(REST[0], f"no key {notes[0].id}")
    host.take(render_bundle((no,)))

    assert no.id in {given.id for given in pending_notes_that_hold(host.session(), "consent")}


# Claims and answers


def test_of_one_party_so_many_claims_are_kept_and_the_next_is_refused_aloud(people: dict[str, Person]) -> None:
    bert = people[REST[0]]
    assert refusal(bert, *complaints(REST[1], 0, 1200)).code == "disputes-full"
    bert.take(render_bundle(complaints(REST[1], 0, MOST_BESIDE)))

    assert refusal(bert, *complaints(REST[1], MOST_BESIDE, 1)).code == "disputes-full"
    assert len(bert.folder.list_disputes()) == MOST_BESIDE


def test_the_claims_of_one_are_not_in_the_way_of_those_of_another(people: dict[str, Person]) -> None:
    bert = people[REST[0]]
    bert.take(render_bundle(complaints(REST[1], 0, MOST_BESIDE)), render_bundle(complaints(REST[2], 0, 1)))

    assert len(bert.folder.list_disputes()) == MOST_BESIDE + 1


def test_once_there_is_room_again_the_mail_is_taken_in_as_it_is(people: dict[str, Person]) -> None:
    bert, mail = people[REST[0]], render_bundle(complaints(REST[1], MOST_BESIDE, 1))
    bert.take(render_bundle(complaints(REST[1], 0, MOST_BESIDE)))
    (bert.folder.path / "disputes" / bert.folder.list_disputes()[0]).unlink()
    bert.take(mail)

    assert len(bert.folder.list_disputes()) == MOST_BESIDE
