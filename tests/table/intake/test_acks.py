"""Acks: one for each seat, by its own key, of one end."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.kernel.canonical_json import encode_b64
from referee.kernel.errors import NotAuthentic
from referee.protocol.step.ending import make_ack
from referee.record.note import render_bundle
from referee.record.note_slots import equivocation
from tests.support.rehearse import test_key
from tests.table.intake.mails import LAST, evidence, under
from tests.table.players_on_disk import materialize
from tests.table.signatures import second_signature
from tests.table.small_games import HOST, key_of, small


def test_an_ack_signed_twice_is_one_ack(tmp_path: Path) -> None:
    """Attack 139: two valid signatures of one text, sent to two people."""
    people = materialize(small(), tmp_path, ("anna", "bert"), steps=int(LAST[:4]))
    end = small().signed_notes[LAST][-1]
    ack = make_ack(key_of("anna"), small().table, end.id)
    twin = second_signature(ack, key_of("anna"))
    people["anna"].take(render_bundle((ack,)))
    people["bert"].take(render_bundle((twin,)))

    assert people["bert"].take(render_bundle((ack,))) == ["Anna's confirmation has already been received"]
    assert people["anna"].take(render_bundle((twin,))) == ["Anna's confirmation has already been received"]
    for person in people.values():
        assert audit(person.record()).verdict == "clean"
        assert evidence(person) == []


def test_acks_of_two_ends_by_one_seat_contradict_each_other(tmp_path: Path) -> None:
    """Attack 139: two bodies are a fact about the key."""
    people = materialize(small(), tmp_path, ("bert",), steps=int(LAST[:4]))
    good = make_ack(key_of("anna"), small().table, small().signed_notes[LAST][-1].id)
    other = make_ack(key_of("anna"), small().table, encode_b64(bytes(32)))
    people["bert"].take(render_bundle((good,)))

    with pytest.raises(NotAuthentic):
        people["bert"].take(render_bundle((other,)))
    assert evidence(people["bert"]) == [render_bundle((other,))]
    assert len(equivocation((good, other))) == 1


@pytest.mark.parametrize("signer", ["bert", HOST, "mallory"])
def test_an_ack_by_another_key_is_not_authentic(tmp_path: Path, signer: str) -> None:
    """Attack 115: the words are one seat's, so is the key."""
    people = materialize(small(), tmp_path, ("bert",), steps=int(LAST[:4]))
    ack = make_ack(key_of("anna"), small().table, small().signed_notes[LAST][-1].id)
    before = people["bert"].files()

    with pytest.raises(NotAuthentic):
        people["bert"].take(under(test_key(signer), ack))
    assert people["bert"].files() == before
    assert ack.id != make_ack(key_of("bert"), small().table, small().signed_notes[LAST][-1].id).id
