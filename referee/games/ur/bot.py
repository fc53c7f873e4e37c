"""A bot: all of Ur is in the open, so it looks at the board, and answers every question.

Worths are in hundredths of a point of the final count. A turn is a row of orders and a swap. A greedy player gives the
order that gains it most points, as long as one gains anything, and then swaps. A good one searches the whole turn,
looks at how strong its tiles are, at those of the others, and takes the hand tile whose actions will gain most next.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import msgspec

from referee.games.ur import events as ev
from referee.games.ur import moves as m
from referee.games.ur.board import Mask, cells_of
from referee.games.ur.data import LETTERS
from referee.games.ur.legal import legal_orders
from referee.games.ur.rules.actions import losses, targets
from referee.games.ur.rules.course import apply, asked
from referee.games.ur.rules.ending import outcome
from referee.games.ur.rules.scoring import best_score
from referee.games.ur.state import TURN, State, on_turn
from referee.kernel.bot import GREEDY, STRONG, DeepPlanner, Likeliest, Planner, best_order, main_reason, outcome_value
from referee.kernel.game import PlayedTurn, Typed
from referee.kernel.goods import Hand, OwnGoods
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence


class UrWeights(msgspec.Struct, frozen=True):
    """What a position is worth, as data that `scripts/rate_bots.py --tune` changes."""

    strength: tuple[int, ...] = (0, 60, 100, 130, 160, 200)
    """A tile with so many cubes: the more, the longer it lasts."""
    ziggurat: int = 300
    """Beside its points: nobody takes it away, and the game comes nearer to its end."""
    patience: int = 6
    """After so many turns of each player ziggurats, and cubes that become one, are worth a point more, and so on."""
    rivals: int = 50
    """What the best of the others has counts so many hundredths of the same of one's own."""
    ahead: int = 60
    """What the hand tile will gain in the next turn counts so many hundredths: by then others have moved."""
    politics: int = 40
    """What Politics gains next time, which depends on what others do until then."""
    trouble: int = 5
    """What an order costs: otherwise attacks on free tiles could go round for ever."""
    width: int = 6
    """So many lines of a turn are gone on with .."""
    budget: int = 600
    """.. until so many orders have been tried."""
    plans: int = 6
    """So many plans are played on until one's next turn .."""
    later: int = 60
    """.. each turn with the best line of so many orders."""


GREEDY_WEIGHTS = UrWeights(strength=(0, 10, 20, 30, 40, 50), ziggurat=150)
GOOD_WEIGHTS = UrWeights(strength=(0, 60, 120, 180, 240, 320), ziggurat=150)


def answer(
    state: State, seat: Seat, own: OwnGoods, chance: Iterator[int], level: str, weights: UrWeights = GOOD_WEIGHTS
) -> Typed[m.UrOrder]:
    """What a bot at `seat` does now. `chance` breaks ties, `level` is one of `bot.LEVELS`; a greedy one has weights of
    its own.
    """
    if level == GREEDY:
        return Typed(_greedy_order(state, seat, chance))
    return Typed(_deep_planner(weights, strong=level == STRONG).order(state, seat, (), chance))


def _greedy_order(state: State, seat: Seat, chance: Iterator[int]) -> m.UrOrder:
    """The order that gains a greedy player most at once; a swap if none gains anything."""

    def gained(move: m.UrOrder) -> int:
        return _points_in_sight(apply(state, seat, move, ()).state, seat, GREEDY_WEIGHTS)

    deeds = list(_sensible_orders(state, seat, ()))
    if state.phase != TURN:
        return best_order(deeds, gained, chance)
    best = best_order(deeds, gained, chance) if deeds else m.Pass()
    if deeds and gained(best) > _points_in_sight(state, seat, GREEDY_WEIGHTS) + GREEDY_WEIGHTS.trouble:
        return best
    swaps = [move for move in legal_orders(state, seat, OwnGoods()) if isinstance(move, m.Swap)]
    return best_order(swaps, gained, chance) if swaps else m.Pass()


