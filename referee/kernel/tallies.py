"""What can be counted in a game: tallies for statistics over many, a chart of one, and points whose weakest count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

Told = Sequence[Sequence[str]]
"""Every event of a game in order, each as the words that stand for it in the step notes."""


class Tally(msgspec.Struct, frozen=True):
    """What a game counts of each seat."""

    name: str
    """The code of what is counted; the game's catalogue has its words (context `tally`)."""
    values: tuple[int, ...]
    """A number for each seat, in seat order."""


def always(state: Any) -> bool:
    """True: everybody may see the points while the game runs."""
    return True


class PointsCourse(msgspec.Struct, frozen=True):
    """How the points of a game went, for a chart.

    points   for each seat what would be compared first if the game ended now: points(state)
    is_open  whether everybody may see them while the game runs: is_open(state)
    weakest  whether they are the points in the lowest colour
    """

    points: Callable[[Any], tuple[int, ...]]
    is_open: Callable[[Any], bool] = always
    weakest: bool = False
    colours: Callable[[Any], tuple[tuple[int, ...], ...]] | None = None
    """For each seat its points in every colour, then those of any colour; None where there are no colours."""


Tallies = Callable[[Any, Told, Sequence[str]], tuple[Tally, ...]]
"""(last state, every event, names of the seats) to what can be counted. Only public facts go in, so nothing else comes
out.
"""


def no_tallies(state: Any, told: Told, names: Sequence[str]) -> tuple[Tally, ...]:
    """Nothing but the result is counted."""
    return ()


def count_events(name: str, told: Told, names: Sequence[str], *, word: str, why: str = "") -> Tally:
    """How many events of a kind begin with each seat: `won anna bert 5 3 war` counts for Anna.

    `why` is their last word, where one kind of event has several reasons.
    """
    seats = [words[1] for words in told if words[0] == word and (not why or words[-1] == why)]
    return Tally(name, tuple(seats.count(seat) for seat in names))


def spread_treasures(points: Sequence[int], treasures: int) -> tuple[int, ...]:
    """How many treasures go to each colour: one after the other to the weakest, the last of equals.

    Source: TE 13.3, ruling R62; CK 16.1.
    """
    raised, given = list(points), [0] * len(points)
    for _ in range(treasures):
        weakest = max(range(len(raised)), key=lambda colour: (-raised[colour], colour))
        raised[weakest] += 1
        given[weakest] += 1
    return tuple(given)


def lowest_first(points: Sequence[int], treasures: int) -> tuple[int, ...]:
    """The colours once the treasures are spread, the weakest first. No row that they could make is larger, so no player
    needs to be asked.

    Source: TE 13.3, TE 13.4, ruling R62; CK 16.1, CK 16.2.
    """
    return tuple(sorted(own + more for own, more in zip(points, spread_treasures(points, treasures), strict=True)))
