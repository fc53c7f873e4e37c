"""A rules version means the same for ever, and a game goes on under the version it began with."""

from __future__ import annotations

import pytest

from referee.games import find, versions
from referee.kernel.errors import Unreadable
from referee.record.notes import Offer
from referee.record.signed import sign_note
from referee.table.opening.charter import check_offer
from referee.table.reading.audit import audit
from scripts.rehearse import Match, open_match, play_out, test_key
from tests.games.contract.playout_digests import SEEDS, digests, every_version, kept
from tests.table.matches import changed

VERSIONS = sorted(kept())


def test_every_rules_version_has_its_digests() -> None:
    assert (set(every_version()), {len(row) for row in kept().values()}) == (set(VERSIONS), {SEEDS})


@pytest.mark.parametrize("version", VERSIONS)
def test_fixed_seeds_come_out_as_ever_under_one_rules_version(version: str) -> None:
    assert digests(every_version()[version]) == kept()[version]


# A game of a package in two versions: in the first one a diagonal is no line


def finished(version: int, label: str) -> Match:
    return play_out(open_match("oxo", 2, label, version=version), label)


def test_the_versions_of_a_game_stand_side_by_side_the_newest_first() -> None:
    assert [game.info.rules_version for game in versions("oxo")] == [2, 1]


def test_the_same_orders_end_a_game_under_one_version_and_not_under_the_other() -> None:
    orders = ("lay cross a1", "lay nought b1", "lay cross b2", "lay nought c1", "lay cross c3")
    over = {}
    for game in versions("oxo"):
        state = game.state_type(0)
        for order in orders:
            state = game.apply(state, state.seat, game.notation.parse_order(order), ()).state
        over[game.info.rules_version] = game.requests(state) == ()

    assert over == {1: False, 2: True}


@pytest.mark.parametrize("version", [1, 2])
def test_a_game_is_played_and_audited_under_the_version_of_its_charter(version: int) -> None:
    match = finished(version, "diagonal")
    report = audit(match.files)

    assert (report.verdict, report.rules, report.step) == ("clean", f"oxo {version}", match.host.step)


def test_rules_that_differ_give_other_digests() -> None:
    newest, first = versions("oxo")

    assert digests(newest) != digests(first)


def test_an_offer_under_a_version_that_is_not_here_is_refused() -> None:
    offer = open_match("oxo", 2, "later").signed_notes["offer.note"][0]
    terms = offer.read(Offer)
    later = sign_note(changed(terms, rules=changed(terms.rules, version=3)), test_key("host"))

    with pytest.raises(Unreadable) as refused:
        check_offer(later)

    assert refused.value.code == "rules-unknown"


def test_a_new_game_is_offered_under_the_newest_version() -> None:
    assert find("oxo").info.rules_version == 2
