"""How a game stands and how it ended: the points, which lie open on the board, and what can be counted."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.ur.rules.scoring import score
from referee.games.ur.state import State
from referee.kernel.tallies import Tally, Told, counted


def course(state: State) -> tuple[int, ...]:
    """What each seat would count now, with the better face of its hand tile (UR 10.1)."""
    return tuple(score(state.board, seat, hand).points for seat, hand in enumerate(state.hands))


def is_open(state: State) -> bool:
    """Whether everybody may see them: always."""
    return True


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
