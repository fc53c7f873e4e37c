"""How a game stands and how it ended: the points, which lie open on the board, and what can be counted."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.ur.data import SERIES_POINTS
from referee.games.ur.faces.words import say
from referee.games.ur.rules.scoring import score
from referee.games.ur.state import State
from referee.kernel.game import View
from referee.kernel.tallies import Tally, Told, counted


def result(state: State, view: View) -> tuple[str, ...]:
    """Why the game is over, who won, and each player's points with the series that make them."""
    if not state.ending:
        return ()
    scores = [score(state.board, seat, state.hands[seat]) for seat in range(state.seats)]
    best = max(found.points for found in scores)
    winners = [view.names[seat] for seat, found in enumerate(scores) if found.points == best]
    lines = [f"{say('no-swap' if state.ending == 'no-swap' else 'five-ziggurats', view)}."]
    lines.append(say("wins" if len(winners) == 1 else "share", view, names=", ".join(winners), points=best))
    for seat in sorted(range(state.seats), key=lambda seat: -scores[seat].points):
        series = ", ".join(f"{part} {_worth(part)}" for part in scores[seat].series)
        place = 1 + sum(found.points > scores[seat].points for found in scores)
        values = {"place": place, "name": view.names[seat], "count": scores[seat].points, "series": series}
        lines.append(say("place of", view, **values))
    return (f"{lines[0][:1].upper()}{lines[0][1:]}", *lines[1:])


def _worth(series: str) -> int:
    return SERIES_POINTS[len(series)]


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
