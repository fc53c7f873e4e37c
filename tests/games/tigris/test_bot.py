"""What the good bot sees in Tigris & Euphrates beside what is on the board: wars that may come."""

from __future__ import annotations

from referee.games.tigris.bot import GOOD_WEIGHTS, planner_of
from referee.games.tigris.state import State
from tests.games.tigris.playing import position

BORDER = position({"grid": [["t", "T1", "m", ".", "m", "m", "T2", "t"]]})
STRONGER = position({"grid": [["t", "T1", "m", "m", ".", "m", "T2", "t"]]})
APART = position({"grid": [["t", "T1", "m", ".", ".", "m", "m", "T2", "t"]]})
"""Two traders whose kingdoms one tile may join, and two for which it takes two."""


def worth(state: State, *hand: str) -> int:
    return planner_of(GOOD_WEIGHTS).worth(state, 0, hand)


def test_tiles_for_a_war_are_kept_where_one_may_come() -> None:
    assert worth(BORDER, "market", "market") > worth(BORDER, "market") > worth(BORDER, "farm") == worth(BORDER)
    assert worth(APART, "market", "market") == worth(APART, "farm") == worth(APART)


def test_a_kingdom_is_worth_less_beside_a_stronger_one() -> None:
    """With a market more on its own side and one less on the other it would win what it might lose."""
    assert worth(STRONGER, "market") - worth(APART) > worth(BORDER, "market") - worth(APART)
    assert worth(BORDER) < worth(APART)
