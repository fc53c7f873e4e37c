"""How the points went: the weakest colour of each player, treasures spread, as the end would compare them."""

from __future__ import annotations

from referee.games.tigris.rules.scoring import final_vector
from referee.games.tigris.state import State


def points(state: State) -> tuple[int, ...]:
    """The weakest colour of each seat (TE 13.3, TE 13.4)."""
    return tuple(final_vector(*each)[0] for each in zip(state.points, state.treasures_won, strict=True))


def is_open(state: State) -> bool:
    """Whether everybody may see the points: by option, or at the end."""
    return state.setting.open_scores or bool(state.ended)
