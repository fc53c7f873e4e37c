"""Cases of Tigris & Euphrates: one that says something else than the rules does not hold."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from referee.games.tigris import GAME
from referee.kernel.cases import run_case
from tests.games.known import cases

Case = dict[str, Any]
POSITIONS = tuple(case for case in cases("tigris") if case.get("orders"))


def expected_changes(case: Case) -> list[Case]:
    """Cases that say something false: a point more, another tile, an unmentioned change, a refusal more or less."""
    wrong = []
    for colour in ("red", "blue"):
        other = deepcopy(case)
        points = other["then"].setdefault("vp", {}).setdefault("1", {})
        points[colour] = points.get(colour, 0) + 1
        wrong.append(other)
    for label, token in case["then"].get("board", {}).items():
        other = deepcopy(case)
        other["then"]["board"][label] = "x" if token != "x" else "."
        wrong.append(other)
    if case.get("breaks"):
        other = deepcopy(case)
        other["orders"] = [order.partition(" !")[0] for order in case["orders"]]
        wrong.append({**other, "breaks": []})
    else:
        other = deepcopy(case)
        other["orders"][-1] += " !"
        if not other["orders"][-1].startswith("end"):
            wrong.append(other)
    return wrong


@pytest.mark.parametrize("case", POSITIONS, ids=[case["id"] for case in POSITIONS])
def test_a_false_statement_about_the_case_is_found(case: Case) -> None:
    for wrong in expected_changes(case):
        assert run_case(GAME, wrong) != [], wrong


def case_of(**changed: Any) -> Case:
    return {"id": "X1", "title": "", "rules": [], "source": "", "given": {"grid": [["t"]]}, "then": {}, **changed}


def by_id(number: str) -> Case:
    return deepcopy(next(case for case in POSITIONS if case["id"] == number))


def test_a_change_that_is_not_mentioned_is_found() -> None:
    """The first case, with the farm it lays drawn as lying there before."""
    case = by_id("C38")
    del case["then"]["leaders"]

    assert run_case(GAME, case) == [("B1", "T1", ".")]


def test_a_case_that_leaves_forced_answers_out_says_the_same() -> None:
    """Programs that answer forced questions by themselves write no order for them."""
    case = by_id("C69")

    assert run_case(GAME, {**case, "orders": case["orders"][:1]}) == []


@pytest.mark.parametrize("step", ["tilex s B2", "tile s Z9", "tile q B2", "tile s", "war yellow", "commit x", ""])
def test_a_step_outside_the_format_is_a_difference_even_if_it_should_be_refused(step: str) -> None:
    found = run_case(GAME, case_of(orders=[f"{step} !"]))

    assert found == [("case", "a case that can be played", f"expected a step such as `tile s D2`; got {step}")]


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
        {"then": {"board": {"Z1": "t"}}},
        {"then": {"hands": {"9": 1}}},
        {"then": {"vq": {}}},
        {"orders": None},
        {"then": 3},
        {"given": None},
        {"given": {"score": [[1, 2, 3, 4, 5]]}, "orders": ["pass"]},
    ],
)
def test_a_case_outside_the_format_is_a_difference(change: Case) -> None:
    ((where, _, _),) = run_case(GAME, case_of(**change))

    assert where == "case"
