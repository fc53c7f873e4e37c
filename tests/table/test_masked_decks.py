"""Two decks shown to one player: whatever it has unlocked under the first one opens nothing under the second."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from referee.crypto.deck import masking
from referee.crypto.deck.masking import Mixer
from referee.kernel.canonical_json import decode_b64
from referee.kernel.errors import RefereeError
from referee.protocol.masked.key_share_notes import unlocks_that_hold
from referee.protocol.opening.deal import seed_shares_by_seat
from referee.protocol.seating import author_role, eyes_of_key
from referee.record.file_names import CHARTER, DEAL, OFFER, step_name
from referee.record.note import SignedNote, notes_of, read_bundle, render_bundle, sign_note
from referee.record.notes import Mix, Unlock
from referee.record.store import stored_notes
from referee.session.close_step import close_deal
from referee.session.incoming.receive import receive
from referee.session.masked.pending_key_shares import undecrypted_counts
from tests.support.dishonest.light import light
from tests.table.masked_matches import sit_down, swap_all
from tests.table.opening.masked_openings import Opening, accepted, mix
from tests.table.players_on_disk import Person, snapshot
from tests.table.small_games import HOST, key_of, signed_again


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
    mixer = Mixer(table.charter, decode_b64(before.head, 32), honest.seat, table.piles[0].name, table.joint)
    deck, proof = masking.make_mix(mixer, before.deck, bytes(32))
    return sign_note(Mix(**{**_values(honest), "deck": deck, "proof": proof}), key_of(honest.seat))


def _values(note: Mix) -> dict[str, object]:
    return {field: getattr(note, field) for field in note.__struct_fields__}


def deal_of(*mixes: SignedNote) -> bytes:
    """The deal of a host who takes these mixes."""
    found = opening()
    eyes = eyes_of_key(found.table, key_of(HOST), seed_shares_by_seat(found.table, found.accepts))
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
        receive(person.session(), mail)
    return refusal.value.code


def test_a_seat_that_has_unlocked_takes_no_deal_that_ends_in_another_deck(tmp_path: Path) -> None:
    """D31: and unlocks nothing under it, however often it comes."""
    person = anna(tmp_path)
    person.take(render_bundle(opening().mixes[1:]))
    (unlocked,) = person.outbox("unlock-")
    for _ in range(2):
        assert code(person, deal_of(opening().mixes[0], second_mix())) == "deal-other-deck"
    assert person.outbox("unlock-") == [unlocked]
    assert person.session().history.position is None

    person.take(deal_of(*opening().mixes))
    assert person.session().position.step == 0


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
    mixer = Mixer(table.charter, decode_b64(first.last.head, 32), "anna", table.piles[0].name, table.joint)
    deck, proof = masking.make_mix(mixer, first.last.deck, bytes(32))
    (honest,) = notes_of(Mix, found.mixes[:1])
    other = sign_note(Mix(**{**_values(honest), "deck": deck, "proof": proof}), key_of("anna"))

    assert code(bert, render_bundle((other,))) == "rival-notes"
    assert bert.outbox("mix-") == [signed]


@cache
def three() -> Opening:
    return mix(accepted(3, "overtaking"))


def carl(root: Path) -> Person:
    """The last of three seats, which has accepted and has the accepts of the others."""
    person, found = Person("carl", root), three()
    person.folder.commit(OFFER, render_bundle((found.offer,)))
    person.folder.commit(CHARTER, render_bundle((found.offer, *found.joins, found.charter)))
    person.accept()
    person.take(render_bundle(found.accepts[:2]))
    return person


def test_a_mix_that_overtakes_the_one_before_waits_for_it(tmp_path: Path) -> None:
    """Mail does not arrive in the order in which it was sent: nobody has to send again."""
    person, (first, second, third) = carl(tmp_path), three().mixes
    person.take(render_bundle((second,)))
    assert person.outbox("mix-") == []
    person.take(render_bundle((first,)))
    assert person.outbox("mix-") == [render_bundle((third,))]
    assert {first.id, second.id, third.id} <= person.session().proven


def test_a_host_deals_whatever_order_the_mixes_came_in(tmp_path: Path) -> None:
    host, found = Person(HOST, tmp_path), three()
    host.folder.commit(OFFER, render_bundle((found.offer,)))
    host.folder.commit(CHARTER, render_bundle((found.offer, *found.joins, found.charter)))
    host.take(render_bundle(found.accepts))
    host.take(*(render_bundle((signed,)) for signed in reversed(found.mixes)))
    assert DEAL in host.record()


def test_a_mix_that_overtakes_and_does_not_hold_is_dropped_and_stops_nobody(tmp_path: Path) -> None:
    """D30: its proof is computed once, when the one before is here; until then one waits of each seat."""
    person, (first, second, third) = carl(tmp_path), three().mixes
    bent = signed_again(second, key_of("bert"), proof=bytes(len(second.read(Mix).proof)))
    person.take(render_bundle((bent,)))
    assert code(person, render_bundle((second,))) == "rival-notes"
    person.take(render_bundle((first,)))
    assert [author_role(signed) for signed in stored_notes(person.folder, "mix")] == ["anna"]
    assert person.outbox("mix-") == []

    person.take(render_bundle((second,)))
    assert person.outbox("mix-") == [render_bundle((third,))]


def test_a_mix_that_overtakes_is_refused_for_its_length_game_or_key_at_once(tmp_path: Path) -> None:
    """D8: nothing waits that can be refused without arithmetic."""
    person, second = carl(tmp_path), three().mixes[1]
    lies = {
        "deck-size": signed_again(second, key_of("bert"), deck=bytes(64)),
        "proof-size": signed_again(second, key_of("bert"), proof=bytes(32)),
        "mix-of-other-game": signed_again(second, key_of("bert"), pile="cards"),
    }
    before = snapshot(person.root)
    for expected, lie in lies.items():
        assert code(person, render_bundle((lie,))) == expected
    assert snapshot(person.root) == before


def waiting_unlocks(person: Person) -> list[str]:
    """Those of the other seat."""
    return [signed.id for signed in stored_notes(person.folder, "unlock") if author_role(signed) == "bert"]


def test_an_unlock_that_overtakes_the_last_mix_or_the_deal_waits_for_it(tmp_path: Path) -> None:
    """Mail does not arrive in the order in which it was sent: nothing has to be sent again."""
    match = sit_down(opening())
    while match.asked() != "anna":
        match.enter("pass")
    match.enter(swap_all(match))
    match.unlock("bert")
    first, later = opening().unlocks[1], match.waiting[-1]
    person = anna(tmp_path)
    person.take(render_bundle((first,)))
    person.take(render_bundle(opening().mixes[1:]))
    person.take(render_bundle((later,)))
    assert waiting_unlocks(person) == [first.id, later.id]

    person.take(match.files[DEAL])
    assert dark_of(person) == 0
    for step in range(match.host.step):
        person.take(match.files[step_name(step + 1)])
    assert waiting_unlocks(person) == [later.id]
    assert later.id in {
        signed.id for signed, _ in unlocks_that_hold(person.session().position, stored_notes(person.folder, "unlock"))
    }


@pytest.mark.parametrize("step", [52, 10_000, 999_999_999])
def test_an_unlock_of_a_step_that_nobody_is_near_is_not_kept(tmp_path: Path, step: int) -> None:
    """No later step would ever remove it."""
    match = sit_down(opening())
    person = anna(tmp_path)
    person.take(render_bundle(opening().mixes))
    person.take(match.files[DEAL])
    far = signed_again(opening().unlocks[1], key_of("bert"), step=step, head=match.host.head)
    before = waiting_unlocks(person)

    assert code(person, render_bundle((far,))) == "step-missing"
    assert waiting_unlocks(person) == before
    near = signed_again(opening().unlocks[1], key_of("bert"), step=50, head=match.host.head)
    person.take(render_bundle((near,)))
    assert near.id in waiting_unlocks(person)


def dark_of(person: Person) -> int:
    session = person.session()
    return undecrypted_counts(session.position, person.folder, session.eyes.seat).dark


def test_an_unlock_that_overtakes_and_does_not_hold_opens_nothing_and_stops_nobody(tmp_path: Path) -> None:
    """D30: of a step that is not here one waits of each seat, and the mixes go on."""
    honest = opening().unlocks[1]
    bent = signed_again(honest, key_of("bert"), locks=bytes(len(honest.read(Unlock).locks or b"")))
    person = anna(tmp_path)
    person.take(render_bundle((bent,)))
    assert code(person, render_bundle((honest,))) == "too-many-unlocks"
    person.take(render_bundle(opening().mixes[1:]))
    person.take(deal_of(*opening().mixes))
    assert dark_of(person) == 6

    person.take(render_bundle((honest,)))
    assert dark_of(person) == 0
