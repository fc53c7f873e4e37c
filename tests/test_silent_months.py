"""Honest people are away, two of them at once: nobody is accused, and the game goes on; a host who drops moves lets
nobody pass whose move the others have.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.long_runs import of
from tests.support.silent_months import play

SEEDS = range(1, of(1, 10) + 1)
LENGTH = of(50, 90)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("drops", [pytest.param(False, marks=pytest.mark.long), True])
def test_nobody_is_accused_and_the_game_goes_on(tmp_path: Path, seed: int, drops: bool) -> None:
    line, came_through = play(seed, tmp_path, drops=drops, length=LENGTH)
    assert came_through, line


@pytest.mark.long
def test_a_move_that_got_lost_four_times_is_waited_for(tmp_path: Path) -> None:
    line, came_through = play(151, tmp_path)
    assert came_through, line
