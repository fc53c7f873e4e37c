"""What bots have in common, whatever their game.

A game that has such a player gives `Game.bot`: `answer(state, seat, own, chance, level)`, a pure function from what its
seat may see to one order. `chance` breaks ties alone. All worths are whole numbers, hundredths of a point, so that the
answer is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from math import comb
from typing import Any, Generic, TypeVar

import msgspec

from referee.kernel.dice import below, permutation
from referee.kernel.errors import Unreadable
from referee.kernel.events import Spent
from referee.kernel.game import AnyGame, M, NeedsHiddenFace, Outcome, Reveals, S, Transition, Typed
from referee.kernel.goods import Hand, OwnGoods, without
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence

Choice = TypeVar("Choice")

GREEDY, GOOD, STRONG = "greedy", "good", "strong"
LEVELS = (GREEDY, GOOD, STRONG)
"""How well a bot plays, the weaker first; not every game has them all (`Game.levels`)."""

VERSION = 8
"""What the programs of this release are; another one as soon as any of them answers anything otherwise: raise it, and
`scripts/freeze.py` adds what they answer now. A join quotes it, so that answers from another release are not
checked against those of this one.
"""


def is_same_program(game: AnyGame, level: str, version: int) -> bool:
    """Whether the program of a VERSION answers in this game and on this level as that of this release does."""
    return dict(game.since).get(level, 1) <= version <= VERSION


Likely = Iterable[tuple[int, Any]]
"""What another seat may answer, each order with how likely it is: parts of `CERTAIN`, which add up to it."""
CERTAIN = 1000


def check_level(name: str, known: Sequence[str] = LEVELS) -> None:
    """Check that programs can play so well, those of a game if its levels are `known`. Raises Unreadable, with how well
    they can.
    """
    if name not in known:
        raise Unreadable("no-such-level", name=name, known=", ".join(known))


def best_order(orders: Iterable[Choice], worth: Callable[[Choice], int], chance: Iterator[int]) -> Choice:
    """The order that is worth most; among equals `chance` decides. There is at least one order."""
    found = [(worth(order), order) for order in orders]
    most = max(worth for worth, _ in found)
    best = [order for worth, order in found if worth == most]
    return best[0] if len(best) == 1 else best[below(chance, len(best))]


class Likeliest(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """Where an order leads if all others answer as is likeliest: the position, the hand, and what that is worth."""

    state: S
    hand: Hand
    worth: int
    expected: int
    """What the order is worth over all answers."""
    stuck: bool = False
    """Whether something has to be turned up first, so that nothing can be foreseen after it."""


class Foresight(msgspec.Struct, Generic[S, M], frozen=True):
    """How a program looks ahead in its game: by the rules' own functions, as far as the questions of one order go."""

    apply: Callable[[S, Seat, M, Reveals], Transition[S]]
    """The rules'."""
    asked: Callable[[S], tuple[Seat, ...]]
    """The rules'."""
    orders: Callable[[S, Seat, OwnGoods], Iterable[M]]
    """The orders worth a look: orders(state, seat, own)."""
    likely: Callable[[S, Seat], Likely]
    """What another seat will probably answer, for who sees its hand from outside: likely(state, seat)."""
    rests: Callable[[S], bool]
    """Whether no question is open but the next action, so that the position counts as it lies."""
    worth: Callable[[S, Seat, Hand], int]
    """What a position at rest is worth to a seat with this hand: worth(state, seat, hand)."""
    price: Callable[[M], int]
    """What an order costs beside what it leads to."""
    guessed: Callable[[S], Reveals] = lambda state: ()
    """What is taken to lie where nobody but its owner knows it: guessed(state)."""

    def after(self, state: S, order: M, seat: Seat, hand: Hand, deep: int, given: Hand = ()) -> int:
        """What an order of `seat` is worth to it; `given` are the kinds that leave the hand unseen with it."""
        return self.follow(state, order, seat, hand, deep, given).expected

    def follow(self, state: S, order: M, seat: Seat, hand: Hand, deep: int, given: Hand = ()) -> Likeliest[S]:
        """Where an order of `seat` most likely leads, and what it is worth on the average, its price taken off."""
        faces = tuple((place, given[0]) for place in (getattr(order, "slot", ""),) if place and given)
        faces = faces or self.guessed(state)
        found = self._foresee(state, seat, order, seat, without(hand, given), deep, faces)
        return msgspec.structs.replace(found, expected=found.expected - self.price(order))

    def _foresee(
        self, state: S, by: Seat, order: M, seat: Seat, hand: Hand, deep: int, faces: Reveals = ()
    ) -> Likeliest[S]:
        try:
            step = self.apply(state, by, order, faces)
        except NeedsHiddenFace:  # it turns up what nobody here has seen: the position counts as it was
            worth = self.worth(state, seat, hand)
            return Likeliest(state, hand, worth, worth, stuck=True)
        for event in step.events:
            if isinstance(event, Spent) and event.seat == seat:
                hand = without(hand, (event.kind,) * event.count)
        return self._settle(step.state, seat, hand, deep, faces)

    def _settle(self, state: S, seat: Seat, hand: Hand, deep: int, faces: Reveals) -> Likeliest[S]:
        if not deep or self.rests(state):
            worth = self.worth(state, seat, hand)
            return Likeliest(state, hand, worth, worth)
        asked = self.asked(state)[0]
        if asked != seat:
            found = [
                (part, self._foresee(state, asked, order, seat, hand, deep - 1, faces))
                for part, order in self.likely(state, asked)
            ]
            expected = sum(part * one.expected for part, one in found) // CERTAIN
            return msgspec.structs.replace(max(found, key=lambda one: one[0])[1], expected=expected)
        return max(
            (
                msgspec.structs.replace(found, expected=found.expected - self.price(order))
                for order in self.orders(state, seat, OwnGoods(hand))
                for found in (self._foresee(state, seat, order, seat, hand, deep - 1, faces),)
            ),
            key=lambda found: found.expected,
        )


