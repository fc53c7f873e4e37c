"""A new host by mail: a host who changes his key, one who hands over, and one who is gone."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.audit.recompute import audit
from referee.crypto.keys import SigningKey, format_private
from referee.crypto.openssh import format_public
from referee.disputes.judging import judge
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.protocol.seating import REFEREE
from referee.record.file_names import step_name
from referee.record.note import read_bundle, render_bundle, sign_note
from referee.record.notes import Consent
from referee.record.store import GameFolder
from referee.session.agreements.new_key_requests import (
    NewKeyRequest,
    outgoing_key_consent,
    outgoing_key_refusal,
    outgoing_key_request,
)
from referee.session.pending import missing_steps, store_pending
from referee.session.send import send
from tests.table.new_hosts import SEATS, escrowed, plain
from tests.table.new_seat_keys import new_key
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST, changed, copy_of, key_of

People = dict[str, Person]


def at_table(match: object, root: Path) -> People:
    """The people of a game, with Gina beside it, who has its folder and no key in it."""
    people = materialize(copy_of(match), root, (*SEATS, HOST))  # type: ignore[arg-type]
    gina = people["gina"] = Person("gina", root, keyless=True)
    for name, data in sorted(people[HOST].record().items()):
        gina.folder.commit(name, data)
    return people


@pytest.fixture
def people(tmp_path: Path) -> People:
    """With escrow."""
    return at_table(escrowed(), tmp_path)


@pytest.fixture
def without(tmp_path: Path) -> People:
    """Without."""
    return at_table(plain(), tmp_path)


def put_at_home(person: Person, key: SigningKey, name: str) -> None:
    person.home.write_key(name, format_private(key, name), format_public(key.public, name))


def asks(person: Person, label: str = "gina") -> bytes:
    """The mail in which somebody asks to host, with a key in their home from now on."""
    key = new_key(label)
    put_at_home(person, key, "host-2")
    request = NewKeyRequest(sha256(label.encode()).digest()[:16], "gone", label.title())
    sent = send(person.session(), outgoing_key_request(person.session(), key, REFEREE, request))
    store_pending(person.folder, sent.note)
    return sent.path.read_bytes()


def agrees(person: Person, mail: bytes) -> bytes:
    """The mail in which somebody agrees to it, and hands over what is theirs."""
    (rekey,) = (signed for signed in read_bundle(mail) if signed.type == "rekey")
    session = person.session()
    sent = send(session, outgoing_key_consent(session, session.signer(), rekey))
    store_pending(session.folder, rekey)
    store_pending(session.folder, sent.note)
    return sent.path.read_bytes()


def taken_over(people: People) -> bytes:
    """Gina hosts, as all seats have handed their shares to her; her letter."""
    gina = people["gina"]
    mail = asks(gina)
    gina.take(*(agrees(people[name], mail) for name in SEATS))
    return gina.letter(7)


def test_when_the_host_is_gone_all_players_together_let_another_host(people: People) -> None:
    letter = taken_over(people)
    for name in SEATS:
        people[name].take(letter)

    assert people["gina"].session().is_host
    assert {people[name].session().position.head for name in SEATS} == {people["gina"].session().position.head}


def test_the_game_goes_on_by_mail_under_the_new_host(people: People) -> None:
    letter, gina = taken_over(people), people["gina"]
    for name in SEATS:
        people[name].take(letter)
    asked = gina.session().table.names[gina.session().position.asked[0].seat]
    people[asked].session().keep_comparison([*(name for name in SEATS if name != asked), REFEREE], "equal")
    gina.take(people[asked].move("pass"))
    for name in SEATS:
        people[name].take(gina.letter(8))

    assert {people[name].session().position.step for name in (*SEATS, "gina")} == {8}
    assert audit(gina.record()).findings == ()


def played_on(people: People) -> str:
    """Gina hosts and has closed a step with a move; the seat that has made it."""
    letter, gina = taken_over(people), people["gina"]
    seat = gina.session().table.names[gina.session().position.asked[0].seat]
    people[seat].take(letter)
    people[seat].session().keep_comparison([*(name for name in SEATS if name != seat), REFEREE], "equal")
    gina.take(people[seat].move("pass"))
    return seat


def ahead(person: Person) -> list[str]:
    """The steps that wait for others before them."""
    return [name for name in person.folder.list_pending() if name.startswith("ahead-")]


def test_a_step_of_a_new_host_waits_for_the_step_that_has_made_them_the_host(people: People) -> None:
    seat = played_on(people)
    other, gina = people[next(name for name in SEATS if name != seat)], people["gina"]
    other.take(gina.letter(8))
    kept, waits = missing_steps(other.session()), ahead(other)
    other.take(gina.letter(7))

    assert (kept, waits) == ((7,), ["ahead-0008.note"])
    assert (other.session().position.head, ahead(other)) == (gina.session().position.head, [])


def test_a_step_of_an_unknown_key_for_which_no_seat_has_signed_is_refused_and_not_kept(people: People) -> None:
    seat = played_on(people)
    other = people[next(name for name in SEATS if name != seat)]
    *moves, step = read_bundle(people["gina"].record()[step_name(8)])
    by_stranger = sign_note(step.note(), new_key("mallory"))
    for_another = sign_note(changed(step.note(), head=step.id), new_key("mallory"))
    for bundle in ((by_stranger,), (*moves, for_another)):
        with pytest.raises(NotAuthentic) as refused:
            other.take(render_bundle(bundle))
        assert refused.value.code == "note-by-nobody"

    assert ahead(other) == []


def test_until_all_have_agreed_the_successor_is_told_who_is_missing(people: People) -> None:
    gina = people["gina"]
    mail = asks(gina)
    said = gina.take(agrees(people["anna"], mail))

    assert said[-1] == "a new key for the host: still to agree: Bert, Carl"
    assert not gina.session().is_host


def test_without_escrow_the_host_is_missing_and_nobody_else_hosts(without: People) -> None:
    gina = without["gina"]
    mail = asks(gina)
    said = gina.take(*(agrees(without[name], mail) for name in SEATS))

    assert said[-1] == "a new key for the host: still to agree: the host"
    assert step_name(7) not in gina.record()


def test_a_host_who_is_there_hands_over_with_his_consent(without: People) -> None:
    gina, host = without["gina"], without[HOST]
    mail = asks(gina)
    given = [agrees(without[name], mail) for name in SEATS]
    host.take(*given)
    gina.take(*given, agrees(host, mail))
    letter = gina.letter(7)
    for name in (*SEATS, HOST):
        without[name].take(letter)

    assert (gina.session().role, host.session().role) == (REFEREE, None)
    assert gina.session().eyes.see_all


def test_a_host_who_has_handed_over_closes_that_step_no_more(without: People) -> None:
    host, mail = without[HOST], asks(without["gina"])
    host.take(*(agrees(without[name], mail) for name in SEATS))
    agrees(host, mail)
    asked = host.session().table.names[host.session().position.asked[0].seat]
    with pytest.raises(OutOfOrder) as refused:
        host.take(without[asked].move("pass"))

    assert refused.value.code == "hosting-handed-over"


def asks_for_own(host: Person, label: str = "fresh") -> bytes:
    """The mail in which a host asks for a key of his own, which lies at home from now on."""
    key, request = new_key(label), NewKeyRequest(sha256(label.encode()).digest()[:16], "changed")
    put_at_home(host, key, "host-2")
    sent = send(host.session(), outgoing_key_request(host.session(), key, REFEREE, request))
    store_pending(host.folder, sent.note)
    return sent.path.read_bytes()


def test_a_host_changes_his_key_when_all_have_agreed_and_goes_on(without: People) -> None:
    host = without[HOST]
    mail = asks_for_own(host)
    host.take(*(agrees(without[name], mail) for name in SEATS))
    for name in SEATS:
        without[name].take(host.letter(7))
    asked = host.session().table.names[host.session().position.asked[0].seat]
    without[asked].session().keep_comparison([*(name for name in SEATS if name != asked), REFEREE], "equal")
    host.take(without[asked].move("pass"))

    assert (host.session().key_name, host.session().position.step) == ("host-2", 8)
    assert audit(host.record()).findings == ()


def test_until_the_last_has_agreed_a_host_signs_nothing_for_a_key_of_his_own(without: People) -> None:
    host = without[HOST]
    mail = asks_for_own(host)
    host.take(*(agrees(without[name], mail) for name in SEATS[:2]))
    old = host.session().host_key().public
    kept = [host.folder.read_pending(name) for name in host.folder.list_pending()]
    signed = [one for data in (*host.outbox(), *kept) for one in read_bundle(data) if one.key == old]

    assert (signed, host.session().position.step) == ([], 6)


def test_a_rotation_that_a_crash_has_cut_short_is_completed_with_the_same_bytes(
    without: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, whole = without[HOST], at_table(plain(), tmp_path / "whole")[HOST]
    mail = asks_for_own(host)
    *first, last = [agrees(without[name], mail) for name in SEATS]
    host.take(*first)
    assert asks_for_own(whole) == mail
    whole.take(*first, last)

    def crash(*_: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(GameFolder, "commit", crash)
        host.take(last)
    assert step_name(7) not in host.record()
    host.take(last)

    assert host.record()[step_name(7)] == whole.record()[step_name(7)]


def test_a_host_hands_nothing_over_before_the_others_have_agreed(without: People) -> None:
    host, mail = without[HOST], asks(without["gina"])
    host.take(mail, agrees(without["anna"], mail))
    before = host.files()
    with pytest.raises(OutOfOrder) as refused:
        agrees(host, mail)

    assert (refused.value.code, refused.value.values["names"].told("en")) == ("host-agrees-last", "Bert, Carl")
    assert host.files() == before


def test_a_host_who_has_handed_over_gives_neither_himself_nor_another_the_same_step(without: People) -> None:
    host, other = without[HOST], Person("hugo", without["anna"].root, keyless=True)
    for name, data in sorted(host.record().items()):
        other.folder.commit(name, data)
    mails = asks(without["gina"]), asks(other, "hugo"), asks_for_own(host)
    given = {mail: [agrees(without[name], mail) for name in SEATS] for mail in mails}
    host.take(*given[mails[0]])
    agrees(host, mails[0])
    host.take(*given[mails[1]])
    with pytest.raises(OutOfOrder) as to_another:
        agrees(host, mails[1])
    with pytest.raises(OutOfOrder) as to_himself:
        host.take(*given[mails[2]])

    assert (to_another.value.code, to_himself.value.code) == ("already-signed", "hosting-handed-over")


def test_a_share_that_is_not_the_one_dealt_is_refused_by_the_successor_and_named(people: People) -> None:
    gina = people["gina"]
    *rest, consent = read_bundle(agrees(people["bert"], asks(gina)))
    note = consent.read(Consent)
    assert note.secret is not None
    false = sign_note(changed(note, secret=note.secret[::-1]), key_of("bert"))
    with pytest.raises(NotAuthentic) as refused:
        gina.take(render_bundle((*rest, false)))

    assert (refused.value.code, refused.value.values) == ("handed-share-differs", {"seat": "bert"})


# The host comes back


def gone_on(people: People) -> tuple[bytes, bytes]:
    """The letters of the new host and of the old one, who has not heard of him and has closed the same step."""
    host = people[HOST]
    asked = host.session().table.names[host.session().position.asked[0].seat]
    people[asked].session().keep_comparison([*(name for name in SEATS if name != asked), REFEREE], "equal")
    move = people[asked].move("pass")
    letter = taken_over(people)
    host.take(move)
    return letter, host.letter(7)


def test_a_player_who_has_the_new_host_refuses_a_step_of_the_old_one_and_accuses_nobody(people: People) -> None:
    new, old = gone_on(people)
    people["carl"].take(new)
    with pytest.raises(NotAuthentic) as refused:
        people["carl"].take(old)

    assert (refused.value.code, refused.value.values) == ("two-hosts", {"step": 7})


def test_the_old_host_who_hears_of_the_new_one_is_told_so(people: People) -> None:
    new, _ = gone_on(people)
    with pytest.raises(NotAuthentic) as refused:
        people[HOST].take(new)

    assert refused.value.code == "two-hosts"


# A host takes back what nobody has taken up


def refuses(person: Person, mail: bytes) -> bytes:
    """The mail in which somebody says no to it."""
    (rekey,) = (signed for signed in read_bundle(mail) if signed.type == "rekey")
    session = person.session()
    sent = send(session, outgoing_key_refusal(session, session.signer(), rekey))
    store_pending(session.folder, sent.note, last=True)
    return sent.path.read_bytes()


def left_to_gina(people: People) -> tuple[bytes, list[bytes], bytes]:
    """(request, consents of the seats, consent of the host): all is agreed, and Gina closes nothing yet."""
    mail = asks(people["gina"])
    given = [agrees(people[name], mail) for name in SEATS]
    people[HOST].take(*given)
    return mail, given, agrees(people[HOST], mail)


def moved(people: People) -> bytes:
    asked = people[HOST].session().table.names[people[HOST].session().position.asked[0].seat]
    people[asked].session().keep_comparison([*(name for name in SEATS if name != asked), REFEREE], "equal")
    return people[asked].move("pass")


def gone_on_after_all(people: People) -> tuple[bytes, bytes]:
    """The letters of the host, who goes on once all have said no, and of Gina, who takes it up after all."""
    mail, given, handed = left_to_gina(people)
    move = moved(people)
    people[HOST].take(*(refuses(people[name], mail) for name in SEATS), move)
    people["gina"].take(*given, handed)
    return people[HOST].letter(7), people["gina"].letter(7)


def test_a_host_goes_on_once_all_have_taken_back_that_another_closes_the_step(without: People) -> None:
    letter, _ = gone_on_after_all(without)
    for name in SEATS:
        without[name].take(letter)

    assert {without[name].session().position.step for name in (*SEATS, HOST)} == {7}
    assert audit(without[HOST].record()).findings == ()


@pytest.mark.parametrize("missing", SEATS)
def test_as_long_as_one_has_not_taken_it_back_the_host_closes_nothing(without: People, missing: str) -> None:
    mail, _, _ = left_to_gina(without)
    move = moved(without)
    without[HOST].take(*(refuses(without[name], mail) for name in SEATS if name != missing))
    with pytest.raises(OutOfOrder) as refused:
        without[HOST].take(move)

    assert refused.value.code == "hosting-handed-over"


def test_everybody_who_has_taken_it_back_refuses_the_step_of_the_new_host(without: People) -> None:
    _, of_gina = gone_on_after_all(without)
    codes = []
    for name in SEATS:
        with pytest.raises(OutOfOrder) as refused:
            without[name].take(of_gina)
        codes.append(refused.value.code)

    assert codes == ["step-against-own-no"] * 3


def test_no_judge_accuses_a_host_who_goes_on_once_all_have_taken_it_back(without: People) -> None:
    gone_on_after_all(without)
    records = without[HOST].record(), without["gina"].record()
    step = [read_bundle(record[step_name(7)]) for record in records]
    upheld = [
        verdict
        for record, strays in ((records[0], step[1]), (records[1], step[0]), (records[1], step[0][-1:]))
        for verdict in judge(record, strays)
        if verdict.upheld
    ]

    assert upheld == []


def test_a_host_who_goes_on_although_one_has_not_taken_it_back_has_signed_two_notes(without: People) -> None:
    """His step note lists no noes: he has forced his own program."""
    _, given, handed = left_to_gina(without)
    host, move = without[HOST], moved(without)
    host.session().change_guard(lambda guard: replace(guard, handed=-1))
    host.take(move)
    without["gina"].take(*given, handed)
    records = host.record(), without["gina"].record()
    step = [read_bundle(record[step_name(7)]) for record in records]

    assert {v.fact.code for v in judge(records[0], step[1]) if v.upheld} == {"R-TWO-NOTES"}
    assert {v.fact.code for v in judge(records[1], step[0]) if v.upheld} == {"R-TWO-NOTES"}


def test_a_consent_of_the_host_that_nobody_has_entered_accuses_nobody(without: People) -> None:
    _, _, handed = left_to_gina(without)
    host, move = without[HOST], moved(without)
    host.session().change_guard(lambda guard: replace(guard, handed=-1))
    host.take(move)

    assert [verdict for verdict in judge(host.record(), read_bundle(handed)) if verdict.upheld] == []


def test_a_host_who_has_gone_on_can_hand_over_again(without: People) -> None:
    letter, _ = gone_on_after_all(without)
    gina = without["gina"] = Person("gina-again", without["anna"].root, keyless=True)
    for name in SEATS:
        without[name].take(letter)
    for name, data in sorted(without[HOST].record().items()):
        gina.folder.commit(name, data)
    mail = asks(gina, "gina again")
    given = [agrees(without[name], mail) for name in SEATS]
    without[HOST].take(*given)
    gina.take(*given, agrees(without[HOST], mail))
    without["anna"].take(gina.letter(8))

    assert (gina.session().role, without["anna"].session().position.step) == (REFEREE, 8)
