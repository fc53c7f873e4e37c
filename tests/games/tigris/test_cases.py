"""Cases of Tigris & Euphrates: one that says something else than the rules does not hold."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from referee.games.tigris import GAME
from referee.kernel.cases import run_case
from tests.games.known import cases
from tests.long_runs import of

Case = dict[str, Any]
POSITIONS = tuple(case for case in cases("tigris") if case.get("orders"))


def expected_changes(case: Case) -> list[Case]:
    """Cases that say something false: another point, another fact, a change unmentioned, a refusal more or less."""
    then = case["then"]
    wrong = [{**case, "then": {**then, f"points of {player}": "red 99"}} for player in "12"]
    for name in then:
        wrong.append({**case, "then": {**then, name: f"{then[name]}?"}})
        wrong.append({**case, "then": {other: value for other, value in then.items() if other != name}})
    if case.get("breaks"):
        accepted = [order.partition(" !")[0] for order in case["orders"]]
        return [*wrong, {**case, "orders": accepted, "breaks": []}]
    *orders, last = case["orders"]
    return [*wrong, {**case, "orders": [*orders, f"{last} !"]}]


@pytest.mark.parametrize("case", POSITIONS, ids=[case["id"] for case in POSITIONS])
def test_a_false_statement_about_the_case_is_found(case: Case) -> None:
    wrongs = expected_changes(case)
    for wrong in (*wrongs[:: of(3, 1)], wrongs[-1]):
        assert run_case(GAME, wrong) != [], wrong


def case_of(**changed: Any) -> Case:
    return {"id": "X1", "title": "", "rules": [], "source": "", "given": {"grid": [["t"]]}, "then": {}, **changed}


def by_id(number: str) -> Case:
    return deepcopy(next(case for case in POSITIONS if case["id"] == number))


def test_a_change_that_is_not_mentioned_is_found() -> None:
    case = by_id("C38")
    del case["then"]["B1"]

    assert run_case(GAME, case) == [("B1", "T1", ".")]


@pytest.mark.parametrize("order", ["placed temple B2", "place temple Z9", "place q B2", "war yellow", "commit x", ""])
def test_an_order_that_is_none_is_a_difference_even_if_it_should_be_refused(order: str) -> None:
    ((where, wanted, _),) = run_case(GAME, case_of(orders=[f"{order} !"]))

    assert (where, wanted) == ("case", "a case that can be played")


@pytest.mark.parametrize(
    "change",
    [
        {"given": {"grid": [["q"]]}},
        {"given": {"cells": {"Z9": "t"}}},
        {"given": {"mons": {"red-red": "A1"}}},
        {"given": {"mons": {"red-blue": "Z1"}}},
        {"given": {"mons": {"red-blue": "A1\n"}}},
        {"given": {"zig": "Q1"}},
        {"given": {"hands": {"1": "q"}}},
        {"given": {"gird": [["t"]]}},
        {"given": {"n": 5}},
        {"given": {"grid": [["t"]], "cells": {"B1": "t\n"}}},
        {"then": {"A1": 1}},
        {"orders": None},
        {"then": 3},
        {"given": None},
        {"given": {"score": [[1, 2, 3, 4, 5]]}, "orders": ["pass"]},
    ],
)
def test_a_case_outside_the_format_is_a_difference(change: Case) -> None:
    ((where, _, _),) = run_case(GAME, case_of(**change))

    assert where == "case"
