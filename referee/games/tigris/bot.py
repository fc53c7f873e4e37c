"""A program that plays: it sees the board, the points and its own tiles, and answers every question the game asks.

All numbers are in points of a colour of middling need. An order is tried out with the rules themselves, the questions
it leads to are settled as far as they can be foreseen (`_settled`), and what then lies on the board is valued.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb

from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.board import SPACE, Spaces, neighbours
from referee.games.tigris.data import KINDS, KING, MONUMENT_COLOURS, TEMPLE, TILE_COUNTS, TRADER
from referee.games.tigris.legal import legal_orders
from referee.games.tigris.rules.conflicts import kind_added
from referee.games.tigris.rules.order import apply
from referee.games.tigris.state import State, kingdoms
from referee.kernel.bot import GOOD, best_of
from referee.kernel.game import Typed
from referee.kernel.goods import Hand, Own, without
from referee.kernel.requests import Seat

NEED = (4.0, 2.0, 1.0, 0.5)
"""A point of the weakest colour, of the next one, and so on: the weakest alone decides, the others may become it."""
TREASURE = 2.5
"""Beside the point that it is: it may be a point of any colour at the end."""
INCOME = 2.0
"""A leader on the board will be paid for tiles to come .."""
SUPPORTER = 0.12
""".. and does not lose a war for each tile of its colour in its kingdom (up to `ENOUGH`)."""
ENOUGH = 6
GUARD = 0.35
"""A temple beside a leader, up to three: a revolt against it costs that many more."""
MONUMENT_TURNS = 3
"""A monument pays its leader so many points before somebody stops it."""
NEAR_TREASURE = 0.8
"""A treasure in the kingdom of the own trader, to be had by joining another."""
RIVALS = 0.6
"""What the best of the others has counts so much less than the same of one's own."""
PRICES = {m.Pass: 0.6, m.Swap: 0.5, m.Withdraw: 1.0, m.Catastrophe: 1.5}
"""What is lost by the order itself: an action that lays nothing, a leader off the board, one of two catastrophes."""
SPENT = 0.25
"""A tile laid beside the board in a conflict, which might have been a point."""
DEPTH = 4
"""So many questions behind an order are foreseen; then the position counts as it lies."""


def answer(state: State, seat: Seat, own: Own, chance: Iterator[int], level: str) -> Typed[m.Move]:
    """What a program at `seat` does now. `own` is its hand, `chance` breaks ties, `level` is one of `bot.LEVELS`."""

    def worth(move: m.Move) -> float:
        hand = without(own.hand, (move.kind,)) if isinstance(move, m.Place) else own.hand
        return _settled(apply(state, seat, move, ()).state, seat, hand, level, DEPTH) - _price(move)

    move = best_of(_sensible(state, seat, own), worth, chance)
    return Typed(move, _given_away(state, seat, own.hand, move.count) if isinstance(move, m.Swap) else ())


def _price(move: m.Move) -> float:
    return SPENT * move.count if isinstance(move, m.Commit) else PRICES.get(type(move), 0.0)


def _sensible(state: State, seat: Seat, own: Own) -> Iterator[m.Move]:
    """The orders worth a look: tiles beside something that lies there, catastrophes on tiles, one size of swap."""
    near, laid = neighbours(state.pieces), state.laid
    for move in legal_orders(state, seat, own):
        if isinstance(move, m.Place) and not SPACE[move.cell] & near:
            continue
        if isinstance(move, m.Catastrophe) and not SPACE[move.cell] & laid:
            continue
        if isinstance(move, m.Swap) and move.count != max(1, len(own.hand) - 3):
            continue
        yield move


def _given_away(state: State, seat: Seat, hand: Hand, count: int) -> Hand:
    """The tiles to exchange: those of kinds that are held most often first."""
    left = sorted(hand)
    given = []
    for _ in range(count):
        kind = max(left, key=lambda kind: (left.count(kind), kind))
        left.remove(kind)
        given.append(kind)
    return tuple(sorted(given))


def _settled(state: State, seat: Seat, hand: Hand, level: str, depth: int) -> float:
    """What a position is worth to `seat` once its open questions are answered as well as can be foreseen."""
    frame = state.frames[-1] if state.frames else None
    if not depth or frame is None or isinstance(frame, f.TakeAction):
        return _value(state, seat, level)
    if isinstance(frame, f.Commit):
        return _conflict(state, frame, seat, hand, level, depth)
    asked = frame.seat if isinstance(frame, f.TakeTreasures) else state.active
    options = list(legal_orders(state, asked, None))
    worths = [_settled(apply(state, asked, move, ()).state, seat, hand, level, depth - 1) for move in options[:12]]
    return max(worths) if asked == seat else min(worths)


