"""A consent to a key is taken back by mail: whose word counts where, and what nobody is accused of."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.errors import OutOfOrder
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.table.desk.pending import keep_waiting
from referee.table.desk.rekeys import agreeing, lacking, opposed, refusing
from referee.table.desk.send import send
from referee.table.desk.status import status_of
from referee.table.reading.disputes import judge
from tests.table.hosts import plain
from tests.table.intake import test_hosts as hosting
from tests.table.intake.test_rekeys import LOSER, NAMES, OTHERS, asks, newcomer
from tests.table.matches import HOST, copy_of, running
from tests.table.people import Person, materialize

People = dict[str, Person]
REGRETS, *REST = OTHERS


@pytest.fixture
def people(tmp_path: Path) -> People:
    found = materialize(copy_of(running()), tmp_path, (*NAMES, HOST))
    return {**found, "newcomer": newcomer(found, tmp_path)}


def says(person: Person, mail: bytes, word: str) -> bytes:
    """The mail in which somebody says `yes` or `no` to the key that a mail asks for, as the command does."""
    rekey = asked_in(mail)
    desk = person.desk()
    sent = send(desk, (agreeing if word == "yes" else refusing)(desk, desk.signer(), rekey))
    keep_waiting(desk.folder, rekey)
    keep_waiting(desk.folder, sent.note, last=True)
    return sent.path.read_bytes()


def asked_in(mail: bytes) -> SignedNote:
    return next(signed for signed in read_bundle(mail) if signed.type == "rekey")


def passes(people: People, *readers: str) -> None:
    """Whoever is asked passes, the host closes the step, and these take it in."""
    host = people[HOST]
    request = host.desk().position.request
    assert request is not None
    seat = NAMES[request.seat]
    people[seat].desk().keep_comparison([*(name for name in NAMES if name != seat), "referee"], "equal")
    host.take(people[seat].move("pass"))
    for name in readers:
        people[name].take(host.letter(host.desk().position.step))


def test_a_consent_that_was_taken_back_enters_no_key_however_often_it_comes(people: People) -> None:
    host, mail = people[HOST], asks(people["newcomer"], LOSER)
    yes, before = says(people[REGRETS], mail, "yes"), host.desk().position.step
    host.take(yes, says(people[REGRETS], mail, "no"))
    says(host, mail, "yes")
    host.take(*(says(people[name], mail, "yes") for name in REST), yes)
    desk = host.desk()

    assert (desk.position.step, lacking(desk, asked_in(mail))) == (before, (REGRETS,))
    assert opposed(desk, asked_in(mail)) == (REGRETS,)


def test_of_two_words_of_one_step_the_no_counts_whichever_comes_first(people: People) -> None:
    mail = asks(people["newcomer"], LOSER)
    yes, no = (says(people[REGRETS], mail, word) for word in ("yes", "no"))
    for name, mails in (("anna", (yes, no)), ("dora", (no, yes))):
        reader = people[next(one for one in (*REST, name) if one != REGRETS)]
        reader.take(*mails)
        assert opposed(reader.desk(), asked_in(mail)) == (REGRETS,)


def test_who_has_said_no_may_agree_again_in_a_later_step_and_the_key_is_entered(people: People) -> None:
    host, mail = people[HOST], asks(people["newcomer"], LOSER)
    host.take(says(people[REGRETS], mail, "yes"), says(people[REGRETS], mail, "no"))
    says(host, mail, "yes")
    host.take(*(says(people[name], mail, "yes") for name in REST))
    passes(people, *OTHERS)
    before = host.desk().position.step
    host.take(says(people[REGRETS], mail, "yes"))

    assert host.desk().position.step == before + 1
    assert people[REGRETS].take(host.letter(before + 1)) == [f"step {before + 1} is entered"]


def entered_unheard(people: People) -> tuple[bytes, bytes]:
    """(request, no): the host enters the key by a consent that its author has taken back, of which he has not heard."""
    host, mail = people[HOST], asks(people["newcomer"], LOSER)
    says(host, mail, "yes")
    host.take(*(says(people[name], mail, "yes") for name in OTHERS))
    return mail, says(people[REGRETS], mail, "no")


def test_a_client_takes_in_no_step_that_uses_what_its_owner_has_taken_back_and_accuses_nobody(people: People) -> None:
    entered_unheard(people)
    letter = people[HOST].letter(people[HOST].desk().position.step)
    with pytest.raises(OutOfOrder) as refused:
        people[REGRETS].take(letter)

    assert refused.value.code == "step-against-own-no"
    assert not [name for name in people[REGRETS].folder.list_pending() if name.startswith("evidence-")]


def test_who_agrees_after_all_goes_on_with_the_others(people: People) -> None:
    mail, _ = entered_unheard(people)
    host, regrets = people[HOST], people[REGRETS]
    says(regrets, mail, "yes")
    regrets.take(host.letter(host.desk().position.step))

    assert regrets.desk().position.head == host.desk().position.head


def test_no_judge_accuses_who_said_yes_and_no_nor_the_host_who_had_not_heard_of_it(people: People) -> None:
    _, no = entered_unheard(people)
    host = people[HOST]
    strays = (*read_bundle(no), *read_bundle(host.record()[f"{host.desk().position.step:04d}.step"]))

    assert [verdict for verdict in judge(host.record(), strays) if verdict.upheld] == []


def test_whoever_has_not_agreed_yet_is_shown_who_says_no(people: People) -> None:
    mail = asks(people["newcomer"], LOSER)
    no = says(people[REGRETS], mail, "no")
    reader = people[REST[0]]
    said = reader.take(no)

    assert f"{REGRETS.title()} says no to the new key for {LOSER.title()}" in said
    assert [one.opposed for one in status_of(reader.desk(), "en").proposed] == [(REGRETS,)]


def test_who_has_said_no_is_not_asked_again(people: People) -> None:
    mail = asks(people["newcomer"], LOSER)
    people[REGRETS].take(mail)
    before = [todo.code for todo in status_of(people[REGRETS].desk(), "en").next]
    says(people[REGRETS], mail, "no")
    after = [todo.code for todo in status_of(people[REGRETS].desk(), "en").next]

    assert [code for code in before if code not in after] == ["key-consent-asked"]


def test_a_client_that_has_said_no_to_a_host_takes_in_no_step_of_his_for_which_it_was_said(tmp_path: Path) -> None:
    people = hosting.at_table(plain(), tmp_path)
    mail = hosting.asks(people["gina"])
    agreed = [hosting.agrees(people[name], mail) for name in ("anna", "bert", "carl")]
    people[HOST].take(*agreed)
    agreed.append(hosting.agrees(people[HOST], mail))
    step = people[HOST].desk().position.step + 1
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