def _sensible_orders(state: State, seat: Seat, hand: Hand) -> Iterator[m.UrOrder]:
    """The orders worth a look that do not end a turn, and in the set-up all."""
    for move in legal_orders(state, seat, None):
        if _is_sensible(state, move):
            yield move


def _is_sensible(state: State, move: m.UrOrder) -> bool:
    """Whether an order is worth a look: attacks and shifts with all that can go, with one less, or with one."""
    cubes = state.board.cubes
    if isinstance(move, m.Attack):
        most = cubes[move.start] - losses(state.board, move.start, move.target)
        return move.moved in (1, most - 1, most)
    if isinstance(move, m.Shift):
        return move.count in (cubes[move.giver], cubes[move.giver] - 1) or cubes[move.taker] + move.count == 5
    if isinstance(move, m.Agriculture):
        return not move.sparing
    return not isinstance(move, m.Swap | m.Pass)


def _closing_swaps(state: State, seat: Seat) -> Iterator[m.UrOrder]:
    """The swaps that end a turn: of tiles that are alike one with either face; `pass` where there is none."""
    if state.phase != TURN or state.ending:
        return
    seen = set[tuple[str, str]]()
    for move in legal_orders(state, seat, None):
        if isinstance(move, m.Swap):
            alike = ("" if move.cell == m.SPARE else state.board.pair(move.cell), move.face)
            if alike not in seen:
                seen.add(alike)
                yield move
    if not seen and not state.work.passed:
        yield m.Pass()


def _is_over(state: State, seat: Seat) -> bool:
    return state.seat != seat or bool(state.ending)


@cache
def planner_of(weights: UrWeights) -> Planner[State, m.UrOrder]:
    """The search through a turn with these weights."""

    def follow(state: State, move: m.UrOrder, seat: Seat, hand: Hand) -> Likeliest[State]:
        after = apply(state, seat, move, ()).state
        found = _worth(after, seat, weights)
        return Likeliest(after, hand, found, found - weights.trouble)

    def worth(state: State, seat: Seat, hand: Hand) -> int:
        return _worth(state, seat, weights)

    return Planner(follow=follow, orders=_sensible_orders, last=_closing_swaps, ends=_is_over, worth=worth)


@cache
def _deep_planner(weights: UrWeights, *, strong: bool) -> DeepPlanner[State, m.UrOrder]:
    """The same until one's next turn; nothing is hidden in Ur, so that one world is enough."""
    return DeepPlanner(
        planner=planner_of(weights),
        asked=asked,
        unseen=lambda state, seat, hand: (),
        sizes=lambda state: (0,) * state.seats,
        first=(10, 1500) if strong else (weights.width, weights.budget),
        later=(2, 200) if strong else (1, weights.later),
        plans=16 if strong else weights.plans,
        worlds=1,
    )


def _worth(state: State, seat: Seat, weights: UrWeights) -> int:
    """What the board is worth to a seat that looks at the others and at its next turn."""
    own = _points_in_sight(state, seat, weights)
    others = max([_points_in_sight(state, other, weights) for other in range(state.seats) if other != seat])
    worth = own - weights.rivals * others // 100
    end = outcome_value(outcome(state), seat)
    if end is not None:
        return end + worth
    if state.seat != seat:
        worth += weights.ahead * _next(state, seat, own, weights) // 100
    return worth


