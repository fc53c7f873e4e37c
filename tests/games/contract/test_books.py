"""The books of every game: one test for each promise and game, whoever brings the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.games import find
from referee.kernel.cases import run_case
from tests.games import known
from tests.games.contract.books import PROMISES, Promise, books_of, every_case_holds
from tests.games.contract.golden import retold

CASES = [pytest.param(game, case, id=f"{game} {case['id']}") for game in known.GAMES for case in known.cases(game)]


APART = [
    pytest.param(promise, id=promise.__name__, marks=[pytest.mark.long] * (promise is every_case_holds))
    for promise in PROMISES
]
"""Every promise; that of the cases has a test for each of them below."""


@pytest.mark.parametrize("promise", APART)
@pytest.mark.parametrize("game", known.GAMES)
def test_in_the_books_of_a_game(game: str, promise: Promise) -> None:
    assert list(promise(books_of(game))) == []


@pytest.mark.parametrize(("game", "case"), CASES)
def test_a_case_holds(game: str, case: dict[str, Any]) -> None:
    assert run_case(find(game), case) == []


GOLDEN = [
    pytest.param(game, path, id=f"{game} {path.stem}")
    for game in known.GAMES
    for path in sorted((known.home(game) / "golden").glob("*.txt"))
]


@pytest.mark.parametrize(("game", "path"), GOLDEN)
def test_a_golden_game_played_again_reads_the_same(game: str, path: Path) -> None:
    text = path.read_text("utf-8")

    assert retold(game, text) == text
