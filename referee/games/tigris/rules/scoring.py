"""Chapter 13: the end of the game and who wins.

Source: TE 13.1 to TE 13.6; rulings R57, R58, R60 to R63, R90.
"""

from __future__ import annotations

from referee.games.tigris.events import Over
from referee.games.tigris.state import State, replace
from referee.kernel.events import Event
from referee.kernel.game import Outcome, outcome_of
from referee.kernel.tallies import lowest_first


def end_game(state: State, reason: str, log: list[Event]) -> State:
    """Close the game; nobody is asked any more.

    Events: `Over`.
    """
    log.append(Over(reason))
    return replace(state, frames=(), ended=reason)


def ends_by_bag(state: State) -> bool:
    """Whether the game ends because the bag is empty.

    Source: TE 13.6; ruling R90.
    """
    return state.setting.bag == "empty" and not state.bag


def outcome(state: State) -> Outcome | None:
    """The result, or None while the game runs.

    Source: TE 13.3, TE 13.4; rulings R62, R63.
    """
    if not state.ended:
        return None
    points = [lowest_first(*each) for each in zip(state.points, state.treasures_won, strict=True)]
    return outcome_of(state.ended, points)
