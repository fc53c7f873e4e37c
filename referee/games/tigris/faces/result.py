"""How a game stands and how it ended: whose weakest colour is the strongest, and what can be counted."""

from __future__ import annotations

from collections.abc import Sequence

from referee.drawing import verdict
from referee.drawing.text import Picture
from referee.games.tigris.data import COLOURS
from referee.games.tigris.faces.status import headline, say
from referee.games.tigris.rules.scoring import outcome
from referee.games.tigris.state import State
from referee.kernel.game import View
from referee.kernel.tallies import Tally, Told, counted, weakest_first


def result(state: State, view: View) -> tuple[str, ...]:
    """Why the game is over, who won and by what, and each player's points; () while it runs."""
    return verdict.result(outcome(state), headline(state, view), view, _points(state, view.lang))


def compared(state: State, view: View) -> Picture:
    """The points of a finished game as a table."""
    ended = outcome(state)
    assert ended is not None
    return verdict.compared(ended, view, _points(state, view.lang))


def _points(state: State, lang: str) -> verdict.Points:
    words = tuple(say(colour, lang) for colour in COLOURS)
    return verdict.Points("tigris", COLOURS, words, state.points, state.treasures_won)


def course(state: State) -> tuple[int, ...]:
    """The weakest colour of each seat, treasures spread (TE 13.3, TE 13.4)."""
    return tuple(weakest_first(*each)[0] for each in zip(state.points, state.treasures_won, strict=True))


def is_open(state: State) -> bool:
    """Whether everybody may see the points: by option, or at the end."""
    return state.setting.open_scores or bool(state.ended)


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
