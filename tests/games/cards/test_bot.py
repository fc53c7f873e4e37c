"""What the good bot sees in the card game beside what is on the table: cards for ships, and conflicts that may come."""

from __future__ import annotations

from referee.games.cards.bot import GOOD_WEIGHTS, answer, turn_planner
from referee.games.cards.moves import ORDERS, Connect
from referee.games.cards.state import State
from referee.kernel.bot import GOOD
from referee.kernel.dice import stream
from referee.kernel.goods import OwnGoods
from tests.games.cards.asked_orders import at

SHIP = at(columns={"A": "* S(bg) r<lion.farmer> k"})
BORDER = at(columns={"C": "* r<lion.trader> g k", "D": "* g g r<bull.trader> k"})
APART = at(columns={"C": "* r<lion.trader> g", "D": "* g g r<bull.trader> k"})
"""Two traders whose kingdoms a connector may join, and two of which one has too few cards."""
ATTACKED = at(
    "lion: connect C-D", "lion: commit 2", columns={"C": "* r<lion.trader> g g", "D": "* g g g r<bull.trader>"}
)
"""Four against three, beyond a connector that the attacked seat does not know."""
SIDES = at(columns={"C": "* r<lion.trader> g g", "D": "* g g g r<bull.trader>"})
"""Before that attack."""


def worth(state: State, *hand: str) -> int:
    return turn_planner(GOOD_WEIGHTS).worth(state, 0, hand)


def order_of(state: State, seat: int, *hand: str) -> str:
    return ORDERS.format(answer(state, seat, OwnGoods(hand), stream(b"words", "cards"), GOOD).move)


def test_a_card_that_a_ship_takes_is_kept() -> None:
    assert worth(SHIP, "blue") > worth(SHIP, "green") == worth(SHIP)


def test_cards_for_a_conflict_are_kept_where_one_may_come() -> None:
    assert worth(BORDER, "green") > worth(BORDER, "blue") == worth(BORDER)
    assert worth(APART, "green") == worth(APART)
    assert worth(BORDER) < worth(APART)


def test_cards_that_hold_a_leader_are_played_whatever_lies_face_down() -> None:
    assert order_of(ATTACKED, 1, "black", "green", "green") == "commit 1"
    assert order_of(ATTACKED, 1, "black", "blue") == "commit 0"


def test_a_connector_is_a_card_that_its_conflict_does_not_need() -> None:
    planner = turn_planner(GOOD_WEIGHTS)
    hand = ("green", "green", "green", "red")
    connects = [order for order in planner.orders(SIDES, 0, hand) if isinstance(order.move, Connect)]
    assert max(connects, key=lambda order: planner.follow(SIDES, order, 0, hand).expected).secret == ("red",)
