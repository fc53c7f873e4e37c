"""How the points went: the weakest colour of each victory pile, treasures spread, as the end would compare them."""

from __future__ import annotations

from referee.games.cards.rules.ending import result_of
from referee.games.cards.state import State


def points(state: State) -> tuple[int, ...]:
    """The weakest colour of each seat (CK 16.2)."""
    return tuple(result_of(pile)[0] for pile in state.piles)


def is_open(state: State) -> bool:
    """Whether everybody may look into the piles: by option, or at the end."""
    return state.variant.piles == "open" or bool(state.ending)