class TurnPlan(msgspec.Struct, Generic[S, M], frozen=True, gc=False):
    """Orders of one turn, where they most likely lead, and what they are worth to who gives them."""

    orders: tuple[M, ...]
    state: S
    hand: Hand
    worth: int
    beside: int = 0
    """How much of that is not in the position that they lead to: prices, and what others might answer."""


class Planner(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """A search through the whole own turn: to each of the best plans every order is added, by the rules' own functions,
    and a plan that ends the turn is valued as it leaves the table. Its budget is in orders tried, not in seconds.
    """

    follow: Callable[[S, M, Seat, Hand], Likeliest[S]]
    """Where an order leads, as `Foresight.follow`."""
    orders: Callable[[S, Seat, Hand], Iterable[M]]
    """The orders worth a look."""
    ends: Callable[[S, Seat], bool]
    """Whether the turn of a seat is over, or cannot be foreseen any further."""
    worth: Callable[[S, Seat, Hand], int]
    """What a position is worth to a seat with this hand."""
    last: Callable[[S, Seat], Iterable[M]] = lambda state, seat: ()
    """Orders that do no more than end the turn, tried on the best plans alone."""

    def plans(self, state: S, seat: Seat, hand: Hand, width: int, budget: int) -> list[TurnPlan[S, M]]:
        """Plans to the end of the turn, the best first. There is an order to give."""
        layer = [TurnPlan[S, M]((), state, hand, self.worth(state, seat, hand))]
        reached, ended = list(layer), list[TurnPlan[S, M]]()
        while layer and budget > 0:
            found: dict[tuple[S, Hand], TurnPlan[S, M]] = {}
            for plan in layer:
                for order in self.orders(plan.state, seat, plan.hand):
                    budget -= 1
                    after, over = self._after(plan, seat, order)
                    if over:
                        ended.append(after)
                        continue
                    known = found.setdefault((after.state, after.hand), after)
                    if after.worth > known.worth:
                        found[after.state, after.hand] = after
            layer = _best(found.values())[:width]
            reached += layer
        for plan in _best(reached)[:width]:
            ended += [self._after(plan, seat, order)[0] for order in self.last(plan.state, seat)]
        return _best(ended or reached[1:])

    def _after(self, plan: TurnPlan[S, M], seat: Seat, order: M) -> tuple[TurnPlan[S, M], bool]:
        """A plan with one order more, and whether the turn ends with it."""
        found = self.follow(plan.state, order, seat, plan.hand)
        orders, beside = (*plan.orders, order), plan.beside + found.expected - found.worth
        over = found.stuck or self.ends(found.state, seat)
        return TurnPlan(orders, found.state, found.hand, found.worth + beside, beside), over


def _best(plans: Iterable[TurnPlan[S, M]]) -> list[TurnPlan[S, M]]:
    return sorted(plans, key=lambda plan: -plan.worth)


def first_order(plans: Sequence[TurnPlan[S, M]], chance: Iterator[int]) -> M:
    """The first order of the plan that is worth most; among equals `chance` decides."""
    firsts = list(dict.fromkeys(plan.orders[0] for plan in plans if plan.worth == plans[0].worth))
    return firsts[0] if len(firsts) == 1 else firsts[below(chance, len(firsts))]


class DeepPlanner(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """A search some turns deep: the best plans for one's own turn are played on, until the seat has had another turn,
    in worlds that deal to the others what this seat has not seen. Everybody plays narrow plans, with the hand dealt.
    """

    planner: Planner[S, M]
    asked: Callable[[S], tuple[Seat, ...]]
    """The rules'."""
    unseen: Callable[[S, Seat, Hand], Sequence[str]]
    """The kinds that a seat with this hand does not see, one for each good."""
    sizes: Callable[[S], tuple[int, ...]]
    """How many goods each hand holds."""
    first: tuple[int, int]
    """Width and budget of the search of one's own turn .."""
    later: tuple[int, int] = (1, 100)
    """.. and of those of the turns after it."""
    plans: int = 6
    """So many plans are played on .."""
    worlds: int = 4
    """.. each in so many worlds at a table of two; at a larger one in fewer, so that as many turns are played."""

    def order(self, state: S, seat: Seat, hand: Hand, chance: Iterator[int]) -> M:
        """The first order of the plan that is worth most, half as it leaves the table, half as it is played on."""
        plans = self._different(self.planner.plans(state, seat, hand, *self.first))
        if len({plan.orders[0] for plan in plans}) == 1:
            return plans[0].orders[0]
        count = max(1, 2 * self.worlds // len(self.sizes(state)))
        worlds = [self._deal(state, seat, hand, chance) for _ in range(count)]
        return first_order(_best(self._deep_plan(plan, seat, worlds) for plan in plans), chance)

    def _different(self, plans: Sequence[TurnPlan[S, M]]) -> list[TurnPlan[S, M]]:
        """The best plans, of those with one end one."""
        found: dict[tuple[S, Hand], TurnPlan[S, M]] = {}
        for plan in plans:
            if len(found) == self.plans:
                break
            found.setdefault((plan.state, plan.hand), plan)
        return list(found.values())

    def _deal(self, state: S, seat: Seat, hand: Hand, chance: Iterator[int]) -> tuple[list[Hand], list[str]]:
        """The hands of a world, and what may be drawn in it."""
        kinds = self.unseen(state, seat, hand)
        pile = [kinds[at] for at in permutation(chance, len(kinds))]
        hands = [
            hand if at == seat else _hand_after_drawing((), size, pile) for at, size in enumerate(self.sizes(state))
        ]
        return hands, pile

    def _deep_plan(
        self, plan: TurnPlan[S, M], seat: Seat, worlds: Sequence[tuple[list[Hand], list[str]]]
    ) -> TurnPlan[S, M]:
        found = sum(self._later_worth(plan, seat, list(hands), list(pile)) for hands, pile in worlds) // len(worlds)
        return msgspec.structs.replace(plan, worth=plan.worth + plan.beside + found)

    def _later_worth(self, plan: TurnPlan[S, M], seat: Seat, hands: list[Hand], pile: list[str]) -> int:
        """What the position is worth to a seat once it has had another turn after this plan."""
        state = plan.state
        hands[seat] = plan.hand
        while asked := self.asked(state):
            hands = [_hand_after_drawing(hand, size, pile) for hand, size in zip(hands, self.sizes(state), strict=True)]
            by = asked[0]
            best = self.planner.plans(state, by, hands[by], *self.later)[0]
            if best.state == state:  # something has to be turned up first
                break
            state, hands[by] = best.state, best.hand
            if by == seat:
                break
        return self.planner.worth(state, seat, hands[seat])


def _hand_after_drawing(hand: Hand, size: int, pile: list[str]) -> Hand:
    """A hand with as many goods as it now holds, if there are any to draw; one that was thought to add goods to a
    conflict has fewer.
    """
    if len(hand) > size:
        return hand[:size]
    drawn = [pile.pop() for _ in range(min(size - len(hand), len(pile)))]
    return tuple(sorted((*hand, *drawn))) if drawn else hand


WON = 100_000
"""More than what is on the table could ever be worth: the leader wants the end, and nobody else does."""


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
"""Where the lowest colour counts: a point of a colour that is at most `MARGIN` above it, one of a colour that is far
above it, and beside that each point of the lowest itself."""
EVEN = 150
"""A point of any colour to a seat for which all colours are alike."""


@lru_cache(maxsize=4096)  # many positions of a search have the same points
def worth_by_lowest(
    points: tuple[int, ...], jokers: int, level: str, weights: tuple[int, int, int] = WEAKEST
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


@lru_cache(maxsize=4096)
def worth_by_level(
    parts: tuple[int, ...], jokers: int, coming: int, weights: tuple[int, int]
) -> tuple[int, tuple[int, ...]]:
    """What points of some colours are worth if the weakest counts at the end, and about what one more of each would be.

    `parts` are hundredths of points, with those in prospect; jokers and `coming` hundredths fill the lowest colours to
    one level. `weights`: what each colour's point of that level is worth, and any point beside.
    """
    full, beside = weights
    amount, level = 100 * jokers + coming, 0
    for count, least in enumerate(sorted(parts), 1):
        if count > 1 and least >= level:
            break
        amount += least
        level = amount // count
    worth = (full * len(parts) * level + beside * sum(parts)) // 100
    return worth, tuple([beside + full * max(0, min(200, 100 + (level - part) // 4)) // 100 for part in parts])


def main_reason(found: Iterable[tuple[int, Sentence]], otherwise: Sentence) -> Sentence:
    """The reason with the greatest gain, the first of equals; `otherwise` where nothing was gained."""
    gain, reason = max(found, key=lambda one: one[0], default=(0, otherwise))
    return reason if gain > 0 else otherwise


def typed_order(game: AnyGame, order: Typed[object]) -> str:
    """An answer as a person would type it, with the kinds that leave the hand unseen: `swap farm temple`."""
    word, *rest = game.notation.format_order(order.move).split()
    shown = rest[1:] if order.secret and rest and rest[0].isdigit() else rest
    return " ".join((word, *shown, *order.secret))
