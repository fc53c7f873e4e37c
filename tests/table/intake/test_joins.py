"""Joins: who waits for a seat, and what the charter quotes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.crypto.keys import fingerprint
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.protocol.opening.charter import later_nonce, make_join, make_offer
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Join
from referee.session.incoming import opening as receive_opening
from referee.session.opening.joins import drop_joins, selected_joins, waiting_joins
from tests.support.rehearse import test_key, test_nonce
from tests.table.intake.mails import gather
from tests.table.players_on_disk import Person
from tests.table.small_games import CHARTER, HOST, STRANGER, dealt, key_of, small


def _joins_for(offer: bytes, *names: str, seat: str = "anna") -> list[SignedNote]:
    """Joins for one seat, under a test key each."""
    (signed,) = read_bundle(offer)
    return [make_join(test_key(name), signed, seat, seat.title(), test_nonce(name)) for name in names]


def test_two_joins_for_one_seat_wait_until_the_host_chooses(tmp_path: Path) -> None:
    """Finding F10: whoever comes first has no right to a seat."""
    people = gather(tmp_path, ("anna", "bert"))
    host = people[HOST]
    offer = host.offer(2, "joins")
    (rival,) = _joins_for(offer, "mallory")
    own = people["anna"].join(offer, "joins")
    said = host.take(render_bundle((rival,)), own, own)

    assert [sentence.partition(" (SHA256")[0] for sentence in said] == [
        "Anna joins",
        "Anna",
        "Anna's join request has already been received",
    ]
    with pytest.raises(OutOfOrder, match="several join requests want one seat") as refused:
        selected_joins(waiting_joins(host.folder).values())
    assert sorted(re.findall(r"SHA256:\S{43}", str(refused.value))) == sorted(
        fingerprint(test_key(name).public) for name in ("anna", "mallory")
    )

    (dropped,) = drop_joins(host.folder, [fingerprint(rival.key)])
    host.take(people["bert"].join(offer, "joins"))

    assert dropped.id == rival.id
    assert {seat: signed.key for seat, signed in selected_joins(waiting_joins(host.folder).values()).items()} == {
        "anna": test_key("anna").public,
        "bert": test_key("bert").public,
    }


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Anna Böhm", "Anna Böhm joins"),
        ("ANNA", "ANNA joins"),
        ("Bert", "anna joins"),
        ("The host", "anna joins"),
        ("Anna, the host", "anna joins"),
        ("Anna\u202eb", "anna joins"),
    ],
)
def test_who_joins_is_called_by_the_own_name_where_it_is_that_of_the_seat_and_nothing_else(
    tmp_path: Path, name: str, told: str
) -> None:
    host = Person(HOST, tmp_path)
    (offer,) = read_bundle(host.offer(2, "joins"))
    join = make_join(test_key("anna"), offer, "anna", name, test_nonce("anna"))

    assert host.take(render_bundle((join,))) == [told]


def test_who_joins_under_a_name_that_is_here_already_is_called_by_the_seat(tmp_path: Path) -> None:
    host = Person(HOST, tmp_path)
    (offer,) = read_bundle(host.offer(2, "joins"))
    joins = [make_join(test_key(seat), offer, seat, "Anna Berg", test_nonce(seat)) for seat in ("anna", "anna-berg")]

    assert host.take(render_bundle(joins[:1]), render_bundle(joins[1:])) == ["Anna Berg joins", "anna-berg joins"]


def test_of_two_joins_of_one_key_the_later_waits_and_no_other_key_loses_its_own(tmp_path: Path) -> None:
    host = Person(HOST, tmp_path)
    offer = host.offer(2, "joins")
    (first,) = _joins_for(offer, "anna")
    (rival,) = _joins_for(offer, "mallory")
    nonce = later_nonce(bytes(16), first.read(Join).nonce)
    again = make_join(test_key("anna"), read_bundle(offer)[0], "anna", "Anna B.", nonce)
    for mail in ((again, rival, first), (first,), (again,), (rival, again)):
        host.take(render_bundle(mail))

        assert {signed.id for signed in waiting_joins(host.folder).values()} == {again.id, rival.id}
    assert len(host.folder.list_pending()) == 2


def test_a_process_that_dies_while_it_replaces_a_join_leaves_the_later_one(tmp_path: Path) -> None:
    host = Person(HOST, tmp_path)
    offer = host.offer(2, "joins")
    (first,) = _joins_for(offer, "anna")
    nonce = later_nonce(bytes(16), first.read(Join).nonce)
    again = make_join(test_key("anna"), read_bundle(offer)[0], "nan", "Nan", nonce)
    for name, signed in (("join-anna.note", first), ("join-nan.note", again)):
        host.folder.write_pending(name, render_bundle((signed,)))

    assert list(selected_joins(waiting_joins(host.folder).values())) == ["nan"]
    drop_joins(host.folder, [fingerprint(again.key)])
    assert host.folder.list_pending() == ()


@pytest.mark.parametrize("earlier", [bytes(16), bytes(15) + b"\xff", b"\x7f" * 16, b"\xff" * 12 + bytes(4)])
@pytest.mark.parametrize("fresh", [bytes(16), b"\xff" * 16])
def test_the_nonce_of_a_later_join_is_greater(earlier: bytes, fresh: bytes) -> None:
    assert later_nonce(fresh, earlier) > earlier
    assert len(later_nonce(fresh, earlier)) == 16


@pytest.mark.parametrize("at_once", [True, False], ids=["in one mail", "in a mail each"])
def test_a_flood_of_joins_is_bounded_and_a_dropped_one_makes_room(tmp_path: Path, at_once: bool) -> None:
    """Finding F10: four for each seat wait, and no more."""
    host = Person(HOST, tmp_path)
    offer = host.offer(2, "joins")
    joins = _joins_for(offer, *(f"mallory {number}" for number in range(8)))
    late = _joins_for(offer, "anna")
    if at_once:
        with pytest.raises(OutOfOrder, match="there would be 9 join requests; at most 8 can wait"):
            host.take(render_bundle((*joins, *late)))
        assert host.folder.list_pending() == ()
    host.take(render_bundle(joins)) if at_once else host.take(*(render_bundle((join,)) for join in joins))
    before = host.files()
    with pytest.raises(OutOfOrder, match="there would be 9 join requests; at most 8 can wait"):
        host.take(render_bundle(late))
    assert host.files() == before

    drop_joins(host.folder, [fingerprint(joins[0].key)])
    host.take(render_bundle(late))
    assert len(waiting_joins(host.folder)) == 8


def test_of_a_flood_of_joins_no_single_one_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding F10: what an admission costs is not spent a thousand times."""
    host = Person(HOST, tmp_path)
    offer = host.offer(2, "joins")
    mail = render_bundle(_joins_for(offer, *(f"mallory {number}" for number in range(40))))
    looked_at: list[SignedNote] = []
    monkeypatch.setattr(receive_opening, "check_join", lambda _offer, signed: looked_at.append(signed))
    with pytest.raises(OutOfOrder):
        host.take(mail)

    assert looked_at == []


