"""Cases of Civilization: what a wrong one tells. That all cases hold the contract asks."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.civilization import GAME
from referee.kernel.cases import run_case

STANDING: dict[str, Any] = {"card": "c104", "towns": {"A": {"gan": 1}, "B": {"cha": 1}}, "credits": {"A": 20}}


def found(**changed: Any) -> list[tuple[str, str, str]]:
    case = {"id": "1", "title": "A wrong case.", "rules": [], "source": "this test", "given": STANDING, "then": {}}
    return run_case(GAME, {**case, **changed})


def test_who_is_asked_and_what_something_costs_is_compared() -> None:
    assert found(then={"asks": "B turn", "price of mas for A": "11", "defence of gan": "0"}) == [
        ("asks", "B turn", "A pick"),
        ("price of mas for A", "11", "15"),
    ]


def test_a_seat_that_is_not_asked_is_refused_under_a_rule() -> None:
    assert found(orders=["B: pass !CV 3.9"], breaks=["CV 3.9"], then=None) == []


@pytest.mark.parametrize(
    "given",
    [
        {"towns": {"A": {"atlantis": 1}}},
        {"units": {"A": ["atlantis:i1"]}},
        {"units": {"A": ["gan:x1"]}},
        {"units": {"Q": ["gan:i1"]}},
        {"technologies": {"A": ["fire"]}},
        {"wishes": {"A": ["pass"]}},
        {"card": "c999"},
    ],
)
def test_what_the_pack_does_not_know_is_told(given: dict[str, Any]) -> None:
    ((where, want, _),) = found(given={**STANDING, **given})

    assert (where, want) == ("case", "places, pieces and numbers that there are")
