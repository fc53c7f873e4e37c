"""Cases of the card game: none is so weak that it would hold with anything else expected."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.cards import GAME
from referee.kernel.cases import run_case
from tests.games.known import cases

CASES = cases("cards")
DIGEST = (1, 2, 4, 6, 8, 9, 10, 11, 12, 14, 16, 17, 18, 19, 20, 22, 23, 24, 28, 29, 30, 31, 34, 36, 37, 38, 41, 43)
DIGEST += (46, 47, 48, 49, 50, 54)
"""The numbered cases of the rules digest."""

UNREAD = "places, pieces and numbers that there are"


def test_the_cases_of_the_digest_are_all_there() -> None:
    assert {f"K{number:02}" for number in DIGEST} <= {case["id"] for case in CASES}


@pytest.mark.parametrize("case", [case for case in CASES if "setup" not in case["given"]], ids=lambda case: case["id"])
def test_a_case_fails_when_one_thing_it_does_not_mention_is_expected_to_change(case: dict[str, Any]) -> None:
    """What a case leaves out is compared too: here the top of a pile that nobody touched."""
    untouched = next(name for name in ("bow", "lion", "bull") if f"top of {name}" not in case["then"])
    wrong = {**case, "then": {**case["then"], f"top of {untouched}": "nobody"}}

    assert [where for where, _, _ in run_case(GAME, wrong)] == [f"top of {untouched}"]


@pytest.mark.parametrize("case", [case for case in CASES if case.get("orders")], ids=lambda case: case["id"])
def test_a_case_fails_when_its_last_order_is_left_out(case: dict[str, Any]) -> None:
    *orders, last = case["orders"]

    assert "!" in last or run_case(GAME, {**case, "orders": orders}) != []


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        (
            {"orders": ["lion: card red A"]},
            ("order 1 (lion: card red A)", "accepted", "[CK 4.4] only the player whose turn it is can give orders"),
        ),
        ({"orders": ["fox: pass"]}, ("case", "a case that can be played", "there is no order called fox: pass")),
        ({"given": {"active": "fox"}}, ("case", UNREAD, "KeyError: 'fox'")),
        ({"given": {"columns": {"A": "* x"}}}, ("case", UNREAD, "ValueError: x is no card such as r or k<lion.king>")),
        ({"given": {"piles": {"lion": "two"}}}, ("case", UNREAD, "ValueError: two is no count such as 2r")),
        (
            {"given": {"columns": {"A": "k k"}}},
            ("case", "a case that can be played", "columns are a head and up to eight cards: kk * * * * * * *"),
        ),
        ({"then": {"Z": "*"}}, ("Z", "*", "no such fact")),
        ({"then": {"ranks": "1 2 3 4"}}, ("ranks", "1 2 3 4", "")),
    ],
)
def test_a_case_that_cannot_be_played_says_so(changed: dict[str, Any], difference: tuple[str, str, str]) -> None:
    case = {"id": "K0", "title": "", "rules": [], "source": "this test", "given": {}, "then": {}, **changed}
    case["given"] = {"active": "bull", **case["given"]}

    assert run_case(GAME, case) == [difference]