def test_a_key_under_which_no_join_waits_drops_none(tmp_path: Path) -> None:
    host = Person(HOST, tmp_path)
    offer = host.offer(2, "joins")
    host.take(render_bundle(_joins_for(offer, "anna", "mallory")))
    before = host.files()

    with pytest.raises(Unreadable, match="there is no join request with key SHA256:x; there are anna: Anna, SHA256:"):
        drop_joins(host.folder, [fingerprint(test_key("mallory").public), "SHA256:x"])
    assert host.files() == before


def test_a_charter_is_taken_with_the_joins_it_quotes_whatever_lies_beside_them(tmp_path: Path) -> None:
    """A rival join in the same mail changes nothing: the charter names joins by id."""
    offer, *joins, charter = small().signed_notes[CHARTER]
    rival = make_join(test_key("mallory"), offer, "anna", "Anna", test_nonce("rival"))
    for position, signed_notes in enumerate(((rival, *joins), (*joins, rival))):
        person = Person(STRANGER, tmp_path / str(position), keyless=True)
        person.take(render_bundle((offer, *signed_notes, charter)))

        assert person.record()[CHARTER] == small().files[CHARTER]


def test_a_join_of_another_offer_is_out_of_order(tmp_path: Path) -> None:
    host = Person(HOST, tmp_path)
    host.offer(2, "joins")
    other = make_offer(key_of(HOST), dealt().table.game, 2, (), test_nonce("other"))

    with pytest.raises(OutOfOrder):
        host.take(render_bundle((make_join(key_of("anna"), other, "anna", "Anna", bytes(16)),)))
    assert list(host.record()) == ["offer.note"]