def _conflict(state: State, frame: f.Commit, seat: Seat, hand: Hand, level: str, depth: int) -> float:
    """Expected worth of a conflict: whoever attacks adds what it has, whoever defends what it must."""
    if seat not in (frame.attacker, frame.defender):
        return _value(state, seat, level)
    kind, asked = kind_added(frame), frame.seat
    held = hand.count(kind) if asked == seat else round(_share(kind) * state.hands[asked])
    if frame.added is not None:
        missing = max(0, frame.attack + frame.added - frame.defence)
        if asked == seat:  # the attacker's tiles lie there: it is enough, or it is not
            return _added(state, frame, missing if missing <= held else 0, seat, hand, level, depth)
        if missing > state.hands[asked]:
            return _added(state, frame, 0, seat, hand, level, depth)
        chance = _has_at_least(missing, kind, state.hands[asked])
        held_off = _added(state, frame, missing, seat, hand, level, depth)
        return chance * held_off + (1 - chance) * _added(state, frame, 0, seat, hand, level, depth)
    counts = [move.count for move in _commits(state, asked, hand if asked == seat else None)]
    if asked != seat:
        counts = [max(count for count in counts if count <= held)]
    return max(_added(state, frame, count, seat, hand, level, depth) for count in counts)


def _commits(state: State, asked: Seat, hand: Hand | None) -> Iterator[m.Commit]:
    for move in legal_orders(state, asked, Own(hand) if hand is not None else None):
        if isinstance(move, m.Commit):
            yield move


def _added(state: State, frame: f.Commit, count: int, seat: Seat, hand: Hand, level: str, depth: int) -> float:
    kept = without(hand, (kind_added(frame),) * count) if frame.seat == seat else hand
    after = apply(state, frame.seat, m.Commit(count), ()).state
    price = SPENT * count if frame.seat == seat else -SPENT * count / 2
    return _settled(after, seat, kept, level, depth - (frame.added is not None)) - price


@cache
def _share(kind: str) -> float:
    return TILE_COUNTS[KINDS.index(kind)] / sum(TILE_COUNTS)


@cache
def _has_at_least(count: int, kind: str, size: int) -> float:
    """How likely a hand of `size` tiles, of which nothing is known, holds `count` of `kind`."""
    share = _share(kind)
    return sum(comb(size, n) * share**n * (1 - share) ** (size - n) for n in range(count, size + 1))


def _value(state: State, seat: Seat, level: str) -> float:
    """What lies there for `seat`; a good player also looks at what lies there for the others."""
    found = [] if state.ended else kingdoms(state.pieces, state.all_leaders)
    own = _prospects(state, seat, found)
    if level != GOOD:
        return own
    return own - RIVALS * max(_prospects(state, other, found) for other in range(state.seat_count) if other != seat)


def _prospects(state: State, seat: Seat, found: list[Spaces]) -> float:
    points = list(state.points[seat])
    treasures = state.treasures_won[seat]
    for _ in range(treasures):
        points[points.index(min(points))] += 1
    worth = TREASURE * treasures + sum(need * count for need, count in zip(NEED, sorted(points), strict=True))
    if state.ended:
        return worth
    needs = [NEED[sorted(points).index(count)] for count in points]
    for colour, leader in enumerate(state.leaders[4 * seat : 4 * seat + 4]):
        if leader:
            kingdom = next(kingdom for kingdom in found if kingdom & leader)
            worth += _leader(state, colour, leader, kingdom, needs[colour])
    return worth


def _leader(state: State, colour: int, leader: Spaces, kingdom: Spaces, need: float) -> float:
    """What a leader on the board is worth: income, support in wars, temples beside it, monuments and treasures."""
    worth = INCOME + need / 2 + (1.0 if colour == KING else 0.0)
    worth += SUPPORTER * min(ENOUGH, (state.tiles[colour] & kingdom).bit_count())
    worth += GUARD * min(3, (neighbours(leader) & state.tiles[TEMPLE]).bit_count())
    for colours, corner in zip(MONUMENT_COLOURS, state.monuments, strict=True):
        if corner & kingdom and colour in colours:
            worth += MONUMENT_TURNS * need
    if colour == TRADER:
        worth += NEAR_TREASURE * (state.treasures & kingdom).bit_count()
    if colour == KING and state.ziggurat & kingdom:
        worth += MONUMENT_TURNS
    return worth
