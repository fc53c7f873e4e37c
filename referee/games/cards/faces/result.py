"""How a game stands and how it ended: whose weakest colour is the strongest, and what can be counted."""

from __future__ import annotations

from collections.abc import Sequence

from referee.drawing import verdict
from referee.drawing.text import Picture
from referee.games.cards.data import KINDS
from referee.games.cards.faces.status import headline, word
from referee.games.cards.rules.ending import outcome, result_of
from referee.games.cards.state import State
from referee.kernel.game import View
from referee.kernel.tallies import Tally, Told, counted


def result(state: State, view: View) -> tuple[str, ...]:
    """Why the game is over, who won and by what, and each player's points; () while it runs."""
    return verdict.result(outcome(state), headline(state, view), view, _points(state, view.lang))


def compared(state: State, view: View) -> Picture:
    """The points of a finished game as a table."""
    ended = outcome(state)
    assert ended is not None
    return verdict.compared(ended, view, _points(state, view.lang))


def _points(state: State, lang: str) -> verdict.Points:
    words = tuple(word(kind, lang) for kind in KINDS)
    cards, treasures = zip(*((pile.cards, pile.treasures) for pile in state.piles), strict=True)
    return verdict.Points("cards", KINDS, words, cards, treasures)


def course(state: State) -> tuple[int, ...]:
    """The weakest colour of each seat, treasures spread (CK 16.2)."""
    return tuple(result_of(pile)[0] for pile in state.piles)


def is_open(state: State) -> bool:
    """Whether everybody may look into the piles: by option, or at the end."""
    return state.variant.piles == "open" or bool(state.ending)


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
