"""Two decks shown to one player: whatever it has unlocked under the first one opens nothing under the second."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from referee.crypto import masks
from referee.crypto.masks import Mixer
from referee.kernel.canon import unb64
from referee.kernel.errors import RefereeError
from referee.record.names import CHARTER, OFFER
from referee.record.note import SignedNote, notes_of, read_bundle, render_bundle, sign_note
from referee.record.notes import Mix
from referee.table.desk.close import close_deal
from referee.table.intake.receive import receive
from referee.table.opening.deal import opened_shares
from referee.table.seating import eyes_of_key
from scripts.dishonest.light import light
from tests.table.matches import HOST, key_of
from tests.table.opening.masked_openings import Opening, accepted, mix
from tests.table.people import Person, snapshot


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    """Which of two decks a program takes does not hang on what the arithmetic costs."""
    with light():
        yield


@cache
def opening() -> Opening:
    return mix(accepted(2, "two decks"))


@cache
def second_mix() -> SignedNote:
    """Another mix of the last seat's that holds as well."""
    found, table = opening(), opening().table
    (honest,) = notes_of(Mix, found.mixes[-1:])
    before = found.decks[-2]
    mixer = Mixer(table.charter, unb64(before.head, 32), honest.seat, table.piles[0].name, table.joint)
    deck, proof = masks.make_mix(mixer, before.deck, bytes(32))
    return sign_note(Mix(**{**_values(honest), "deck": deck, "proof": proof}), key_of(honest.seat))


def _values(note: Mix) -> dict[str, object]:
    return {field: getattr(note, field) for field in note.__struct_fields__}


def deal_of(*mixes: SignedNote) -> bytes:
    """The deal of a host who takes these mixes."""
    found = opening()
    eyes = eyes_of_key(found.table, key_of(HOST), opened_shares(found.table, found.accepts))
    return render_bundle(close_deal(found.table, found.accepts, eyes, key_of(HOST), mixes).signed_notes)


def anna(root: Path) -> Person:
    """The first seat, which has accepted and mixed, and has the accept of the other."""
    person = Person("anna", root)
    person.folder.commit(OFFER, render_bundle((opening().offer,)))
    person.folder.commit(CHARTER, render_bundle((opening().offer, *opening().joins, opening().charter)))
    person.accept()
    person.take(render_bundle(opening().accepts[1:]))
    return person


def code(person: Person, mail: bytes) -> str:
    with pytest.raises(RefereeError) as refusal:
        receive(person.desk(), mail)
    return refusal.value.code


def test_a_seat_that_has_unlocked_takes_no_deal_that_ends_in_another_deck(tmp_path: Path) -> None:
    """D31: and unlocks nothing under it, however often it comes."""
    person = anna(tmp_path)
    person.take(render_bundle(opening().mixes[1:]))
    (unlocked,) = person.outbox("unlock-")
    for _ in range(2):
        assert code(person, deal_of(opening().mixes[0], second_mix())) == "deal-other-deck"
    assert person.outbox("unlock-") == [unlocked]
    assert person.desk().history.position is None

    person.take(deal_of(*opening().mixes))
    assert person.desk().position.step == 0


def test_two_mixes_of_one_seat_are_kept_and_the_second_changes_nothing(tmp_path: Path) -> None:
    """D6: the one that came first waits; both prove it against the seat."""
    person = anna(tmp_path)
    person.take(render_bundle(opening().mixes[1:]))
    before = snapshot(person.root)
    assert code(person, render_bundle((second_mix(),))) == "rival-notes"
    after = snapshot(person.root)
    new = {name: data for name, data in after.items() if before.get(name) != data}
    assert [read_bundle(data)[-1].id for data in new.values()] == [second_mix().id]
    assert before.keys() <= after.keys()


def test_a_seat_mixes_once_whatever_it_is_shown(tmp_path: Path) -> None:
    """D6: a second mix of the seat before makes it sign no second one of its own."""
    found = opening()
    bert = Person("bert", tmp_path)
    bert.folder.commit(OFFER, render_bundle((found.offer,)))
    bert.folder.commit(CHARTER, render_bundle((found.offer, *found.joins, found.charter)))
    bert.accept()
    bert.take(render_bundle((found.accepts[0], found.mixes[0])))
    (signed,) = bert.outbox("mix-")
    first = replace(found, decks=found.decks[:1])
    table = found.table
    mixer = Mixer(table.charter, unb64(first.last.head, 32), "anna", table.piles[0].name, table.joint)
    deck, proof = masks.make_mix(mixer, first.last.deck, bytes(32))
    (honest,) = notes_of(Mix, found.mixes[:1])
    other = sign_note(Mix(**{**_values(honest), "deck": deck, "proof": proof}), key_of("anna"))

    assert code(bert, render_bundle((other,))) == "rival-notes"
    assert bert.outbox("mix-") == [signed]
