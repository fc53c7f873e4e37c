"""Two notes that cannot both be true stop whoever reads them, and both are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.audit.recompute import audit
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.protocol.opening.charter import make_charter
from referee.record.note import read_bundle, render_bundle, sign_note
from referee.record.store import GameFolder
from referee.session.incoming.receive import receive
from referee.session.session import open_session
from tests.support.rehearse import open_match, test_key
from tests.table.intake.mails import LAST, evidence, fork, gather
from tests.table.players_on_disk import Person, materialize
from tests.table.signatures import second_signature
from tests.table.small_games import CHARTER, DEAL, HOST, STRANGER, changed, four, key_of, signed_again, small


@pytest.mark.parametrize("first", [0, 1])
def test_two_step_notes_for_one_step_stop_the_reader_and_both_are_kept(table: dict[str, Person], first: int) -> None:
    """Attack 24, in either order."""
    versions = fork()
    for name in ("anna", "bert", STRANGER):
        person = table[name]
        person.take(versions[first])
        before = person.record()

        with pytest.raises(NotAuthentic, match="two histories: at step 4"):
            person.take(versions[1 - first])

        assert person.record() == before
        assert evidence(person) == [render_bundle((read_bundle(versions[1 - first])[-1],))]


def test_two_step_notes_for_one_step_in_one_mail_are_kept_and_none_is_entered(table: dict[str, Person]) -> None:
    """Attacks 24 and 47: the one that comes first does not win."""
    versions = fork()
    person = table["anna"]
    before = person.record()

    with pytest.raises(NotAuthentic, match="two histories"):
        person.take(versions[0] + versions[1])

    assert person.record() == before
    assert len(evidence(person)) == 1
    assert len(read_bundle(evidence(person)[0])) == 2


def test_a_fork_at_the_last_step_is_found_by_the_acks(tmp_path: Path) -> None:
    """Attack 25: nobody moves any more, so the acks show that two ends were sent."""
    last = small().signed_notes[LAST]
    step_note = last[-2]
    end = signed_again(last[-1], key_of(HOST), open=None)
    people = materialize(small(), tmp_path, ("anna", "bert"), steps=int(LAST[:4]) - 1)
    people["anna"].take(small().files[LAST])
    people["bert"].take(render_bundle((last[0], step_note, end)))
    acks = {name: people[name].ack() for name in ("anna", "bert")}

    for name, other in (("anna", "bert"), ("bert", "anna")):
        with pytest.raises(NotAuthentic, match="confirmed a different end"):
            people[name].take(acks[other])
        assert evidence(people[name]) == [acks[other]]
    with pytest.raises(NotAuthentic, match="two histories"):
        people["anna"].take(render_bundle((last[0], step_note, end)))


def test_a_second_charter_of_one_offer_is_refused_and_kept(table: dict[str, Person]) -> None:
    """Attacks 18 and 102: whether it was accepted here or not."""
    offer, *joins, _ = small().signed_notes[CHARTER]
    second = make_charter(key_of(HOST), offer, joins, ("bert", "anna"))
    bundle = render_bundle((offer, joins[1], joins[0], second))
    for person in table.values():
        before = person.record()
        with pytest.raises(NotAuthentic, match="two charters for one offer"):
            person.take(bundle)

        assert person.record() == before
        assert evidence(person) == [render_bundle((second,))]


@pytest.mark.parametrize("here", ["first", "second"])
def test_a_charter_that_quotes_the_offer_under_another_valid_signature_is_taken_and_read(
    tmp_path: Path, here: str
) -> None:
    """Finding F5: two signatures of one offer are one offer, whichever of them is here."""
    offer, *joins, charter = small().signed_notes[CHARTER]
    twin = second_signature(offer, key_of(HOST))
    mine, quoted = (offer, twin) if here == "first" else (twin, offer)
    person = Person(STRANGER, tmp_path, keyless=True)
    person.take(render_bundle((mine,)))
    person.take(render_bundle((quoted, *joins, charter)))

    assert person.record() == {"offer.note": render_bundle((mine,)), CHARTER: render_bundle((mine, *joins, charter))}
    assert person.take(small().files[CHARTER], small().files[DEAL])[-1] == "the deal has arrived"


def test_an_offer_and_a_charter_of_two_mails_with_two_signatures_of_the_offer_are_clean() -> None:
    """Finding F5: the audit compares the offer by its id as well."""
    offer = small().signed_notes[CHARTER][0]
    twin = second_signature(offer, key_of(HOST))

    assert audit({**small().files, "offer.note": render_bundle((twin,))}).verdict == "clean"


def test_a_charter_that_a_stranger_signed_accuses_nobody(table: dict[str, Person]) -> None:
    """Anybody can sign a text that quotes this offer: it says nothing of the referee, and is not kept."""
    offer, *joins, charter = small().signed_notes[CHARTER]
    forged = sign_note(changed(charter.note(), attempt=2), test_key("mallory"))
    for person in table.values():
        with pytest.raises(NotAuthentic, match="not signed by the key of the offer"):
            person.take(render_bundle((offer, *joins, forged)))

        assert evidence(person) == []


def test_two_charters_in_one_mail_are_not_taken(tmp_path: Path) -> None:
    """Attacks 47 and 102, before any charter is here."""
    offer, *joins, charter = small().signed_notes[CHARTER]
    second = make_charter(key_of(HOST), offer, joins, ("bert", "anna"))
    stranger = sign_note(changed(charter.note(), attempt=2), test_key("mallory"))
    for rival in (second, stranger):
        person = Person(STRANGER, tmp_path / rival.id, keyless=True)
        with pytest.raises(OutOfOrder):
            person.take(render_bundle((offer, *joins, charter, rival)))

        assert CHARTER not in person.record()


def test_who_has_accepted_one_charter_of_an_offer_takes_no_second_one_in(tmp_path: Path) -> None:
    """Attacks 18 and 103: even in a new folder, with the same home; the join has served its charter."""
    people = gather(tmp_path, ("anna", "bert"))
    host, anna = people[HOST], people["anna"]
    offer = host.offer(2, "twice")
    joins = [people[seat].join(offer, "twice") for seat in ("anna", "bert")]
    host.take(*joins)
    anna.take(host.charter(("anna", "bert")))
    anna.accept()
    signed_notes = [read_bundle(join)[0] for join in joins]
    second = make_charter(key_of(HOST), read_bundle(offer)[0], signed_notes, ("bert", "anna"))
    bundle = render_bundle((read_bundle(offer)[0], signed_notes[1], signed_notes[0], second))
    for path in sorted((anna.folder.path / "record").iterdir()):
        path.unlink()
    anna.take(offer)

    with pytest.raises(NotAuthentic, match="you have already accepted another charter of this offer"):
        # The record does not name the key any more; the join in the outbox does.
        anna.take(bundle)
    (anna.folder.path / "outbox" / "join-anna.note").unlink()
    with pytest.raises(OutOfOrder, match="already signed another note"):
        # Nothing tells whose folder it is now; it is known when it comes to signing.
        anna.take(bundle)
        anna.accept()
    assert len(anna.outbox("accept-")) == 1


def test_a_deal_that_quotes_another_accept_than_the_one_received_is_refused_and_kept(tmp_path: Path) -> None:
    """Attack 105. Its id could differ only in the signed text, so the deal names an accept nobody sent."""
    people = gather(tmp_path, ("anna", "bert"))
    host = people[HOST]
    offer = host.offer(2, "quoted")
    host.take(*(people[seat].join(offer, "quoted") for seat in ("anna", "bert")))
    charter = host.charter(("anna", "bert"))
    for seat in ("anna", "bert"):
        people[seat].take(charter)
    accepts = {seat: people[seat].accept() for seat in ("anna", "bert")}
    people["anna"].take(accepts["bert"])
    host.take(*accepts.values())
    *_, deal = read_bundle(host.record()[DEAL])
    lie: Any = deal.note()
    foreign = signed_again(read_bundle(accepts["bert"])[0], key_of("bert"), open=bytes(32))
    forged = signed_again(deal, key_of(HOST), accept={**lie.accept, "bert": foreign.id})
    before = people["anna"].record()

    with pytest.raises(NotAuthentic, match="a different acceptance of bert"):
        people["anna"].take(accepts["anna"] + render_bundle((foreign, forged)))
    assert people["anna"].record() == before
    assert evidence(people["anna"]) == [render_bundle((forged,))]


def test_two_deals_are_two_histories(table: dict[str, Person]) -> None:
    """Attack 24 at step 0."""
    *accepts, deal = small().signed_notes[DEAL]
    other = signed_again(deal, key_of(HOST), state=bytes(32))
    for person in table.values():
        with pytest.raises(NotAuthentic, match="two histories: at step 0"):
            person.take(render_bundle((*accepts, other)))

        assert evidence(person) == [render_bundle((other,))]


def test_a_deal_of_another_game_of_the_same_host_accuses_nobody(table: dict[str, Person]) -> None:
    """The host's key is the same, his notes are not for this game."""
    for person in table.values():
        with pytest.raises(OutOfOrder, match="another game"):
            person.take(open_match("tigris", 2, "elsewhere").files[DEAL])

        assert evidence(person) == []


