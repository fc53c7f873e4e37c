"""What programs that play have in common, whatever their game.

A game that has such a player gives `Game.bot`: `answer(state, seat, own, chance, level)`, a pure function from what its
seat may see to one order. `chance` breaks ties alone, so that the same words give the same answer on every machine; for
that all worths are whole numbers, hundredths of a point: fractions are added up otherwise by another Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import comb
from typing import Any, Generic, TypeVar

import msgspec

from referee.kernel.dice import below
from referee.kernel.events import Spent
from referee.kernel.game import M, NeedsHiddenFace, Outcome, Reveals, S, Transition
from referee.kernel.goods import Hand, OwnGoods, without
from referee.kernel.requests import Seat

Choice = TypeVar("Choice")

GREEDY, GOOD = "greedy", "good"
Likely = Iterable[tuple[int, Any]]
"""What another seat may answer, each order with how likely it is: parts of `CERTAIN`, which add up to it."""
CERTAIN = 1000


def best_order(orders: Iterable[Choice], worth: Callable[[Choice], int], chance: Iterator[int]) -> Choice:
    """The order that is worth most; among equals `chance` decides. There is at least one order."""
    best: list[Choice] = []
    most = 0
    for order in orders:
        found = worth(order)
        if not best or found > most:
            best, most = [], found
        if found == most:
            best.append(order)
    return best[0] if len(best) == 1 else best[below(chance, len(best))]


class Foresight(msgspec.Struct, Generic[S, M], frozen=True):
    """How a program looks ahead in its game: by the rules' own functions, as far as the questions of one order go.

    apply   the rules'
    asked   the rules'
    orders  the orders worth a look: orders(state, seat, own)
    likely  what another seat will probably answer, for who sees its hand from outside: likely(state, seat)
    rests   whether no question is open but the next action, so that the position counts as it lies
    worth   what a position at rest is worth to a seat with this hand: worth(state, seat, hand)
    price   what an order costs beside what it leads to
    """

    apply: Callable[[S, Seat, M, Reveals], Transition[S]]
    asked: Callable[[S], tuple[Seat, ...]]
    orders: Callable[[S, Seat, OwnGoods], Iterable[M]]
    likely: Callable[[S, Seat], Likely]
    rests: Callable[[S], bool]
    worth: Callable[[S, Seat, Hand], int]
    price: Callable[[M], int]

    def after(self, state: S, order: M, seat: Seat, hand: Hand, deep: int, given: Hand = ()) -> int:
        """What an order of `seat` is worth to it; `given` are the kinds that leave the hand unseen with it."""
        faces = tuple((place, given[0]) for place in (getattr(order, "slot", ""),) if place and given)
        return self._foresee(state, seat, order, seat, without(hand, given), deep, faces) - self.price(order)

    def _foresee(self, state: S, by: Seat, order: M, seat: Seat, hand: Hand, deep: int, faces: Reveals = ()) -> int:
        try:
            step = self.apply(state, by, order, faces)
        except NeedsHiddenFace:  # it turns up what nobody here has seen: the position counts as it was
            return self.worth(state, seat, hand)
        for event in step.events:
            if isinstance(event, Spent) and event.seat == seat:
                hand = without(hand, (event.kind,) * event.count)
        return self._settle(step.state, seat, hand, deep, faces)

    def _settle(self, state: S, seat: Seat, hand: Hand, deep: int, faces: Reveals) -> int:
        if not deep or self.rests(state):
            return self.worth(state, seat, hand)
        asked = self.asked(state)[0]
        if asked != seat:
            likely = self.likely(state, asked)
            parts = (part * self._foresee(state, asked, order, seat, hand, deep - 1, faces) for part, order in likely)
            expected: int = sum(parts) // CERTAIN
            return expected
        return max(
            self._foresee(state, seat, order, seat, hand, deep - 1, faces) - self.price(order)
            for order in self.orders(state, seat, OwnGoods(hand))
        )


WON = 100_000
"""More than what lies on the table could ever be worth: the leader wants the end, and nobody else does."""


def outcome_value(outcome: Outcome | None, seat: Seat) -> int | None:
    """What the end of the game is worth to a seat; None while it runs."""
    return None if outcome is None else WON if outcome.ranks[seat] == 1 else -WON


@cache
def likelihood_of_at_least(count: int, kind: int, goods: int, size: int) -> int:
    """How likely, of `CERTAIN`, a hand of `size` goods of which nothing is known holds `count` of a kind that is `kind`
    of all `goods`.
    """
    ways = (comb(size, n) * kind**n * (goods - kind) ** (size - n) for n in range(max(0, count), size + 1))
    holding, every = sum(ways), goods**size
    return int(CERTAIN * holding // every)


MARGIN = 3
WEAKEST = (200, 50, 100)
"""Where the weakest colour counts: a point of a colour that is at most `MARGIN` above it, one of a colour that is far
above it, and beside that each point of the weakest itself."""
EVEN = 150
"""A point of any colour to a seat that takes what comes."""


def worth_by_lowest(
    points: Sequence[int], jokers: int, level: str, weights: tuple[int, int, int] = WEAKEST
) -> tuple[int, tuple[int, ...]]:
    """What points of some colours are worth if the weakest counts, and what one more of each would be.

    `jokers` count as any colour. A greedy player does not look at colours. `weights` are as `WEAKEST`.
    """
    near, far, lowest = weights
    if level == GREEDY:
        return EVEN * (sum(points) + jokers), (EVEN,) * len(points)
    filled = list(points)
    for _ in range(jokers):
        filled[filled.index(min(filled))] += 1
    low = min(filled)
    edge = low + MARGIN
    worth = lowest * low + sum([near * min(count, edge) + far * max(0, count - edge) for count in filled])
    return worth, tuple([near if count < edge else far for count in filled])
