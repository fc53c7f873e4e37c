"""How the points went, which lie open on the board."""

from __future__ import annotations

from referee.games.ur.rules.scoring import score
from referee.games.ur.state import State


def points(state: State) -> tuple[int, ...]:
    """What each seat would count now, with the better face of its hand tile (UR 10.1)."""
    return tuple(score(state.board, seat, hand).points for seat, hand in enumerate(state.hands))


def is_open(state: State) -> bool:
    """Whether everybody may see them: always."""
    return True
