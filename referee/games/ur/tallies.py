"""What is counted in a finished game of Ur."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.ur.state import State
from referee.kernel.tallies import Tally, Told, counted


def tallies(state: State, told: Told, names: Sequence[str]) -> tuple[Tally, ...]:
    """Points, tiles founded, buildings, attacks, exchanges of tiles."""
    points = {words[1]: int(words[2]) for words in told if words[0] == "scored"}
    return (
        Tally("points", tuple(points.get(name, 0) for name in names)),
        counted("founded", told, names, word="founded"),
        counted("built", told, names, word="built"),
        counted("attacks", told, names, word="attacked"),
        counted("swaps", told, names, word="swapped"),
    )
