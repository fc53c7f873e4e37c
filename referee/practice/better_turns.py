"""After a practice game: own turns for which a bot that searches the whole turn finds more than was played.

Both ways are played on by greedy bots, with what was really there, until one's own next turn is over. The search is
counted in turns and orders, not in seconds: it finds the same on every computer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from referee.crypto.keys import practice_key
from referee.kernel.bot import GOOD, GREEDY, typed_order, worth_by_lowest
from referee.kernel.dice import stream
from referee.kernel.errors import IllegalMove, OutOfOrder
from referee.kernel.game import AnyGame, asked_seats
from referee.kernel.goods import Dealer
from referee.kernel.hashing import sha256
from referee.kernel.play import play
from referee.kernel.requests import Seat
from referee.practice.opponents import Opponents
from referee.protocol.history.read_record import read_history, record_positions
from referee.protocol.step.bot_orders import order_of_bot
from referee.protocol.step.position import Position

TURNS_MOST = 16
"""So many turns are looked at, spread evenly over the game."""
_ORDERS_MOST = 60
"""Orders of one way that are played on."""
_POINT = 100


class BetterTurn(msgspec.Struct, frozen=True):
    """A turn of the player, the orders given in it, those of the bot, and how many points more these bring."""

    step: int
    played: tuple[str, ...]
    better: tuple[str, ...]
    points: int


class _Way(msgspec.Struct, frozen=True):
    """Where some orders have led: the position, what a dealer knows, and the orders as they are typed."""

    state: Any
    knowledge: Dealer
    typed: tuple[str, ...] = ()


def better_turns(others: Opponents, seat: Seat, looked: Callable[[int, int], None] | None) -> tuple[BetterTurn, ...]:
    """The three turns for which most was found, at least a point each, in their order; () where the deck is masked.
    `looked` is told how many turns of how many are done.
    """
    seen: dict[int, Position] = {}
    read_history(others.table.record(), practice_key(0), watch=record_positions(seen))
    turns = [step for step in seen if step - 1 in seen and _is_own_turn(seen[step - 1], seen[step], seat)]
    chosen = turns[:: max(1, -(-len(turns) // TURNS_MOST))]
    found = list[BetterTurn]()
    for done, step in enumerate(chosen, 1):
        found += _better_turn(seen[step - 1], seen[step], seat)
        if looked is not None:
            looked(done, len(chosen))
    best = sorted(found, key=lambda one: -one.points)[:3]
    return tuple(sorted(best, key=lambda one: one.step))


def _is_own_turn(before: Position, after: Position, seat: Seat) -> bool:
    own = before.active == seat and [request.seat for request in before.asked] == [seat]
    return own and isinstance(before.knowledge, Dealer) and {by for by, _ in after.orders} == {seat}


def _better_turn(before: Position, after: Position, seat: Seat) -> Iterator[BetterTurn]:
    game, chance = before.table.game, stream(sha256(before.head.encode()), "better turn")
    assert isinstance(before.knowledge, Dealer) and isinstance(after.knowledge, Dealer)
    until = game.turn(before.state) + len(before.table.seats) + 1
    played = tuple(order for _, order in after.orders)
    better = _played_by(game, _Way(before.state, before.knowledge), seat, GOOD, chance)
    if better.typed == played or better.state == after.state:
        return
    gains = [
        _points_worth(game, _played_on(game, way, until, chance), seat)
        for way in (better, _Way(after.state, after.knowledge))
    ]
    if (points := (gains[0] - gains[1]) // _POINT) > 0:
        yield BetterTurn(after.step, played, better.typed, points)


def _played_by(game: AnyGame, way: _Way, seat: Seat, level: str, chance: Iterator[int]) -> _Way:
    """The way with all that a bot does at this seat until somebody else is asked."""
    while len(way.typed) < _ORDERS_MOST and asked_seats(game, way.state)[:1] == (seat,):
        order = order_of_bot(game, way.state, seat, way.knowledge.own(seat), chance, level)
        done = play(game, way.state, seat, order.move, way.knowledge, secret=order.secret)
        assert isinstance(done.knowledge, Dealer)
        way = _Way(done.state, done.knowledge, (*way.typed, typed_order(game, order)))
    return way


def _played_on(game: AnyGame, way: _Way, until: int, chance: Iterator[int]) -> _Way:
    """The way once greedy bots have played all seats up to a turn of the game, or to its end."""
    way = _Way(way.state, way.knowledge)
    while (asked := asked_seats(game, way.state)) and game.turn(way.state) < until and len(way.typed) < _ORDERS_MOST:
        before = way
        try:
            way = _played_by(game, way, asked[0], GREEDY, chance)
        except (IllegalMove, OutOfOrder):  # a bot that several are asked beside may have nothing to say
            return before
    return way


def _points_worth(game: AnyGame, way: _Way, seat: Seat) -> int:
    """What the points of a seat are worth, in hundredths; where the lowest colour counts, most in that."""
    course = game.faces.course
    if course is None:
        return 0
    if course.colours is None:
        return _POINT * course.points(way.state)[seat]
    *points, jokers = course.colours(way.state)[seat]
    return worth_by_lowest(tuple(points), jokers, GOOD)[0]
