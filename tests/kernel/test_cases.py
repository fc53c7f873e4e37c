"""The runner of cases: what it compares, what it takes for refused, and what it says of a case nobody can play."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from referee.kernel.cases import CasePosition, CaseRules, StateGiven, book_type, run_case
from referee.kernel.dice import Dice
from referee.kernel.errors import BrokenState
from tests.games.contract.toy import OPTIONS, TOY

CASE = {
    "id": "T1",
    "title": "A stone is shown and another drawn.",
    "rules": ["TOY 1"],
    "source": "this test",
    "given": {"state": {"seat": 0}},
    "orders": ["show red"],
    "then": {
        "seat": "1",
        "turn": "1",
        "left": "9",
        "points 0": "1",
        "asks": "1 turn",
        "events": ["spent 0 red 1", "drew 0 1"],
    },
}


def found(**changed: Any) -> list[tuple[str, str, str]]:
    return run_case(TOY, {**CASE, **changed})


def test_a_case_that_holds_has_no_differences() -> None:
    assert found() == []


def test_a_fact_that_is_not_mentioned_must_be_as_it_was() -> None:
    assert found(then={"seat": "1", "turn": "1", "left": "9", "asks": "1 turn"}) == [("points 0", "0", "1")]


@pytest.mark.parametrize(
    ("wrong", "difference"),
    [
        ({"points 1": "1"}, ("points 1", "1", "0")),
        ({"points 0": ""}, ("points 0", "", "1")),
        ({"asks": "0 turn"}, ("asks", "0 turn", "1 turn")),
        ({"events": []}, ("events", "()", "('spent 0 red 1', 'drew 0 1')")),
        ({"events": "spent 0 red 1"}, ("events", "spent 0 red 1", "('spent 0 red 1', 'drew 0 1')")),
        ({"ending": "empty"}, ("ending", "empty", "")),
        ({"ranks": "1 2"}, ("ranks", "1 2", "")),
        ({"moon": "1"}, ("moon", "1", "no such fact")),
        ({"moon": ""}, ("moon", "", "no such fact")),
    ],
)
def test_what_is_expected_and_is_not_so_is_told(wrong: dict[str, Any], difference: tuple[str, str, str]) -> None:
    assert found(then={**CASE["then"], **wrong}) == [difference]  # type: ignore[dict-item]


def rules(**changed: Any) -> CaseRules[Any]:
    def position_of(given: StateGiven) -> CasePosition:
        state = TOY.setup(OPTIONS, Dice(bytes(32))).state
        return CasePosition(state=replace(state, seat=0), options=OPTIONS, **changed)

    return CaseRules(
        given=StateGiven,
        position_of=position_of,
        facts=lambda state: {f"stones of {seat}": "o" * held for seat, held in enumerate(state.held) if held},
        more=lambda state: {"stones": str(sum(state.held))},
        seats=("anna", "bert"),
    )


def told(then: dict[str, Any], orders: tuple[str, ...] = (), **changed: Any) -> list[tuple[str, str, str]]:
    game = replace(TOY, cases=lambda: rules(**changed))
    return run_case(game, {**CASE, "given": {}, "orders": orders, "then": then})


def test_a_game_says_what_a_case_can_be_about_and_calls_the_seats() -> None:
    assert told({}, ("show red",)) == [("asks", "anna turn", "bert turn")]
    assert told({"asks": "bert turn", "events": ["spent anna red 1", "drew anna 1"]}, ("anna: show red",)) == []


def test_what_follows_from_the_facts_is_compared_only_where_it_is_named() -> None:
    assert told({"stones": "6"}) == []
    assert told({"stones": "7"}) == [("stones", "7", "6")]


def test_a_fact_that_has_come_or_gone_is_compared_with_nothing() -> None:
    state = TOY.setup(OPTIONS, Dice(bytes(32))).state
    without = replace(state, seat=0, held=(0, 3))

    assert told({}, before=without) == [("stones of 0", "", "ooo")]
    assert told({"stones of 0": "ooo"}, before=without) == []


def test_what_has_happened_before_the_first_order_is_told_with_the_rest() -> None:
    assert told({"events": ["dawn"]}, told=("dawn",)) == []
    assert told({"events": []}, told=("dawn",)) == [("events", "()", "('dawn',)")]


def test_a_position_that_could_be_must_stay_one() -> None:
    def check(state: Any) -> None:
        if state.turn:
            raise BrokenState("place-covered-already", place="b3")

    ((where, want, _),) = run_case(replace(TOY, check=check), CASE)

    assert (where, want) == ("case", "a case that can be played")


def test_a_position_that_could_not_be_is_played_all_the_same() -> None:
    def check(state: Any) -> None:
        raise BrokenState("place-covered-already", place="b3")

    assert run_case(replace(TOY, check=check, cases=rules), {**CASE, "given": {}, "then": None}) == []


def test_a_face_that_nobody_has_named_is_asked_for() -> None:
    given = {"state": {"seat": 0, "hidden": [1, 0]}}

    assert found(given=given, orders=["turn"], then={}) == [
        ("case", "a case that can be played", "`given` does not say what lies face down on p0")
    ]


@pytest.mark.parametrize("error", [KeyError("Z9"), IndexError("9"), ValueError("fox")])
def test_a_place_or_a_piece_that_there_is_not_is_told(error: Exception) -> None:
    def facts(state: Any) -> dict[str, str]:
        raise error

    game = replace(TOY, cases=lambda: replace(rules(), facts=facts))

    ((where, want, told),) = run_case(game, {**CASE, "given": {}})

    assert (where, want) == ("case", "places, pieces and numbers that there are")
    assert str(error) in told


def test_where_nothing_is_played_facts_are_compared_and_no_order_is_taken() -> None:
    counted = replace(rules(), position_of=lambda given: {"stones": "16"})
    game = replace(TOY, cases=lambda: counted)

    assert run_case(game, {**CASE, "given": {}, "orders": [], "then": {"stones": "16"}}) == []
    assert run_case(game, {**CASE, "given": {}, "orders": [], "then": {"stones": "17"}}) == [("stones", "17", "16")]
    assert run_case(game, {**CASE, "given": {}})[0][:2] == ("case", "a case that can be played")


def test_an_order_that_is_refused_and_should_not_be_ends_the_case() -> None:
    assert found(orders=["turn", "show red"]) == [("order 1 (turn)", "accepted", "[TOY 2] toy/needs-stone verb='turn'")]


def test_an_order_may_be_refused_under_its_rule_or_under_any() -> None:
    nothing: dict[str, Any] = {"then": {}, "breaks": ["TOY 2"]}

    assert found(orders=["turn !TOY 2"], **nothing) == []
    assert found(orders=["turn !"], then={}) == []


def test_a_refusal_under_another_rule_is_told() -> None:
    assert found(orders=["turn !TOY 1"], then={}, breaks=["TOY 1"]) == [
        ("order 1 (turn)", "TOY 1", "[TOY 2] toy/needs-stone verb='turn'")
    ]


def test_an_order_that_is_accepted_and_should_not_be_is_told() -> None:
    assert found(orders=["show red !TOY 2"], breaks=["TOY 2"]) == [
        ("order 1 (show red)", "refused under TOY 2", "accepted")
    ]


def test_a_case_names_the_rules_it_breaks() -> None:
    assert found(orders=["turn !TOY 2"], then={}) == [("breaks", "TOY 2", "nothing")]


def test_a_variant_begins_where_the_orders_of_the_case_have_led() -> None:
    after: dict[str, Any] = {"turn": "2", "left": "8", "points 0": "1", "points 1": "1"}

    assert found(variants=[{"orders": ["show blue"], "then": after}, {"orders": ["turn !"]}]) == []
    assert found(variants=[{"orders": ["turn"]}]) == [
        ("variant 1, order 2 (turn)", "accepted", "[TOY 2] toy/needs-stone verb='turn'")
    ]


def test_a_hand_that_is_named_holds_what_it_names_and_no_more() -> None:
    hands = {"state": {"seat": 0}, "hands": [["blue", "blue", "blue"], ["red", "red", "red"]]}

    assert found(given=hands, orders=["show red !TOY 3"], then={}, breaks=["TOY 3"]) == []


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"afterwards": {}}, "Object contains unknown field `afterwards`"),
        ({"given": {"moon": 1}}, "Object contains unknown field `moon`"),
        ({"then": {"moon": 1}}, "Expected `str | array`, got `int` - at `$.then[...]`"),
        ({"orders": "show red"}, "Expected `array`, got `str` - at `$.orders`"),
    ],
)
def test_a_case_outside_the_format_is_told_with_the_place(changed: dict[str, Any], sentence: str) -> None:
    assert found(**changed) == [("case", "a case in the published format", sentence)]


@pytest.mark.parametrize("changed", [{"orders": ["throw"]}, {"given": {"seats": 5}}])
def test_a_case_that_cannot_be_played_is_told(changed: dict[str, Any]) -> None:
    ((where, want, _),) = found(**changed)

    assert (where, want) == ("case", "a case that can be played")


def test_the_type_of_a_book_takes_its_cases_and_no_others() -> None:
    book = book_type(TOY)

    assert msgspec.convert({"game": "toy", "cases": [CASE]}, book)
    for wrong in ({"game": "ludo", "cases": []}, {"game": "toy", "cases": [{**CASE, "given": {"moon": 1}}]}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, book)
