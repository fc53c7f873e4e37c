"""The case book holds, case by case; its schema, the rule list and the refusals in the code agree with it."""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import pytest

from referee.games.ur import GAME
from referee.games.ur.cases import CaseBook
from referee.games.ur.words import SORTS

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "referee" / "games" / "ur"
SCHEMA = ROOT / "schemas" / "cases-ur.schema.json"
BOOKS = sorted((Path(__file__).parent / "cases").glob("*.json"))
CASES: list[dict[str, Any]] = [case for path in BOOKS for case in json.loads(path.read_text("utf-8"))["cases"]]
LIST = tomllib.loads((FOLDER / "rules.toml").read_text("utf-8"))


def refusals(*names: str) -> Iterator[list[str]]:
    """The first arguments of every call of `names` in the game's code; empty where one is no plain text."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield [str(argument.value) if isinstance(argument, ast.Constant) else "" for argument in node.args]


RAISED = {rule for rule, *_ in refusals("illegal")}
SENTENCES = {arguments[1] for arguments in refusals("illegal")} | {text for text, *_ in refusals("Unreadable")}
SENTENCES |= {sort.missing for sort in SORTS}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['title']}")
def test_case(case: dict[str, Any]) -> None:
    assert list(GAME.run_case(case)) == []


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_chapter_follows_the_schema_and_numbers_its_cases(path: Path) -> None:
    book = msgspec.json.decode(path.read_bytes(), type=CaseBook)

    assert book.game == "ur"
    assert [case.id for case in book.cases] == [f"{path.stem[:2]}.{n}" for n in range(1, len(book.cases) + 1)]


def test_the_published_schema_is_the_one_of_the_types() -> None:
    assert json.loads(SCHEMA.read_text("utf-8")) == json.loads(json.dumps(msgspec.json.schema(CaseBook)))


def test_every_refusal_in_the_code_is_plain_text_under_a_listed_rule() -> None:
    assert "" not in RAISED | SENTENCES
    assert len(RAISED) > 25
    assert set(LIST["rules"]) >= RAISED | {GAME.info.hand_rule}


def test_every_rule_that_can_refuse_is_obeyed_by_a_case_and_broken_by_one() -> None:
    assert [rule for rule in sorted(RAISED) if not LIST["rules"][rule]["breaks"]] == []
    assert [rule for rule, entry in LIST["rules"].items() if not entry["obeys"]] == []


@pytest.mark.parametrize("rule", LIST["rules"])
def test_the_cases_listed_for_a_rule_are_about_it(rule: str) -> None:
    entry = LIST["rules"][rule]
    breaking = {case["id"] for case in CASES if rule in case.get("refused", {}).values()}
    breaking |= {case["id"] for case in CASES if rule == "UR 2.1" and case.get("clashes")}
    about = {case["id"] for case in CASES if rule in case["rules"]}

    assert set(entry["breaks"]) == breaking
    assert set(entry["obeys"]) <= about
    assert entry["en"] and entry["it"] and entry["source"]
    assert set(entry["rulings"]) <= set(LIST["rulings"])


def test_cases_name_listed_rules_only() -> None:
    named = {rule for case in CASES for rule in (*case["rules"], *case.get("refused", {}).values())}

    assert named <= set(LIST["rules"])


def test_every_ruling_has_its_reason_in_both_languages() -> None:
    assert list(LIST["rulings"]) == [f"G-{number}" for number in range(1, 26)]
    assert all(set(entry) == {"en", "it", "why_en", "why_it"} for entry in LIST["rulings"].values())


def test_every_refusal_has_its_italian_with_the_same_places() -> None:
    said = LIST["say"]

    assert set(said) - {"agriculture", "trade", "war", "culture", "politics"} == SENTENCES
    for english, italian in said.items():
        assert places(english) == places(italian), english


def places(template: str) -> list[str]:
    return sorted(field for _, field, _, _ in Formatter().parse(template) if field)


def test_a_case_that_does_not_hold_tells_what_differs() -> None:
    case = {
        "id": "00.1",
        "title": "A wrong case.",
        "rules": [],
        "source": "this test",
        "cubes": {"X": {"b3": 2}},
        "orders": ["add b3"],
        "after": {"cubes": {"X": {"b3": 4}}, "asked": "Y"},
        "allowed": ["add a1"],
        "refused": {"add b3": "UR 5.3"},
    }

    assert list(GAME.run_case(case)) == [
        ("on b3", "X 4", "X 3"),
        ("supply of X", "16", "17"),
        ("asked", "Y", "X"),
        ("add a1", "allowed", "UR 5.3"),
        ("add b3", "UR 5.3", "allowed"),
    ]


def test_a_case_with_a_field_nobody_knows_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        GAME.run_case({"id": "00.1", "title": "", "rules": [], "source": "", "afterwards": {}})
