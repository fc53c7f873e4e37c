"""How rehearsed players choose: at random, or with a little sense. Good enough for games that people can follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from referee.kernel.dice import below
from referee.kernel.events import ConflictWon, Event
from referee.kernel.game import NeedsHiddenFace
from referee.kernel.goods import Owner, OwnGoods
from referee.kernel.play import play
from referee.protocol.step.position import Position

Policy = Callable[[Position, int, OwnGoods, Iterator[int]], str]
"""One order, as typed text, for the question a seat is asked."""

# By game: what an event is worth to its seat and to the others (a `count` in it multiplies), and what an order costs.
GAINS: dict[str, dict[str, tuple[int, int]]] = {
    "tigris": {"scored": (4, -2), "treasure": (8, -4), "built": (6, 0), "moved": (-3, 0)},
    "cards": {
        "scored": (6, -3),
        "rewarded": (6, -3),
        "seized": (6, -3),
        "converted": (6, -3),
        "treasuretaken": (9, -4),
        "incomepaid": (6, -3),
        "shipbuilt": (5, 0),
        "leaderplaced": (5, 0),
        "leadermoved": (-2, 0),
    },
    "civilization": {
        "learned": (9, 0),
        "wonder": (3, 0),
        "built": (5, 0),
        "founded": (7, 0),
        "grew": (7, 0),
        "taken": (6, -6),
        "came": (3, 0),
        "unit": (3, 0),
        "lost": (-3, 1),
        "gained": (1, 0),
        "marched": (-1, 0),
    },
    "ur": {
        "built": (40, 0),
        "grew": (4, -3),
        "added": (3, 0),
        "founded": (2, 0),
        "attacked": (1, 0),
        "starved": (-4, 2),
    },
}
COSTS = {
    "pass": 6,
    "swap": 5,
    "withdraw": 8,
    "catastrophe": 7,
    "decline": 2,
    "connect": 1,
    "shift": 1,
    "wish": 20,
    "skip": 6,
}
LEADERS = ("king", "priest", "farmer", "trader")


def random_order(position: Position, seat: int, own: OwnGoods, words: Iterator[int]) -> str:
    """Any legal order, with secret kinds from the hand."""
    game = position.table.game
    moves = list(game.legal_orders(position.state, seat, own))
    return typed(game, moves[below(words, len(moves))], own, words)


def sensible_order(position: Position, seat: int, own: OwnGoods, words: Iterator[int]) -> str:
    """The order that gains most at once, with a liking for leaders on the board; equals are drawn.

    It looks one order ahead and at public events only. In Ur it may attack free tiles in a circle for ever, which
    `steady_order` does not; the games that were played with it stay as they are.
    """
    return _best_order(position, seat, own, words, COSTS)


def steady_order(position: Position, seat: int, own: OwnGoods, words: Iterator[int]) -> str:
    """As `sensible_order`, with a price for every attack of Ur: one action may hold any number of them (UR 13.5)."""
    return _best_order(position, seat, own, words, {**COSTS, "attack": 6})


def _best_order(position: Position, seat: int, own: OwnGoods, words: Iterator[int], costs: dict[str, int]) -> str:
    game = position.table.game
    best: list[Any] = []
    best_worth = -1000
    for move in game.legal_orders(position.state, seat, own):
        worth = _worth(position, seat, own, move, costs)
        if worth > best_worth:
            best, best_worth = [], worth
        if worth == best_worth:
            best.append(move)
    return typed(game, best[below(words, len(best))], own, words)


def typed(game: Any, move: Any, own: OwnGoods, words: Iterator[int]) -> str:
    """A move as a person would type it, its secret kinds drawn from the hand."""
    text: str = game.notation.format_order(move)
    hidden = game.secret(move)
    if not hidden:
        return text
    hand = list(own.hand)
    kinds = [hand.pop(below(words, len(hand))) for _ in range(hidden)]
    word, *rest = text.split()
    shown = rest if not rest or not rest[0].isdigit() else rest[1:]
    return " ".join((word, *shown, *kinds))


def _worth(position: Position, seat: int, own: OwnGoods, move: Any, costs: dict[str, int]) -> int:
    game = position.table.game
    name = "wish" if game.free(move) else type(move).__name__.lower()
    secret = own.hand[: game.secret(move)]
    worth = -costs.get(name, 0)
    if name == "commit":
        worth += min(move.count, 2) - max(0, move.count - 2)
    events: tuple[Event, ...]
    try:
        events = game.apply(position.state, seat, move, ()).events
    except NeedsHiddenFace:  # of a good that the hand knows, perhaps
        try:
            events = play(game, position.state, seat, move, Owner(seat, own.hand), secret=secret).events
        except NeedsHiddenFace:  # where it leads is not known: take it for what it costs
            return worth
    return worth + sum(_gain(game.info.name, event, seat) for event in events)


def _gain(game: str, event: Event, seat: int) -> int:
    name, own_gain, other_gain = _gains(game, type(event))
    if isinstance(event, ConflictWon):
        return 6 if event.winner == seat else -6 if event.loser == seat else 0
    if name in ("revolt", "war", "internalconflict", "externalconflict"):
        return _prospect(event, seat)
    mine = getattr(event, "seat", None) == seat
    if name == "placed" and mine and getattr(event, "piece", "") in LEADERS:
        return 5
    gain = own_gain if mine else other_gain
    return gain and gain * int(getattr(event, "count", 1))


@cache
def _gains(game: str, kind: type[Event]) -> tuple[str, int, int]:
    """What a sort of event is called, and what it is worth to its seat and to the others."""
    name = kind.__name__.lower()
    return name, *GAINS.get(game, {}).get(name, (0, 0))


def _prospect(event: Any, seat: int) -> int:
    ahead = event.attack - event.defence if event.attacker == seat else event.defence - event.attack
    return 3 if ahead > 0 else -4
