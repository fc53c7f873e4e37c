"""Chapter 13: the end of the game and who wins.

Source: TE 13.1 to TE 13.5; rulings R57, R58, R60 to R63.
"""

from __future__ import annotations

from referee.games.tigris.events import Event, Over
from referee.games.tigris.state import State, replace
from referee.kernel.game import Outcome

ENDINGS = ("treasures", "refill", "swap", "agreement")
"""Few treasures left; a hand that the bag cannot fill; a swap that it cannot serve; everybody only passes."""


def end_game(state: State, reason: str, log: list[Event]) -> State:
    """Close the game; nobody is asked any more.

    Events: `Over`.
    """
    log.append(Over(reason))
    return replace(state, frames=(), ended=reason)


def final_vector(points: tuple[int, ...], treasures: int) -> tuple[int, ...]:
    """The four colours once the treasures are spread, the weakest first.

    Each treasure raises the colour that is lowest then, which makes the sorted row as large as it can be; so no
    player needs to be asked.

    Source: TE 13.3, TE 13.4; ruling R62.
    """
    colours = sorted(points)
    for _ in range(treasures):
        colours[0] += 1
        colours.sort()
    return tuple(colours)


def ranks(vectors: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The rank of each vector: 1 for the largest, equal for equal ones, compared from the weakest colour on.

    Source: TE 13.4; ruling R63.
    """
    return tuple(1 + sum(1 for other in vectors if other > vector) for vector in vectors)


def outcome(state: State) -> Outcome | None:
    """The result, or None while the game runs.

    Source: TE 13.3, TE 13.4; rulings R62, R63.
    """
    if not state.ended:
        return None
    vectors = tuple(
        final_vector(points, treasures) for points, treasures in zip(state.points, state.treasures_won, strict=True)
    )
    return Outcome(state.ended, ranks(vectors), vectors)
