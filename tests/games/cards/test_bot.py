"""What the good bot sees in the card game beside what is on the table: cards for ships, and conflicts that may come."""

from __future__ import annotations

from referee.games.cards.bot import GOOD_WEIGHTS, turn_planner
from referee.games.cards.state import State
from tests.games.cards.asked_orders import at

SHIP = at(columns={"A": "* S(bg) r<lion.farmer> k"})
BORDER = at(columns={"C": "* r<lion.trader> g k", "D": "* g g r<bull.trader> k"})
APART = at(columns={"C": "* r<lion.trader> g", "D": "* g g r<bull.trader> k"})
"""Two traders whose kingdoms a connector may join, and two of which one has too few cards."""


def worth(state: State, *hand: str) -> int:
    return turn_planner(GOOD_WEIGHTS).worth(state, 0, hand)


def test_a_card_that_a_ship_takes_is_kept() -> None:
    assert worth(SHIP, "blue") > worth(SHIP, "green") == worth(SHIP)


def test_cards_for_a_conflict_are_kept_where_one_may_come() -> None:
    assert worth(BORDER, "green") > worth(BORDER, "blue") == worth(BORDER)
    assert worth(APART, "green") == worth(APART)
    assert worth(BORDER) < worth(APART)
