"""Every order a seat may give, sorted by canonical spelling. What a seat knows alone is never looked at."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.civilization.moves import ORDERS, CivilizationOrder
from referee.games.civilization.rules.course import orders
from referee.games.civilization.state import State
from referee.kernel.goods import OwnGoods
from referee.kernel.requests import Seat


def legal_orders(state: State, seat: Seat, own: OwnGoods | None) -> Iterator[CivilizationOrder]:
    """Every legal order of `seat`, wishes included; none if it is not asked."""
    spelled = {ORDERS.format(order): order for order in orders(state, seat)}
    return (spelled[text] for text in sorted(spelled))
