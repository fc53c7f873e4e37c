"""A program that plays: it sees the board, the points and its own tiles, and answers every question the game asks.

All worths are in hundredths of a point. An order is tried out with the rules themselves, the questions
it leads to are answered as well as can be foreseen, and what then lies on the board is valued. A greedy player takes
points of whatever colour; a good one minds its weakest colour, and what the others have, so that it fights for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.board import SPACE, Spaces, neighbours
from referee.games.tigris.data import (
    KIND_NUMBER,
    KINDS,
    KING,
    MONUMENT_COLOURS,
    ROLE_NUMBER,
    TEMPLE,
    TILE_COUNTS,
    TRADER,
)
from referee.games.tigris.legal import legal_orders
from referee.games.tigris.rules.conflicts import conflict_kind, possible_counts
from referee.games.tigris.rules.order import apply, asked
from referee.games.tigris.rules.scoring import outcome
from referee.games.tigris.state import State, kingdoms
from referee.kernel.game import Typed
from referee.kernel.goods import Hand, OwnGoods
from referee.kernel.requests import Seat
from scripts.first_bots.shared import (
    CERTAIN,
    GOOD,
    GREEDY,
    Foresight,
    Likely,
    best_order,
    likelihood_of_at_least,
    outcome_value,
    worth_by_lowest,
)

TREASURE = 250
"""Beside the point that it is: it may be a point of any colour at the end."""
INCOME, CROWN = 200, 100
"""A leader on the board will be paid for tiles to come, a king for those of missing leaders too .."""
SUPPORTER, ENOUGH = 12, 6
""".. and loses no war as long as tiles of its colour are in its kingdom; after so many one more hardly matters."""
GUARD = 35
"""A temple beside a leader, up to three: a revolt against it costs that many more."""
MONUMENT_TURNS = 3
"""A monument pays its leader so many points before somebody stops it."""
NEAR_TREASURE = 80
"""A treasure in the kingdom of a trader, to be had once another kingdom joins."""
RIVALS = 60
"""What the best of the others has counts so many hundredths of the same of one's own."""
LONG, HURRY = 40, 1
"""After so many turns of each player a tile left in the bag weighs more with every turn: the game shall end."""
PRICES = {m.Pass: 60, m.Swap: 50, m.Withdraw: 100, m.Catastrophe: 150}
"""What is lost by the order itself: an action that lays nothing, a leader off the board, one of two catastrophes."""
SPENT = 25
"""A tile laid beside the board in a conflict, which might have been a point."""
KEPT = 3
"""So many tiles stay when the others are swapped: a swap is for hands of one kind."""
TILES = sum(TILE_COUNTS)
DEEP = {GREEDY: 2, GOOD: 4}
"""So many questions after an order are foreseen; then the position counts as it lies."""


def answer(state: State, seat: Seat, own: OwnGoods, chance: Iterator[int], level: str) -> Typed[m.Move]:
    """What a program at `seat` does now. `own` is its hand, `chance` breaks ties, `level` is one of `bot.LEVELS`."""
    sight = _GOOD if level == GOOD else _GREEDY
    deep = DEEP[level]
    move = best_order(_sensible(state, seat, own), lambda move: sight.after(state, move, seat, own.hand, deep), chance)
    return Typed(move, _given_away(own.hand, move.count) if isinstance(move, m.Swap) else ())


def _sensible(state: State, seat: Seat, own: OwnGoods) -> Iterator[m.Move]:
    """The orders worth a look. Of placements that do the same to the same kingdoms one is enough."""
    found = kingdoms(state.pieces, state.all_leaders)
    seen = set()
    for move in legal_orders(state, seat, own):
        if isinstance(move, m.Place | m.Leader):
            alike = _same_gain(state, seat, move, found)
            if not alike or alike in seen:
                continue
            seen.add(alike)
        elif (isinstance(move, m.Catastrophe) and not SPACE[move.cell] & state.laid) or (
            isinstance(move, m.Swap) and move.count != max(1, len(own.hand) - KEPT)
        ):
            continue
        yield move


