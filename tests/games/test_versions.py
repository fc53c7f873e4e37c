"""A rules version means the same for ever, and a game goes on under the version it began with."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict, replace

from referee.audit.recompute import audit
from referee.games import find, versions
from referee.games.option_history import before_options
from referee.games.ur import state as ur
from referee.kernel.dice import Dice
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame, Option, Options, Transition, complete_options
from referee.protocol.opening.charter import check_offer, rules_pin
from referee.protocol.opening.data_packs import game_with_pack
from referee.record.note import sign_note
from referee.record.notes import Offer
from tests.games.contract import golden
from tests.games.contract.playout_digests import SEEDS, digests, every_version, kept
from tests.long_runs import of
from tests.support.rehearse import Match, open_match, play_out, test_key
from tests.table.small_games import changed

VERSIONS = sorted(kept())


def test_every_rules_version_has_its_digests() -> None:
    assert (set(every_version()), {len(row) for row in kept().values()}) == (set(VERSIONS), {SEEDS})


@pytest.mark.parametrize("version", VERSIONS)
def test_fixed_seeds_come_out_as_ever_under_one_rules_version(version: str) -> None:
    seeds = of(10, SEEDS)

    assert digests(every_version()[version], seeds) == kept()[version][:seeds]


# An option that comes later

NEWEST = find("ur")


class LongerState(ur.State, frozen=True, gc=False):
    """A state of Ur with what a later option has chosen."""

    short: bool = False


def with_a_later_option() -> AnyGame:
    """Ur under the next rules, which have one more option and play as before without it."""
    number = NEWEST.info.rules_version + 1
    length = Option("length", ("full", "short"), "full", "when it ends", since=number, kept="short")

    def setup(options: Options, dice: Dice) -> Transition[Any]:
        begun = NEWEST.setup(options, dice)
        return replace(begun, state=LongerState(**asdict(begun.state), short=options["length"] == "short"))

    info = replace(NEWEST.info, rules_version=number, options=(*NEWEST.info.options, length))
    return replace(
        NEWEST, info=info, setup=setup, state_type=LongerState, from_json=partial(msgspec.convert, type=LongerState)
    )


def test_the_version_before_an_option_is_the_game_that_it_was() -> None:
    """Pins of charters, option sets, orders, events and states: nobody copies the rules for one more choice."""
    before = before_options(with_a_later_option())[0]

    assert before.info == NEWEST.info
    assert rules_pin(before) == rules_pin(NEWEST)
    assert digests(before, 10) == kept()[f"ur {NEWEST.info.rules_version}"][:10]
    assert digests(with_a_later_option(), 1) != digests(before, 1)


def test_a_version_before_an_option_plays_as_it_says_whatever_the_default_is_now() -> None:
    """A default that decides otherwise, and a preset with the option: neither is in the version before."""
    later = with_a_later_option()
    *others, length = later.info.options
    presets = (*later.info.presets, ("short", (("length", "full"),)))
    options = (*others, replace(length, default="short", before="full"))
    before = before_options(replace(later, info=replace(later.info, options=options, presets=presets)))[0]

    assert before.info == NEWEST.info
    assert rules_pin(before) == rules_pin(NEWEST)
    assert digests(before, 10) == kept()[f"ur {NEWEST.info.rules_version}"][:10]


@pytest.mark.parametrize("name", ["cards", "civilization", "tigris"])
def test_an_earlier_version_is_the_same_value_whenever_it_is_found(name: str) -> None:
    assert find(name, 1) is find(name, 1)
    assert game_with_pack(find(name, 1), None) == game_with_pack(find(name, 1), None)


def test_a_game_over_a_pack_stays_the_version_that_it_is() -> None:
    first = find("civilization", 1)
    over, _ = game_with_pack(first, None)

    assert over.info == first.info
    assert "passed_technology" not in over.to_json(
        over.setup(complete_options(over.info, 2, ()), Dice(bytes(32))).state
    )


def test_a_golden_game_is_played_by_the_version_that_has_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    later = with_a_later_option()
    monkeypatch.setattr(golden, "versions", lambda name: (later, *before_options(later)))

    known = {option.name for option in NEWEST.info.options}

    assert golden.version_with("ur", known).info.rules_version == NEWEST.info.rules_version
    assert golden.version_with("ur", {*known, "length"}) is later


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