def test_a_charter_of_another_offer_is_not_taken_into_a_folder_with_an_offer(tmp_path: Path) -> None:
    person = Person(STRANGER, tmp_path, keyless=True)
    person.take(four().files["offer.note"])

    for mail in (small().files[CHARTER], small().files["offer.note"]):
        with pytest.raises(OutOfOrder, match="another offer"):
            person.take(mail)
    assert list(person.record()) == ["offer.note"]


def test_a_second_charter_is_known_at_the_door_by_whoever_names_his_key(tmp_path: Path) -> None:
    """Attack 103: a join serves one charter, and the home remembers which one was accepted."""
    offer, *joins, charter = small().signed_notes[CHARTER]
    anna = Person("anna", tmp_path)
    anna.take(render_bundle((offer, *joins, charter)))
    anna.accept()
    second = make_charter(key_of(HOST), offer, joins, ("bert", "anna"))
    elsewhere = GameFolder(tmp_path / "elsewhere")

    with pytest.raises(NotAuthentic, match="you have already accepted another charter of this offer"):
        receive(open_session(elsewhere, anna.home, as_name="anna"), render_bundle((offer, joins[1], joins[0], second)))
    assert CHARTER not in elsewhere.record_names()
    receive(open_session(elsewhere, anna.home, as_name="anna"), render_bundle((offer, *joins, charter)))
    assert CHARTER in elsewhere.record_names()