def _same_gain(state: State, seat: Seat, move: m.Place | m.Leader, found: list[Spaces]) -> tuple[object, ...] | None:
    """What a placement does, as far as it can be seen without playing it; None for a tile far from everything."""
    near = neighbours(SPACE[move.cell])
    touched = tuple(number for number, kingdom in enumerate(found) if kingdom & near)
    temples = (near & state.tiles[TEMPLE]).bit_count()
    if isinstance(move, m.Leader):
        return (ROLE_NUMBER[move.role], touched, temples)
    if not near & state.pieces:
        return None
    colour = KIND_NUMBER[move.kind]
    own = near & sum(state.leaders[4 * seat : 4 * seat + 4])
    return (colour, touched, (near & state.tiles[colour]).bit_count(), bool(own), bool(near & state.treasures))


def _given_away(hand: Hand, count: int) -> Hand:
    """The tiles to exchange: of the kind that is held most often, one after the other."""
    left, given = list(hand), []
    for _ in range(count):
        given.append(max(left, key=lambda kind: (left.count(kind), kind)))
        left.remove(given[-1])
    return tuple(sorted(given))


def _likely(state: State, seat: Seat) -> Likely:
    """Another seat adds to a conflict what it must and may well hold, and else gives its first answer."""
    frame = state.frames[-1]
    if not isinstance(frame, f.Commit):
        return ((CERTAIN, next(legal_orders(state, seat, None))),)
    kind, held = TILE_COUNTS[KINDS.index(conflict_kind(frame))], state.hands[seat]
    if frame.added is None:
        counts = possible_counts(state.setting.english, frame, held)
        return ((CERTAIN, m.Commit(max(count for count in counts if count * TILES <= kind * held))),)
    missing = max(0, frame.attack + frame.added - frame.defence)
    if not missing or missing > held:
        return ((CERTAIN, m.Commit(0)),)
    holds = likelihood_of_at_least(missing, kind, TILES, held)
    return ((holds, m.Commit(missing)), (CERTAIN - holds, m.Commit(0)))


def _is_at_rest(state: State) -> bool:
    return not state.frames or isinstance(state.frames[-1], f.TakeAction)


def _price(move: m.Move) -> int:
    return SPENT * move.count if isinstance(move, m.Commit) else PRICES.get(type(move), 0)


def _own_worth(state: State, seat: Seat, hand: Hand) -> int:
    return _prospects(state, seat, kingdoms(state.pieces, state.all_leaders), GREEDY) - _hurry(state)


def _hurry(state: State) -> int:
    return HURRY * state.bag * max(0, state.turn - LONG * state.seat_count)


def _hand_worth(state: State, seat: Seat, hand: Hand) -> int:
    end = outcome_value(outcome(state), seat)
    if end is not None:
        return end + _prospects(state, seat, [], GOOD)
    found = kingdoms(state.pieces, state.all_leaders)
    others = max(_prospects(state, other, found, GOOD) for other in range(state.seat_count) if other != seat)
    return _prospects(state, seat, found, GOOD) - RIVALS * others // 100 - _hurry(state)


def _prospects(state: State, seat: Seat, found: list[Spaces], level: str) -> int:
    """The points of a seat, and while the game runs what its leaders on the board will bring."""
    treasures = state.treasures_won[seat]
    worth, needs = worth_by_lowest(state.points[seat], treasures, level)
    worth += TREASURE * treasures
    if not state.ended:
        for colour, leader in enumerate(state.leaders[4 * seat : 4 * seat + 4]):
            if leader:
                kingdom = next(kingdom for kingdom in found if kingdom & leader)
                worth += _leader_worth(state, colour, leader, kingdom, needs[colour])
    return worth


def _leader_worth(state: State, colour: int, leader: Spaces, kingdom: Spaces, need: int) -> int:
    """What a leader on the board is worth: income, support in wars, temples beside it, monuments and treasures."""
    worth = INCOME + need // 2 + (CROWN if colour == KING else 0)
    worth += SUPPORTER * min(ENOUGH, (state.tiles[colour] & kingdom).bit_count())
    worth += GUARD * min(3, (neighbours(leader) & state.tiles[TEMPLE]).bit_count())
    for colours, corner in zip(MONUMENT_COLOURS, state.monuments, strict=True):
        if corner & kingdom and colour in colours:
            worth += MONUMENT_TURNS * need
    if colour == TRADER:
        worth += NEAR_TREASURE * (state.treasures & kingdom).bit_count()
    if colour == KING and state.ziggurat & kingdom:
        worth += MONUMENT_TURNS * 100
    return worth


_GREEDY = Foresight(apply, asked, _sensible, _likely, _is_at_rest, _own_worth, _price)
_GOOD = Foresight(apply, asked, _sensible, _likely, _is_at_rest, _hand_worth, _price)
