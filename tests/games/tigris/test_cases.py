"""The case book: every case holds, and a case that says something else does not."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from referee.games.tigris import GAME

Case = dict[str, Any]
ROOT = Path(__file__).parents[3]
BOOK = tuple(
    case
    for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
)
POSITIONS = tuple(case for case in BOOK if "steps" in case)


@pytest.mark.parametrize("case", BOOK, ids=[case["id"] for case in BOOK])
def test_the_case(case: Case) -> None:
    assert GAME.run_case(case) == []


def test_every_case_has_its_own_number() -> None:
    numbers = [case["id"] for case in BOOK]

    assert len(set(numbers)) == len(numbers) == 257


def expected_changes(case: Case) -> list[Case]:
    """Cases that say something false: a point more, another tile, an unmentioned change, a refusal more or less."""
    wrong = []
    for colour in ("red", "blue"):
        other = deepcopy(case)
        points = other["exp"].setdefault("vp", {}).setdefault("1", {})
        points[colour] = points.get(colour, 0) + 1
        wrong.append(other)
    for label, token in case["exp"].get("board", {}).items():
        other = deepcopy(case)
        other["exp"]["board"][label] = "x" if token != "x" else "."
        wrong.append(other)
    if case.get("breaks"):
        other = deepcopy(case)
        other["steps"] = [step.rstrip("!") for step in case["steps"]]
        wrong.append(other)
        wrong.append({**deepcopy(case), "rule": "TE 1.1"})
    else:
        other = deepcopy(case)
        other["steps"][-1] += "!"
        if not other["steps"][-1].startswith("end"):
            wrong.append(other)
    return wrong


@pytest.mark.parametrize("case", POSITIONS, ids=[case["id"] for case in POSITIONS])
def test_a_false_statement_about_the_case_is_found(case: Case) -> None:
    for wrong in expected_changes(case):
        if case.get("rule") == "TE 9.5" and case["steps"][-1].startswith("commitx") and wrong["rule"] == "TE 1.1":
            continue  # an order that cannot be written is refused by the grammar, under no rule
        assert GAME.run_case(wrong) != [], wrong


def test_a_change_that_is_not_mentioned_is_found() -> None:
    """The first case, with the farm it lays drawn as lying there before."""
    case = deepcopy(next(case for case in BOOK if case["id"] == "C38"))
    del case["exp"]["leaders"]

    assert GAME.run_case(case) == [("B1", "T1", ".")]


def test_a_case_that_leaves_forced_answers_out_says_the_same() -> None:
    """Programs that answer forced questions by themselves write no step for them."""
    case = deepcopy(next(case for case in BOOK if case["id"] == "C69"))
    case["steps"] = case["steps"][:1]

    assert GAME.run_case(case) == []


def test_the_book_keeps_to_the_published_format() -> None:
    schema = json.loads((ROOT / "schemas" / "cases.schema.json").read_text(encoding="utf-8"))
    fields = schema["$defs"]["case"]["properties"]
    token = re.compile(schema["$defs"]["token"]["pattern"])
    wanted = schema["$defs"]["expectation"]["properties"]

    for case in BOOK:
        assert set(case) <= set(fields), case["id"]
        assert all(token.match(sign) for row in case.get("grid", ()) for sign in row), case["id"]
        if "steps" in case:
            assert set(case["exp"]) <= set(wanted), case["id"]


@pytest.mark.parametrize(
    "steps", [["tilex s B2!"], ["tile s Z9!"], ["tile q B2!"], ["tile s!"], ["war yellow!"], ["commit x!"], [""]]
)
def test_a_step_outside_the_format_is_a_difference_even_if_it_should_be_refused(steps: list[str]) -> None:
    case = {"id": "X1", "title": "", "src": "", "grid": [["t", ".", "."]], "steps": steps, "exp": {"vp": {}}}

    assert GAME.run_case(case) == [("step 1", "a step such as `tile s D2`", steps[0])]


@pytest.mark.parametrize(
    "change", [{"grid": [["q"]]}, {"cells": {"Z9": "t"}}, {"mons": {"red-red": "A1"}}, {"steps": None}, {"exp": None}]
)
def test_a_case_outside_the_format_is_a_difference(change: Case) -> None:
    case = {"id": "X1", "title": "", "src": "", "grid": [["t"]], "steps": ["pass"], "exp": {"vp": {}}} | change

    ((where, _, _),) = GAME.run_case(case)

    assert where == "case"
