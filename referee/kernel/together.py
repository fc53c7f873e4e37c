"""Several seats asked at once: who still has to answer."""

from __future__ import annotations

from referee.kernel.game import Game, M, S, seats_asked
from referee.kernel.requests import Seat


def is_asked(game: Game[S, M], state: S, seat: Seat) -> bool:
    """Whether `seat` must answer now, alone or with others."""
    return seat in seats_asked(game, state)
