"""`rules.toml`: every rule the code raises is listed, obeyed and broken; every refusal has its Italian."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from referee.games.cards import GAME
from referee.games.cards.rules.flow import STAGES

FOLDER = Path(__file__).parents[3] / "referee" / "games" / "cards"
LIST = tomllib.loads((FOLDER / "rules.toml").read_text("utf-8"))
CASES = [
    case
    for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(path.read_text("utf-8"))["cases"]
]


def sources() -> Iterator[ast.Module]:
    for path in sorted(FOLDER.rglob("*.py")):
        yield ast.parse(path.read_text("utf-8"))


def calls(name: str) -> Iterator[ast.Call]:
    for module in sources():
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


RAISED = {text(call.args[0]) for call in calls("illegal")} | {GAME.info.hand_rule, STAGES.rule}
REFUSALS = {text(call.args[1]) for call in calls("illegal")}
UNREADABLE = {text(call.args[0]) for call in calls("Unreadable")} - {""}
PASSED_ON = {
    node.value
    for module in sources()
    for node in ast.walk(module)
    if isinstance(node, ast.Constant)
    and isinstance(node.value, str)
    and node.value.endswith(("; got {found}", "; got {text}"))
}
"""Refusals of the two readers, which stand in their grammars."""

TEMPLATES = REFUSALS | UNREADABLE | PASSED_ON


def places(template: str) -> list[str]:
    return sorted(field for _, field, _, _ in Formatter().parse(template) if field)


def test_every_refusal_in_the_code_is_plain_text_under_a_listed_rule() -> None:
    assert "" not in RAISED | REFUSALS
    assert len(RAISED) > 15
    assert set(LIST["rules"]) >= RAISED


def test_every_rule_named_in_the_code_is_listed() -> None:
    named = {rule for path in FOLDER.rglob("*.py") for rule in re.findall(r"CK \d+\.\d+", path.read_text("utf-8"))}
    asked = {rule for case in CASES for rule in case["rules"]}

    assert named | asked <= set(LIST["rules"])


def test_every_rule_that_can_refuse_is_obeyed_by_a_case_and_broken_by_one() -> None:
    assert [rule for rule in sorted(RAISED) if not LIST["rules"][rule]["breaks"]] == []
    assert [rule for rule, entry in LIST["rules"].items() if not entry["obeys"]] == []


def test_the_list_names_exactly_the_cases_of_the_book() -> None:
    for rule, entry in LIST["rules"].items():
        about = [case["id"] for case in CASES if rule in case["rules"]]
        breaking = [
            case["id"] for case in CASES if any(order.endswith(f" !{rule}") for order in case.get("orders", ()))
        ]

        assert (entry["obeys"], entry["breaks"]) == (about, breaking), rule


def test_only_rules_that_the_code_raises_are_broken_by_cases() -> None:
    assert {rule for rule, entry in LIST["rules"].items() if entry["breaks"]} <= RAISED


def test_every_rule_has_a_sentence_in_both_languages_and_a_source() -> None:
    for rule, entry in LIST["rules"].items():
        assert set(entry) == {"en", "it", "source", "rulings", "obeys", "breaks"}, rule
        assert entry["en"].endswith(".") and entry["it"].endswith(".") and entry["source"], rule


def test_rules_stand_in_the_order_of_the_rulebook() -> None:
    numbers = [tuple(map(int, rule.removeprefix("CK ").split("."))) for rule in LIST["rules"]]

    assert numbers == sorted(numbers)


def test_every_ruling_stands_under_one_rule_and_has_its_reason_in_both_languages() -> None:
    under = [ruling for entry in LIST["rules"].values() for ruling in entry["rulings"]]

    assert sorted(under) == sorted(LIST["rulings"])
    assert list(LIST["rulings"]) == [f"G-{number}" for number in range(1, 40)]
    assert all(set(entry) == {"en", "it", "why_en", "why_it"} for entry in LIST["rulings"].values())


def test_every_ruling_named_in_the_code_is_listed() -> None:
    named = {ruling for path in FOLDER.rglob("*.py") for ruling in re.findall(r"G-\d+", path.read_text("utf-8"))}

    assert named <= set(LIST["rulings"])


def test_every_refusal_has_its_italian_with_the_same_places() -> None:
    said = LIST["say"]

    assert TEMPLATES - set(said) == set()
    for english, italian in said.items():
        assert places(english) == places(italian), english


def test_nothing_is_translated_that_the_code_does_not_say() -> None:
    """What is left are the words that stand in the places of refusals."""
    words = {english for english in LIST["say"] if re.fullmatch(r"[a-z]+(-[a-z]+)?", english)}

    assert set(LIST["say"]) - words == TEMPLATES


def test_refusals_are_one_lower_case_sentence_without_full_stop() -> None:
    for template in TEMPLATES:
        assert template[0].islower() or template[0] == "{", template
        assert not template.endswith("."), template
        assert not re.search("invalid|please", template), template


def test_every_option_is_explained_and_none_is_left_out_of_the_rulings() -> None:
    told = " ".join(entry["en"] for entry in LIST["rulings"].values())

    assert [option.name for option in GAME.info.options if option.name not in told] == []
