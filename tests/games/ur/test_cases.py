"""Cases of Ur: what a wrong one tells. That all cases hold and agree with the rule list, the contract asks."""

from __future__ import annotations

from referee.games.ur import GAME
from referee.kernel.cases import run_case
from tests.games.known import rules


def test_a_case_that_does_not_hold_tells_what_differs() -> None:
    case = {
        "id": "00.1",
        "title": "A wrong case.",
        "rules": [],
        "source": "this test",
        "given": {"cubes": {"X": {"b3": 2}}},
        "orders": ["add b3"],
        "then": {"on b3": "X 4", "on turn": "Y", "events": []},
        "variants": [{"orders": ["add a1"]}, {"orders": ["add b3 !UR 5.3"]}],
        "breaks": ["UR 5.3"],
    }

    assert [(where, want) for where, want, _ in run_case(GAME, case)] == [
        ("events", "()"),
        ("on b3", "X 4"),
        ("supply of X", "18"),
        ("on turn", "Y"),
        ("variant 1, order 2 (add a1)", "accepted"),
        ("variant 2, order 2 (add b3)", "refused under UR 5.3"),
    ]


def test_every_ruling_has_its_reason_in_both_languages() -> None:
    rulings = rules("ur")["rulings"]

    assert list(rulings) == [f"G-{number}" for number in range(1, 26)]
    assert all(set(entry) == {"en", "it", "why_en", "why_it"} for entry in rulings.values())