def _points_in_sight(state: State, seat: Seat, weights: UrWeights) -> int:
    """The points as they are, and while the game runs the strength of each tile."""
    board = state.board
    held, cubes, ziggurats = board.held[seat], board.cubes, board.marked[seat].bit_count()
    points = _series_points(state, seat)
    if state.ending:
        return points
    patience = len(state.hands) * weights.patience
    strength = _strength(state.turn // patience, weights.strength)
    late = 100 * state.turn // patience
    return points + (weights.ziggurat + late) * ziggurats + sum([strength[cubes[cell]] for cell in cells_of(held)])


def _series_points(state: State, seat: Seat) -> int:
    """The points as they are."""
    board, held = state.board, state.board.held[seat]
    counts = [(held & mask).bit_count() for mask in _masks(board.faces)]
    return _best_points(*counts, board.marked[seat].bit_count(), state.hands[seat])


@cache
def _strength(late: int, strength: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(worth + late * cubes * cubes * 100 // 30 for cubes, worth in enumerate(strength))


@lru_cache(maxsize=256)
def _masks(faces: str) -> tuple[Mask, ...]:
    """The tiles of the board that show each letter."""
    return tuple(sum(1 << cell for cell, face in enumerate(faces) if face == letter) for letter in LETTERS)


@lru_cache(maxsize=4096)
def _best_points(*numbers: Any) -> int:
    """The points of so many tiles of each letter, ziggurats, and a hand tile."""
    *counts, ziggurats, hand = numbers
    return 100 * best_score(counts, ziggurats, hand).points


def _next(state: State, seat: Seat, now: int, weights: UrWeights) -> int:
    """What the actions of the hand tile would gain a seat if it were its turn with the board as it is."""
    turn = on_turn(state, seat)
    if turn.phase != TURN:
        return 0
    hand = state.hands[seat]
    gain = (weights.politics if "P" in hand else 0) + (_attack_worth(state, seat) if "W" in hand else 0)
    for letter, move in (("A", m.Agriculture()), ("T", m.Trade()), ("C", m.Culture())):
        if letter in hand:
            gain += max(0, _points_in_sight(apply(turn, seat, move, ()).state, seat, weights) - now)
    return gain


def _attack_worth(state: State, seat: Seat) -> int:
    """What the best attack would gain in points, from the tiles as they are."""
    board, hand, ziggurats = state.board, state.hands[seat], state.board.marked[seat].bit_count()
    counts = [(board.held[seat] & mask).bit_count() for mask in _masks(board.faces)]
    now, reach = _best_points(*counts, ziggurats, hand), cells_of(targets(state, seat))
    found = {
        board.faces[target]
        for start in cells_of(board.held[seat])
        for target in reach
        if board.cubes[start] - losses(board, start, target) > 1
    }
    more = [[count + (letter == face) for letter, count in zip(LETTERS, counts, strict=True)] for face in found]
    return max([_best_points(*one, ziggurats, hand) - now for one in more], default=0)


# Reasons


def reason(turn: PlayedTurn[State], level: str) -> Sentence:
    """Why a bot may have played a turn: what has gained it most on the board."""
    if (result := outcome(turn.after)) is not None:
        return Sentence("ur/why-ends-ahead" if result.ranks[turn.seat] == 1 else "ur/why-ends")
    return main_reason(_tile_gains(turn, level), Sentence("ur/why-nothing-better"))


def _tile_gains(turn: PlayedTurn[State], level: str) -> Iterator[tuple[int, Sentence]]:
    """What a turn has gained its seat, by the terms of the worth of a position."""
    before, after, seat = msgspec.structs.replace(turn.before, turn=turn.after.turn), turn.after, turn.seat
    weights = GREEDY_WEIGHTS if level == GREEDY else GOOD_WEIGHTS
    built = after.board.marked[seat].bit_count() - before.board.marked[seat].bit_count()
    points = _series_points(after, seat) - _series_points(before, seat)
    gain = _points_in_sight(after, seat, weights) - _points_in_sight(before, seat, weights)
    if built:
        yield gain, Sentence("ur/why-ziggurat")
    taken = any(isinstance(event, ev.Attacked | ev.Driven) for event in turn.events)
    yield points, Sentence("ur/why-points-taken" if taken else "ur/why-points", count=points // 100)
    yield gain - points, Sentence("ur/why-stronger" if before.board.held[seat] else "ur/why-first-tile")
    if level == GREEDY:
        return
    others = [other for other in range(before.seats) if other != seat]
    best = [max(_points_in_sight(state, other, weights) for other in others) for state in (before, after)]
    yield weights.rivals * (best[0] - best[1]) // 100, Sentence("ur/why-rivals")
    coming = [_next(state, seat, _points_in_sight(state, seat, weights), weights) for state in (before, after)]
    if before.hands[seat] != after.hands[seat]:
        yield weights.ahead * (coming[1] - coming[0]) // 100, Sentence("ur/why-hand")
