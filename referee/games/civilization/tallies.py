"""What is counted in a finished game of Civilization."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.civilization.state import State
from referee.kernel.tallies import Tally, Told, counted


def tallies(state: State, told: Told, names: Sequence[str]) -> tuple[Tally, ...]:
    """Victory points, technologies, wonders, structures, settlements founded, territories conquered."""
    players = state.players
    return (
        Tally("points", tuple(player.points for player in players)),
        Tally("technologies", tuple(len(player.technologies) for player in players)),
        Tally("wonders", tuple(len(player.wonders) for player in players)),
        Tally("structures", tuple(len(player.structures) for player in players)),
        counted("founded", told, names, word="founded"),
        counted("conquests", told, names, word="conquered"),
    )
