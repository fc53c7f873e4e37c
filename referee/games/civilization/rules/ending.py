"""Who has won.

Source: CV 17.4.
"""

from __future__ import annotations

from referee.games.civilization.state import State
from referee.kernel.game import Outcome, ranked


def outcome(state: State) -> Outcome | None:
    """The result, or None while the game runs: most victory points win, equal ones share the place."""
    if not state.ended or state.frames:
        return None
    return ranked(state.ended, [(player.points,) for player in state.players])
