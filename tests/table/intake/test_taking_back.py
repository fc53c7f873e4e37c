"""A consent to a key is taken back by mail: whose word counts where, and what nobody is accused of."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.disputes.judging import judge
from referee.kernel.errors import OutOfOrder
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.session.agreements.new_key_requests import (
    consents_missing,
    outgoing_key_consent,
    outgoing_key_refusal,
    refusing_parties,
)
from referee.session.pending import store_pending
from referee.session.send import send
from referee.session.todo.status import status_for
from tests.table.intake import test_hosts as hosting
from tests.table.intake.test_rekeys import LOSER, NAMES, OTHERS, asks, newcomer
from tests.table.new_hosts import plain
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST, copy_of, running

People = dict[str, Person]
REGRETS, *REST = OTHERS


@pytest.fixture
def people(tmp_path: Path) -> People:
    found = materialize(copy_of(running()), tmp_path, (*NAMES, HOST))
    return {**found, "newcomer": newcomer(found, tmp_path)}


def says(person: Person, mail: bytes, word: str) -> bytes:
    """The mail in which somebody says `yes` or `no` to the key that a mail asks for, as the command does."""
    rekey = asked_in(mail)
    session = person.session()
    sent = send(
        session, (outgoing_key_consent if word == "yes" else outgoing_key_refusal)(session, session.signer(), rekey)
    )
    store_pending(session.folder, rekey)
    store_pending(session.folder, sent.note, last=True)
    return sent.path.read_bytes()


def asked_in(mail: bytes) -> SignedNote:
    return next(signed for signed in read_bundle(mail) if signed.type == "rekey")


def passes(people: People, *readers: str) -> None:
    """Whoever is asked passes, the host closes the step, and these take it in."""
    host = people[HOST]
    request = host.session().position.request
    assert request is not None
    seat = NAMES[request.seat]
    people[seat].session().keep_comparison([*(name for name in NAMES if name != seat), "referee"], "equal")
    host.take(people[seat].move("pass"))
    for name in readers:
        people[name].take(host.letter(host.session().position.step))


def test_a_consent_that_was_taken_back_enters_no_key_however_often_it_comes(people: People) -> None:
    host, mail = people[HOST], asks(people["newcomer"], LOSER)
    yes, before = says(people[REGRETS], mail, "yes"), host.session().position.step
    host.take(yes, says(people[REGRETS], mail, "no"))
    says(host, mail, "yes")
    host.take(*(says(people[name], mail, "yes") for name in REST), yes)
    session = host.session()

    assert (session.position.step, consents_missing(session, asked_in(mail))) == (before, (REGRETS,))
    assert refusing_parties(session, asked_in(mail)) == (REGRETS,)


def test_of_two_words_of_one_step_the_no_counts_whichever_comes_first(people: People) -> None:
    mail = asks(people["newcomer"], LOSER)
    yes, no = (says(people[REGRETS], mail, word) for word in ("yes", "no"))
    for name, mails in (("anna", (yes, no)), ("dora", (no, yes))):
        reader = people[next(one for one in (*REST, name) if one != REGRETS)]
        reader.take(*mails)
        assert refusing_parties(reader.session(), asked_in(mail)) == (REGRETS,)


def test_who_has_said_no_may_agree_again_in_a_later_step_and_the_key_is_entered(people: People) -> None:
    host, mail = people[HOST], asks(people["newcomer"], LOSER)
    host.take(says(people[REGRETS], mail, "yes"), says(people[REGRETS], mail, "no"))
    says(host, mail, "yes")
    host.take(*(says(people[name], mail, "yes") for name in REST))
    passes(people, *OTHERS)
    before = host.session().position.step
    host.take(says(people[REGRETS], mail, "yes"))

    assert host.session().position.step == before + 1
    assert people[REGRETS].take(host.letter(before + 1)) == [f"step {before + 1} is recorded"]


def entered_unheard(people: People) -> tuple[bytes, bytes]:
    """(request, no): the host enters the key by a consent that its author has taken back, of which he has not heard."""
    host, mail = people[HOST], asks(people["newcomer"], LOSER)
    says(host, mail, "yes")
    host.take(*(says(people[name], mail, "yes") for name in OTHERS))
    return mail, says(people[REGRETS], mail, "no")


def test_a_client_takes_in_no_step_that_uses_what_its_owner_has_taken_back_and_accuses_nobody(people: People) -> None:
    entered_unheard(people)
    letter = people[HOST].letter(people[HOST].session().position.step)
    with pytest.raises(OutOfOrder) as refused:
        people[REGRETS].take(letter)

    assert refused.value.code == "step-against-own-no"
    assert not [name for name in people[REGRETS].folder.list_pending() if name.startswith("evidence-")]


def test_who_agrees_after_all_goes_on_with_the_others(people: People) -> None:
    mail, _ = entered_unheard(people)
    host, regrets = people[HOST], people[REGRETS]
    says(regrets, mail, "yes")
    regrets.take(host.letter(host.session().position.step))

    assert regrets.session().position.head == host.session().position.head


def test_no_judge_accuses_who_said_yes_and_no_nor_the_host_who_had_not_heard_of_it(people: People) -> None:
    _, no = entered_unheard(people)
    host = people[HOST]
    strays = (*read_bundle(no), *read_bundle(host.record()[f"{host.session().position.step:04d}.step"]))

    assert [verdict for verdict in judge(host.record(), strays) if verdict.upheld] == []


def test_whoever_has_not_agreed_yet_is_shown_who_says_no(people: People) -> None:
    mail = asks(people["newcomer"], LOSER)
    no = says(people[REGRETS], mail, "no")
    reader = people[REST[0]]
    said = reader.take(no)

    assert f"{REGRETS.title()} refuses the new key for {LOSER.title()}" in said
    assert [one.opposed for one in status_for(reader.session(), "en").proposed] == [(REGRETS,)]


def test_who_has_said_no_is_not_asked_again(people: People) -> None:
    mail = asks(people["newcomer"], LOSER)
    people[REGRETS].take(mail)
    before = [todo.code for todo in status_for(people[REGRETS].session(), "en").next]
    says(people[REGRETS], mail, "no")
    after = [todo.code for todo in status_for(people[REGRETS].session(), "en").next]

    assert [code for code in before if code not in after] == ["key-consent-asked"]


def test_a_client_that_has_said_no_to_a_host_takes_in_no_step_of_his_for_which_it_was_said(tmp_path: Path) -> None:
    people = hosting.at_table(plain(), tmp_path)
    mail = hosting.asks(people["gina"])
    agreed = [hosting.agrees(people[name], mail) for name in ("anna", "bert", "carl")]
    people[HOST].take(*agreed)
    agreed.append(hosting.agrees(people[HOST], mail))
    step = people[HOST].session().position.step + 1
    says(people["anna"], mail, "no")
    people["gina"].take(*agreed)
    with pytest.raises(OutOfOrder) as refused:
        people["anna"].take(people["gina"].letter(step))

    assert refused.value.code == "step-against-own-no"


def test_a_word_about_a_key_that_nobody_asks_for_is_not_kept(people: People) -> None:
    mail = asks(people["newcomer"], LOSER)
    words = [says(people[REGRETS], mail, word) for word in ("yes", "no")]
    reader, codes = people[REST[0]], []
    for word in words:
        alone = next(signed for signed in read_bundle(word) if signed.type == "consent")
        with pytest.raises(OutOfOrder) as refused:
            reader.take(render_bundle((alone,)))
        codes.append(refused.value.code)

    assert codes == ["consent-to-unknown-key"] * 2
    assert reader.folder.list_pending() == ()
