"""An accept binds one seat to one charter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError
from referee.protocol.opening.charter import make_charter, read_charter
from referee.protocol.opening.deal import check_accept, make_accept
from referee.record.note_slots import equivocation
from referee.record.notes import Accept, Join
from tests.support.rehearse import test_key
from tests.table.opening.openings import OTHER_ID, charter_file, three
from tests.table.small_games import DEAL, HOST, key_of, signed_again


def test_two_accepts_for_one_offer_are_a_fact_about_the_key_of_the_seat() -> None:
    """Attacks 18 and 102."""
    offer, *joins, charter = charter_file()
    second = make_charter(key_of(HOST), offer, joins, ("bert", "anna", "carl"))
    table = read_charter((offer, joins[1], joins[0], joins[2], second))
    accepts = [make_accept(key_of("anna"), three().table), make_accept(key_of("anna"), table)]
    offers = {charter.id: offer.id, second.id: offer.id}

    assert [fact.key for fact in equivocation(accepts, offers)] == [key_of("anna").public]


ACCEPT_LINES: Mapping[str, tuple[dict[str, Any], type[RefereeError]]] = {
    "another game": ({"game": OTHER_ID}, OutOfOrder),
    "another head": ({"head": OTHER_ID}, OutOfOrder),
    "another seat": ({"seat": "bert"}, NotAuthentic),
    "no seat of this game": ({"seat": "zoe"}, NotAuthentic),
    "another share": ({"open": bytes(32)}, NotAuthentic),
}


@pytest.mark.parametrize("what", ACCEPT_LINES)
def test_an_accept_with_one_line_changed_is_refused(what: str) -> None:
    """Attacks 17, 27 and 105."""
    values, layer = ACCEPT_LINES[what]
    accept = three().signed_notes[DEAL][three().table.names.index("anna")]

    with pytest.raises(layer):
        check_accept(three().table, signed_again(accept, key_of("anna"), **values))
    assert {field for values, _ in ACCEPT_LINES.values() for field in values} == set(Accept.__struct_fields__)


@pytest.mark.parametrize("signer", ["bert", HOST, "mallory"])
def test_an_accept_under_another_key_is_refused(signer: str) -> None:
    """Attack 13."""
    accept = three().signed_notes[DEAL][three().table.names.index("anna")]

    with pytest.raises(NotAuthentic):
        check_accept(three().table, signed_again(accept, test_key(signer)))


def test_joins_and_notes_of_every_type_of_the_opening_are_tried_here() -> None:
    """A line added to the join must get its vectors as well."""
    assert Join.__struct_fields__ == ("offer", "seat", "name", "bot", "nonce", "key", "box", "lock", "deck", "pok")
