"""A wish opens no question and closes none: what was open before it is carried over, and would be found again."""

from __future__ import annotations

import pytest

from referee.games import find
from referee.games.civilization.events import Wished
from referee.games.civilization.rules.course import STAGES
from referee.kernel.game import complete_options
from tests.games.contract.playout import Table, playout
from tests.long_runs import of


@pytest.mark.parametrize("seed", range(of(2, 40)))
def test_what_is_open_after_a_wish_is_what_would_be_found_if_it_were_asked_anew(seed: int) -> None:
    game, seen = find("civilization"), 0

    def look(before: Table, after: Table) -> None:
        nonlocal seen
        if not any(isinstance(event, Wished) for event in after.events):
            return
        seen += 1
        kept = STAGES.asked(after.state)
        STAGES.latest[0] = (None, None)
        assert STAGES.asked(after.state) == kept
        assert game.requests(after.state) == game.requests(before.state)

    playout(game, complete_options(game.info, 2 + seed % 3, ()), seed, 0, look)
    assert seen
