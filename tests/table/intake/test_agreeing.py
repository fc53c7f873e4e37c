"""What somebody asks others to agree to is for each of them a thing to do, and what to type, until they have agreed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.kernel.sentence import in_language
from referee.protocol.agreements.consent import consent_note
from referee.record.note import read_bundle, render_bundle
from referee.session.agreements.new_key_requests import NewKeyRequest, outgoing_key_request
from referee.session.incoming.receive import receive
from referee.session.pending import missing_steps_report, store_pending
from referee.session.send import send
from referee.session.todo.status import status_for
from tests.table.intake import test_hosts as hosting
from tests.table.intake import test_rekeys as keys
from tests.table.new_hosts import SEATS, plain
from tests.table.new_seat_keys import new_key
from tests.table.players_on_disk import Person
from tests.table.small_games import HOST

People = dict[str, Person]
ASKER, ASKED, THIRD = SEATS


@pytest.fixture
def people(tmp_path: Path) -> People:
    return hosting.at_table(plain(), tmp_path)


def says(person: Person, to: str, reason: str | None = None) -> bytes:
    """Somebody agrees to what the next step may decide; their own program keeps it as well."""
    session = person.session()
    signed = consent_note(session.position, session.signer(), to, reason)
    store_pending(session.folder, signed)
    return render_bundle((signed,))


def tasks(person: Person) -> list[tuple[str, str]]:
    """(code, command) of what is asked of somebody's consent."""
    found = status_for(person.session(), "en", lambda path: path.name).next
    return [(todo.code, todo.command) for todo in found if todo.code.endswith("-asked")]


@pytest.mark.parametrize(
    ("to", "typed"), [("end draw", "draw"), ("end agreed", "end"), ("back 6", "back")], ids=["draw", "end", "back"]
)
def test_who_is_asked_for_an_end_or_a_step_back_is_told_what_to_type_until_it_is_agreed_to(
    people: People, to: str, typed: str
) -> None:
    people[ASKED].take(says(people[ASKER], to, "sorry" if typed == "back" else None))
    before = tasks(people[ASKED])
    says(people[ASKED], to)

    assert before == [("consent-is-asked", f"referee consent {typed}")]
    assert [tasks(people[name]) for name in (ASKER, ASKED)] == [[], []]


def test_of_two_steps_back_each_is_asked_for_by_its_number(people: People) -> None:
    people[ASKED].take(says(people[ASKER], "back 6", "oh"), says(people[THIRD], "back 5", "no"))

    assert tasks(people[ASKED]) == [
        ("consent-is-asked", "referee consent back 5"),
        ("consent-is-asked", "referee consent back 6"),
    ]


def test_nobody_is_asked_to_agree_that_another_one_leaves(people: People) -> None:
    people[ASKED].take(says(people[ASKER], "left"))

    assert tasks(people[ASKED]) == []


KEYS: dict[str, tuple[str, str, Callable[[People], bytes]]] = {
    "another key": ("key-consent-asked", ASKER, lambda people: keys.asks(people["gina"], ASKER)),
    "another host": ("host-consent-asked", "host", lambda people: hosting.asks(people["gina"])),
}


@pytest.mark.parametrize("who", [ASKED, HOST])
@pytest.mark.parametrize("what", KEYS)
def test_who_is_asked_for_a_key_is_told_whose_until_it_is_agreed_to(people: People, what: str, who: str) -> None:
    code, typed, ask = KEYS[what]
    mail, person = ask(people), people[who]
    person.take(mail)
    if (what, who) == ("another host", HOST):  # who hands everything over is asked last
        assert tasks(person) == []
        person.take(*(hosting.agrees(people[name], mail) for name in SEATS))
    before = tasks(person)
    hosting.agrees(person, mail)

    assert before == [(code, f"referee consent {typed}")]
    assert tasks(person) == []


