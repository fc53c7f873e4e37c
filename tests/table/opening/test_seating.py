"""Who sits beside whom is drawn from what all have locked: the host does not choose it, and all find the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from math import sqrt
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from referee.audit.recompute import EVERYTHING, audit
from referee.kernel.canonical_json import encode_b64, tagged_hash, u64be
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.protocol.history.read_record import read_history
from referee.protocol.opening import deal as dealing
from referee.protocol.opening.charter import make_charter, make_offer, read_charter
from referee.protocol.opening.deal import make_deal, read_deal, seed_shares_by_seat, table_in_seating_order
from referee.protocol.seating import Table, eyes_of_key, own_game_secret, stranger_eyes
from referee.record.file_names import OFFER
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Charter, Offer
from tests.long_runs import of
from tests.support.rehearse import SEATS, Match, open_match, play_out, test_nonce
from tests.table.signatures import checked_apart
from tests.table.small_games import CHARTER, DEAL, HOST, key_of, signed_again, soon_over, with_notes

DRAWN = (("seating", "drawn"),)
SEEDS = of(2_000, 20_000)
WIDE = 4.5
"""Standard errors on each side: of 24 orders all are within them, but for one run of five thousand."""


@cache
def dealt(seats: int = 3, label: str = "seats 2", options: tuple[tuple[str, str], ...] = DRAWN) -> Match:
    return open_match("tigris", seats, label, options)


def charter_table(match: Match) -> Table:
    return read_charter(match.signed_notes[CHARTER])


def test_this_deal_seats_them_otherwise_than_the_charter_lists_them() -> None:
    assert charter_table(dealt()).names == ("anna", "bert", "carl") != dealt().table.names
    assert sorted(dealt().table.names) == ["anna", "bert", "carl"]


def test_name_key_and_box_of_a_seat_stay_together() -> None:
    before, after = ({party.role: party for party in table.seats} for table in (charter_table(dealt()), dealt().table))

    assert before == after
    assert [party.role for party in dealt().table.seats] == list(dealt().table.names)
    assert [name.casefold() for name in dealt().table.called] == list(dealt().table.names)


@pytest.mark.parametrize("count", [3, 4])
def test_every_order_comes_as_often_as_every_other(count: int) -> None:
    table, shares = charter_table(dealt(count)), dict.fromkeys(SEATS[:count], bytes(32))
    found: Counter[tuple[str, ...]] = Counter()
    for seed in range(SEEDS):
        chance = {name: tagged_hash("seed", u64be(seed), name.encode()) for name in shares}
        other = replace(table, game_id=encode_b64(tagged_hash("charter", u64be(seed))))
        found[table_in_seating_order(other, chance, tagged_hash("toss", u64be(seed))).names] += 1
    orders = list(permutations(SEATS[:count]))
    usual = SEEDS / len(orders)
    spread = sqrt(usual * (1 - 1 / len(orders)))

    assert {order: found[order] for order in orders if abs(found[order] - usual) > WIDE * spread} == {}
    assert sum(found.values()) == SEEDS


def test_each_share_alone_moves_the_order() -> None:
    """So one player who draws honestly is enough."""
    table, toss = charter_table(dealt(4)), bytes(32)
    for name in table.names:
        shares = dict.fromkeys(table.names, bytes(32))
        assert (
            len(
                {
                    table_in_seating_order(table, {**shares, name: tagged_hash("r", u64be(at))}, toss).names
                    for at in range(40)
                }
            )
            > 5
        )


def test_a_table_that_is_seated_stays_so_and_one_that_lists_its_seats_is_left_alone() -> None:
    shares = seed_shares_by_seat(dealt().table, dealt().signed_notes[DEAL][:3])
    toss = dealt().signed_notes[DEAL][-1].note().toss  # type: ignore[union-attr]
    once = table_in_seating_order(charter_table(dealt()), shares, toss)
    listed = open_match("tigris", 3, "seats 2")

    assert once == table_in_seating_order(once, shares, toss) == dealt().table
    assert listed.table.names == listed.table.listed == ("anna", "bert", "carl")
    assert table_in_seating_order(listed.table, shares, toss) is listed.table


def test_an_offer_that_says_nothing_of_it_has_no_line_of_it() -> None:
    """So the charters of before are the same bytes; `tests/frozen` reads them."""
    plain, drawn = (open_match("tigris", 3, "x", options).signed_notes[OFFER][0] for options in ((), DRAWN))

    assert b"seating" not in plain.body
    assert drawn.body.replace(b"option seating drawn\n", b"") == plain.body


def other_charter(order: Sequence[str]) -> tuple[SignedNote, ...]:
    offer, *joins, charter = dealt().signed_notes[CHARTER]
    ordered = sorted(joins, key=lambda join: order.index(join.note().seat))  # type: ignore[union-attr]
    return (offer, *ordered, signed_again(charter, key_of(HOST), seat=tuple(order)))


def test_a_host_who_orders_the_seats_that_are_drawn_gets_no_charter() -> None:
    order = ("carl", "anna", "bert")
    offer, *joins, _ = dealt().signed_notes[CHARTER]

    with pytest.raises(NotAuthentic, match="alphabetically"):
        make_charter(key_of(HOST), offer, joins, order)
    with pytest.raises(NotAuthentic, match="alphabetically"):
        read_charter(other_charter(order))


def dealt_otherwise(match: Match, order: Sequence[str]) -> tuple[SignedNote, ...]:
    """The deal of a host who seats the players in this order, consistent in all its lines."""
    table, accepts = charter_table(match), match.signed_notes[DEAL][:3]
    places = [table.listed.index(name) for name in order]
    eyes = eyes_of_key(table, key_of(HOST), seed_shares_by_seat(table, accepts))
    with patch.object(dealing, "table_in_seating_order", lambda at, *_: at.seated(places)):
        deal = make_deal(table, accepts, eyes, own_game_secret(table, key_of(HOST)))
    return (*accepts, sign_note(deal, key_of(HOST)))


def test_the_liar_of_these_tests_deals_as_the_honest_host_where_he_wishes_for_the_true_order() -> None:
    assert dealt_otherwise(dealt(), dealt().table.names)[-1].body == dealt().signed_notes[DEAL][-1].body


@pytest.mark.parametrize("order", list(permutations(SEATS[:3])))
def test_a_deal_for_another_order_is_refused_by_everybody_and_named_by_the_audit(order: tuple[str, ...]) -> None:
    match = dealt()
    notes = dealt_otherwise(match, order)
    if order == match.table.names:
        return
    eyes = {**match.eyes, HOST: match.host_eyes, "stranger": stranger_eyes(match.table)}
    for reader in eyes.values():
        with pytest.raises(RefereeError):
            read_deal(charter_table(match), notes, reader)
    report = audit(with_notes(match, DEAL, notes))

    assert report.verdict == "fault"


@pytest.mark.parametrize("game", ["ur", "tigris"])
def test_a_whole_game_is_clean_to_two_checkers_that_share_no_code(game: str) -> None:
    label, seats = ("door", 3) if game == "ur" else ("seats 1", 2)
    match = soon_over(open_match(game, seats, label, DRAWN), label)
    report = audit(match.files)

    assert list(match.table.names) != sorted(match.table.names)
    assert (report.verdict, report.depth) == ("clean", EVERYTHING)
    assert checked_apart(match.files) is None


def test_everybody_reads_the_same_seats_and_the_same_hand() -> None:
    match = play_out(open_match("tigris", 3, "seats 2", DRAWN), "seats", steps=6)
    read = {name: read_history(match.files, key_of(name)) for name in (*match.table.names, HOST, "zoe")}

    assert {history.table.names for history in read.values() if history.table} == {match.table.names}
    for name in match.table.names:
        position = read[name].position
        assert position is not None and position.knowledge.own(match.table.seat(name)) == match.players[
            name
        ].knowledge.own(match.table.seat(name))


@pytest.mark.parametrize(
    "options, said", [((("seating", "chosen"),), "drawn, listed"), ((*DRAWN, ("deal", "masked")), "no option seating")]
)
def test_an_offer_with_another_seating_or_with_a_masked_deck_is_refused(
    options: tuple[tuple[str, str], ...], said: str
) -> None:
    with pytest.raises(Unreadable, match=said):
        make_offer(key_of(HOST), dealt().table.game, 3, options, test_nonce("seating"))


def test_the_charter_quotes_the_option_of_its_offer() -> None:
    offer, *_, charter = dealt().signed_notes[CHARTER]

    assert ("seating", "drawn") in offer.read(Offer).option == charter.read(Charter).option
