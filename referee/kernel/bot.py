"""What programs that play have in common, whatever their game.

A game that has such a player gives `Game.bot`: `answer(state, seat, own, chance, level)`, a pure function from what its
seat may see to one order. `chance` breaks ties alone, so that the same words give the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from referee.kernel.dice import below
from referee.kernel.game import AnyGame, Typed

Choice = TypeVar("Choice")

GREEDY, GOOD = "greedy", "good"
LEVELS = (GREEDY, GOOD)
"""How well a program plays, the weaker first."""


def best_of(orders: Iterable[Choice], worth: Callable[[Choice], float], chance: Iterator[int]) -> Choice:
    """The order that is worth most; among equals `chance` decides. There is at least one order."""
    best: list[Choice] = []
    most = float("-inf")
    for order in orders:
        found = worth(order)
        if found > most:
            best, most = [], found
        if found == most:
            best.append(order)
    return best[0] if len(best) == 1 else best[below(chance, len(best))]


def as_typed(game: AnyGame, order: Typed[object]) -> str:
    """An answer as a person would type it, with the kinds that leave the hand unseen: `swap farm temple`."""
    words = game.notation.format_order(order.move).split()
    if not order.secret:
        return " ".join(words)
    word, *rest = words
    shown = rest if not rest or not rest[0].isdigit() else rest[1:]
    return " ".join((word, *shown, *order.secret))