def test_of_two_who_ask_for_one_seat_each_is_asked_for_by_a_file(people: People) -> None:
    first, session = keys.asks(people["gina"], ASKER), people["gina"].session()
    second = send(
        session, outgoing_key_request(session, new_key("second"), ASKER, NewKeyRequest(bytes(16), "the words are lost"))
    )
    people[ASKED].take(first, second.path.read_bytes())
    files = [people[ASKED].folder.read_pending(command.split()[-1]) for _, command in tasks(people[ASKED])]

    assert {read_bundle(file)[-1].id for file in files} == {read_bundle(first)[-1].id, second.note.id}


def test_the_one_who_asks_for_a_key_is_asked_nothing(people: People) -> None:
    mail = keys.asks(people["gina"], ASKER)
    people["gina"].take(mail)
    people[ASKER].take(mail)

    assert (tasks(people["gina"]), tasks(people[ASKER])) == ([], [])


# Agreeing once more, later


def goes_on(people: People) -> None:
    """The game goes on by a step: the seat that is asked passes."""
    session = people[HOST].session()
    seat = session.table.names[session.position.asked[0].seat]
    people[seat].session().keep_comparison([*(name for name in SEATS if name != seat), "referee"], "equal")
    people[HOST].take(people[seat].move("pass", "pass"))
    letter = people[HOST].letter(people[HOST].session().position.step)
    for name in SEATS:
        people[name].take(letter)


def test_who_agrees_to_a_key_again_steps_later_gets_the_file_that_still_holds(people: People) -> None:
    mail = keys.asks(people["gina"], ASKER)
    first = keys.agrees(people[ASKED], mail)
    goes_on(people)

    assert keys.agrees(people[ASKED], mail) == first
    assert len(people[ASKED].folder.list_outbox()) == 1


def test_who_has_another_key_since_agrees_once_more_with_it(people: People) -> None:
    """What the old one has agreed to counts for nothing any more."""
    mail = keys.asks(people["gina"], ASKER)
    keys.agrees(people[ASKED], mail)
    people[HOST].take(keys.asks(people[ASKED], ASKED, "changed"))
    for name in SEATS:
        people[name].take(people[HOST].letter(people[HOST].session().position.step))
    again = keys.agrees(people[ASKED], mail)

    assert read_bundle(again)[-1].key == people[ASKED].session().signer().public


def test_a_second_request_for_a_seat_in_one_step_is_one_more_file(people: People) -> None:
    """Its words may have been lost, or its reason was another one."""
    first, session = keys.asks(people["gina"], ASKER), people["gina"].session()
    second = send(
        session, outgoing_key_request(session, new_key("second"), ASKER, NewKeyRequest(bytes(16), "the words are lost"))
    )

    assert people["gina"].folder.list_outbox() == (f"rekey-0007-{ASKER}-2.note", f"rekey-0007-{ASKER}.note")
    assert second.path.read_bytes() != first


# The host in a sentence


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "a new key for the host: still to agree: the host, Bert, Carl"),
        ("it", "una chiave nuova per l'arbitro: devono ancora acconsentire: l'arbitro, Bert, Carl"),
    ],
)
def test_the_host_is_no_name_in_what_is_said_of_keys_and_consents(people: People, lang: str, said: str) -> None:
    mail = hosting.asks(people["gina"])
    given = hosting.agrees(people[ASKER], mail)
    told = [notice.said.told(lang) for notice in receive(people[HOST].session(), given)[0]]

    assert told[-1] == said
    assert not any(re.search(r"\b(host|referee)\b", line) for line in told if lang == "it" and "`" not in line)


def test_a_missing_letter_can_be_sent_again_by_the_host_or_any_player(people: People) -> None:
    said = [in_language(missing_steps_report(people[name].session())["who"], "en") for name in (HOST, ASKER)]

    assert said == [", ".join(SEATS).title(), f"the host, {ASKED.title()}, {THIRD.title()}"]
