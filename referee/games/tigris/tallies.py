"""What is counted in a finished game of Tigris & Euphrates."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.tigris.data import COLOURS
from referee.games.tigris.state import State
from referee.kernel.tallies import Tally, Told, counted


def tallies(state: State, told: Told, names: Sequence[str]) -> tuple[Tally, ...]:
    """Points by colour and treasures, conflicts won, monuments built."""
    by_colour = zip(COLOURS, zip(*state.points, strict=True), strict=True)
    return (
        *(Tally(colour, tuple(points)) for colour, points in by_colour),
        Tally("treasures", state.treasures_won),
        counted("revolts", told, names, word="won", why="revolt"),
        counted("wars", told, names, word="won", why="war"),
        counted("monuments", told, names, word="built"),
    )
