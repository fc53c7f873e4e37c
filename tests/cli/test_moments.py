"""Every moment of a game that was drawn has its tests, or the reason why it is otherwise."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
MOMENTS = tomllib.loads((TESTS / "cli" / "moments.toml").read_text("utf-8"))["moments"]


def test_all_moments_are_there_once_in_their_order() -> None:
    numbers = [*map(str, range(1, 43)), *(f"I{number}" for number in range(1, 11))]

    assert [number for number, *_ in MOMENTS] == numbers


@pytest.mark.parametrize(("number", "what", "state", "tests", "why"), MOMENTS, ids=[row[0] for row in MOMENTS])
def test_a_moment_is_tested_where_it_says_or_has_its_reason(
    number: str, what: str, state: str, tests: list[str], why: str
) -> None:
    assert what and state in ("done", "better", "later")
    assert bool(why) == (state != "done") and bool(tests) == (state != "later")
    for place in tests:
        file, _, line = place.partition("::")
        path = TESTS.parent / file if file.startswith("docs/") else TESTS / file

        assert (f"def {line}" if file.endswith(".py") else line) in path.read_text("utf-8"), place
