"""What is counted in a finished card game."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.cards.data import KINDS
from referee.games.cards.state import State
from referee.kernel.tallies import Tally, Told, counted


def tallies(state: State, told: Told, names: Sequence[str]) -> tuple[Tally, ...]:
    """Cards by colour and treasures in the victory piles, conflicts won, ships built."""
    by_kind = zip(KINDS, zip(*(pile.cards for pile in state.piles), strict=True), strict=True)
    return (
        *(Tally(kind, tuple(cards)) for kind, cards in by_kind),
        Tally("treasures", tuple(pile.treasures for pile in state.piles)),
        counted("internal", told, names, word="internalwon"),
        counted("external", told, names, word="externalwon"),
        counted("ships", told, names, word="shipbuilt"),
    )
