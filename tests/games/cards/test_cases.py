"""The case book: every case holds, and none is so weak that it would hold with anything else expected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.games.cards import GAME
from referee.games.cards.casebook import CaseBook

ROOT = Path(__file__).parents[3]
SCHEMA = ROOT / "schemas" / "cases-cards.schema.json"
BOOKS = sorted((Path(__file__).parent / "cases").glob("*.json"))
CASES: list[dict[str, Any]] = [case for path in BOOKS for case in json.loads(path.read_text("utf-8"))["cases"]]
DIGEST = (1, 2, 4, 6, 8, 9, 10, 11, 12, 14, 16, 17, 18, 19, 20, 22, 23, 24, 28, 29, 30, 31, 34, 36, 37, 38, 41, 43)
DIGEST += (46, 47, 48, 49, 50, 54)
"""The numbered cases of the rules digest."""


def by_id(number: str) -> dict[str, Any]:
    return next(case for case in CASES if case["id"] == number)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['title']}")
def test_case(case: dict[str, Any]) -> None:
    assert list(GAME.run_case(case)) == []


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_chapter_is_written_in_the_exchange_format(path: Path) -> None:
    book = msgspec.json.decode(path.read_bytes(), type=CaseBook)

    assert book.game == "cards"


def test_the_published_schema_is_the_one_of_the_types() -> None:
    assert json.loads(SCHEMA.read_text("utf-8")) == json.loads(json.dumps(msgspec.json.schema(CaseBook)))


def test_every_case_has_a_number_of_its_own_and_those_of_the_digest_are_all_there() -> None:
    numbers = [case["id"] for case in CASES]

    assert len(set(numbers)) == len(numbers)
    assert {f"K{number:02}" for number in DIGEST} <= set(numbers)


@pytest.mark.parametrize("case", [case for case in CASES if "setup" not in case], ids=lambda case: case["id"])
def test_a_case_fails_when_one_thing_it_does_not_mention_is_expected_to_change(case: dict[str, Any]) -> None:
    """What a case leaves out is compared too: here the top of a pile that nobody touched."""
    untouched = next(name for name in ("bow", "lion", "bull") if name not in case["expect"].get("piles", {}))
    wrong = {**case, "expect": {**case["expect"], "tops": {**case["expect"].get("tops", {}), untouched: "nobody"}}}

    assert [where for where, _, _ in GAME.run_case(wrong)] == [f"top of {untouched}"]


@pytest.mark.parametrize("case", [case for case in CASES if case.get("orders")], ids=lambda case: case["id"])
def test_a_case_fails_when_its_last_order_is_left_out(case: dict[str, Any]) -> None:
    *orders, last = case["orders"]
    shorter = {**case, "orders": orders}

    assert "!" in last or GAME.run_case(shorter) != []


@pytest.mark.parametrize(
    "number", [case["id"] for case in CASES if any(" !" in order for order in case.get("orders", ()))]
)
def test_a_refusal_under_another_rule_fails_the_case(number: str) -> None:
    case = by_id(number)
    orders = [f"{order.partition(' !')[0]} !CK 99.9" if " !" in order else order for order in case["orders"]]
    refusals = [index for index, order in enumerate(orders, 1) if order.endswith("CK 99.9")]

    found = GAME.run_case({**case, "orders": orders})

    assert [where.split(" (")[0] for where, _, _ in found] == [f"order {index}" for index in refusals]


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        ({"orders": ["lion: card red A"]}, ("case", "a case that can be played", "seat 1 is not asked anything now")),
        (
            {"orders": ["lion pass"]},
            ("case", "a case that can be played", "an order is written 'lion: pass'; got 'lion pass'"),
        ),
        (
            {"orders": ["fox: pass"]},
            ("case", "a case that can be played", "expected lion, bull, bow or vase; got 'fox'"),
        ),
        (
            {"columns": {"A": "* x"}},
            ("case", "a case that can be played", "expected a card such as r or k<lion.king>; got 'x'"),
        ),
        ({"piles": {"lion": "two"}}, ("case", "a case that can be played", "expected a count such as 2r; got 'two'")),
        (
            {"columns": {"A": "k k"}},
            ("case", "a case that can be played", "columns are a head and up to eight cards: kk * * * * * * *"),
        ),
        ({"expect": {"columns": {"Z": "*"}}}, ("Z", "*", "no such place")),
        ({"expect": {"ranks": [1, 2, 3, 4]}}, ("ranks", "(1, 2, 3, 4)", "the game goes on")),
    ],
)
def test_a_case_that_cannot_be_played_says_so(changed: dict[str, Any], difference: tuple[str, str, str]) -> None:
    case = {"id": "K0", "title": "", "rules": [], "source": "this test", "active": "bull", "orders": [], **changed}

    assert list(GAME.run_case(case)) == [difference]


def test_a_case_with_a_field_nobody_knows_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        GAME.run_case({"id": "K0", "title": "", "rules": [], "source": "", "afterwards": {}})
