"""Which questions each sort of order answers."""

from __future__ import annotations

from referee.games.civilization import moves as m
from referee.kernel.requests import TURN

BOX = (TURN, "box")

_ANSWERS: dict[type[m.Order], tuple[str, ...]] = {
    m.Take: ("card",),
    m.Settle: ("settle",),
    m.Learn: (*BOX, "technology"),
    m.Place: (*BOX, "place"),
    m.Settler: (*BOX, "colonists"),
    m.Grow: (*BOX, "growth"),
    m.Pass: (*BOX, "place", "colonists", "growth", "peek", "strike", "symbol"),
    m.Peek: ("peek",),
    m.Strike: ("strike",),
    m.Symbol: ("symbol",),
    m.Pick: ("pick",),
}
EVERY = ("box", "card", "colonists", "growth", "peek", "pick", "place", "settle", "strike", "symbol", "technology")
"""Every question beside `turn`."""


def answers(order: m.Order) -> tuple[str, ...]:
    """The questions an order answers; a wish goes with any of them."""
    if isinstance(order, m.Wish):
        return (TURN, *EVERY)
    return _ANSWERS.get(type(order), BOX)
