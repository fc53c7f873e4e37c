"""`rules.toml`: every rule that code raises is listed, obeyed and broken; every refusal has its Italian."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from referee.games.tigris import GAME

FOLDER = Path(__file__).parents[3] / "referee" / "games" / "tigris"
LIST = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))
BOOK = [
    case
    for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
]
FOR_PLAYERS = (*sorted((FOLDER / "rules").glob("*.py")), FOLDER / "notation.py", FOLDER / "typed.py")


def calls(name: str) -> Iterator[ast.Call]:
    for path in FOR_PLAYERS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def texts(node: ast.expr) -> set[str]:
    """The texts an argument may be: itself, one of two, or a constant of the modules."""
    if isinstance(node, ast.Constant):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    if isinstance(node, ast.Name):
        return CONSTANTS.get(node.id, set())
    return set()


def constants() -> dict[str, set[str]]:
    found = {}
    for path in FOR_PLAYERS:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                for target in node.targets:
                    if isinstance(target, ast.Name) and isinstance(node.value.value, str):
                        found[target.id] = {node.value.value}
    return found


CONSTANTS = constants()


def raised() -> set[str]:
    return {rule for call in calls("illegal") for rule in texts(call.args[0])} | {GAME.info.hand_rule}


def templates() -> set[str]:
    said = {text for call in calls("illegal") for text in texts(call.args[1])}
    return said | {text for call in calls("Unreadable") for text in texts(call.args[0])} | CONSTANTS["A_KIND"]


def test_every_rule_that_code_raises_is_listed() -> None:
    assert len(raised()) > 30
    assert raised() <= set(LIST["rules"])


def test_every_rule_that_code_raises_is_obeyed_by_one_case_and_broken_by_another() -> None:
    missing = [
        rule for rule in sorted(raised()) if not (LIST["rules"][rule]["obeys"] and LIST["rules"][rule]["breaks"])
    ]

    assert missing == []


def test_the_list_names_exactly_the_cases_of_the_book() -> None:
    for rule, entry in LIST["rules"].items():
        ours = [(case["id"], "breaks" in case) for case in BOOK if case["rule"] == rule]
        assert entry["obeys"] == [number for number, breaks in ours if not breaks], rule
        assert entry["breaks"] == [number for number, breaks in ours if breaks], rule
    assert {case["rule"] for case in BOOK} <= set(LIST["rules"])


def test_every_rule_named_in_the_code_is_listed() -> None:
    named = {
        rule for path in FOLDER.rglob("*.py") for rule in re.findall(r"TE \d+\.\d+", path.read_text(encoding="utf-8"))
    }

    assert named <= set(LIST["rules"])


def test_all_disputed_questions_are_answered_and_stand_under_a_rule() -> None:
    assert list(LIST["rulings"]) == [f"R{number}" for number in range(1, 88)]
    for ruling in LIST["rulings"].values():
        assert all(ruling[field] for field in ("question_en", "question_it", "en", "it"))
    under = {ruling for entry in LIST["rules"].values() for ruling in entry["rulings"]}
    assert set(LIST["rulings"]) - under == {"R48"}  # what is shown, not what is allowed


def test_every_rule_has_a_sentence_in_both_languages_and_a_source() -> None:
    for rule, entry in LIST["rules"].items():
        assert all(entry[field] for field in ("en", "it", "source")), rule
        assert entry["rulings"] or rule.startswith("TE 1"), rule


def test_every_refusal_has_its_italian_with_the_same_places() -> None:
    def places(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}

    assert templates() - set(LIST["say"]) == set()
    for english, italian in LIST["say"].items():
        assert places(english) == places(italian), english


def test_refusals_are_one_lower_case_sentence_without_full_stop() -> None:
    for template in templates():
        assert template[0].islower() or template[0] in "{1", template
        assert not template.endswith(".") and "invalid" not in template and "please" not in template, template
