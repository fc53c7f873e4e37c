"""The runner of cases: what it compares, what it takes for refused, and what it says of a case nobody can play."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.kernel.cases import book_type, run_case
from tests.games.contract.toy import TOY

CASE = {
    "id": "T1",
    "title": "A stone is shown and another drawn.",
    "rules": ["TOY 1"],
    "source": "this test",
    "given": {"state": {"seat": 0}},
    "orders": ["show red"],
    "then": {
        "state": {"seat": 1, "turn": 1, "left": 9, "points": [1, 0]},
        "asks": "1 turn",
        "events": ["spent 0 red 1", "drew 0 1"],
    },
}


def found(**changed: Any) -> list[tuple[str, str, str]]:
    return run_case(TOY, {**CASE, **changed})


def test_a_case_that_holds_has_no_differences() -> None:
    assert found() == []


def test_a_field_that_is_not_mentioned_must_be_as_it_was() -> None:
    assert found(then={"state": {"seat": 1, "turn": 1, "left": 9}}) == [("points", "[0, 0]", "[1, 0]")]


@pytest.mark.parametrize(
    ("wrong", "difference"),
    [
        ({"asks": "0 turn"}, ("asks", "0 turn", "1 turn")),
        ({"events": []}, ("events", "()", "('spent 0 red 1', 'drew 0 1')")),
        ({"ending": "empty"}, ("ending", "empty", "the game goes on")),
        ({"ranks": [1, 2]}, ("ranks", "(1, 2)", "the game goes on")),
        ({"state": {**CASE["then"]["state"], "moon": 1}}, ("moon", "1", "no such field")),  # type: ignore[index]
    ],
)
def test_what_is_expected_and_is_not_so_is_told(wrong: dict[str, Any], difference: tuple[str, str, str]) -> None:
    assert found(then={**CASE["then"], **wrong}) == [difference]  # type: ignore[dict-item]


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
    after: dict[str, Any] = {"state": {"seat": 0, "turn": 2, "left": 8, "points": [1, 1]}}

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
        ({"then": {"moon": 1}}, "Object contains unknown field `moon`"),
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
