"""A program that plays: all of Ur lies in the open, so it looks at the board, and answers every question.

Worths are in hundredths of a point of the final count. A turn is a row of orders: the program gives the one that gains
most, as long as one gains anything, and then swaps. A greedy player looks at its own points; a good one also at how
strong its tiles are, at those of the others, and takes the hand tile whose actions will gain most next time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec.structs import replace

from referee.games.ur import moves as m
from referee.games.ur.board import cells_of
from referee.games.ur.data import LETTERS
from referee.games.ur.legal import legal_orders
from referee.games.ur.rules.actions import losses, targets
from referee.games.ur.rules.course import apply
from referee.games.ur.rules.ending import outcome
from referee.games.ur.rules.scoring import best_score
from referee.games.ur.state import FRESH, TURN, State
from referee.kernel.game import Typed
from referee.kernel.goods import OwnGoods
from referee.kernel.requests import Seat
from scripts.first_bots.shared import GOOD, best_order, outcome_value

STRENGTH = (0, 60, 100, 130, 160, 200)
"""A tile with so many cubes: the more, the longer it stands."""
ZIGGURAT = 150
"""Beside its points: nobody takes it away, and the game comes nearer to its end."""
FEEBLE = (0, 10, 20, 30, 40, 50)
"""The same for a greedy player, which does not look at who may come."""
PATIENCE = 6
"""After so many turns of each player ziggurats, and cubes that become one, are worth a point more, and so on."""
RIVALS = 50
"""What the best of the others has counts so many hundredths of the same of one's own."""
NEXT = 60
"""What the hand tile will gain in the next turn counts so many hundredths: by then others have moved."""
POLITICS = 40
"""What Politics gains next time, which depends on what others do until then."""
TROUBLE = 5
"""An order must gain more than this: otherwise attacks on free tiles could go round for ever."""


def answer(state: State, seat: Seat, own: OwnGoods, chance: Iterator[int], level: str) -> Typed[m.UrOrder]:
    """What a program at `seat` does now. `chance` breaks ties, `level` is one of `bot.LEVELS`."""
    good = level == GOOD
    orders = list(legal_orders(state, seat, own))
    swaps = [move for move in orders if isinstance(move, m.Swap)]
    deeds = [move for move in orders if _is_sensible(state, move)]

    def gained(move: m.UrOrder) -> int:
        return _worth(apply(state, seat, move, ()).state, seat, good)

    if state.phase != TURN:
        return Typed(best_order(deeds or orders, gained, chance))
    best = best_order(deeds, gained, chance) if deeds else m.Pass()
    if deeds and gained(best) > _worth(state, seat, good) + TROUBLE:
        return Typed(best)
    return Typed(best_order(swaps, gained, chance) if swaps else m.Pass())


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


def _worth(state: State, seat: Seat, good: bool) -> int:
    """What the board is worth to a seat; a good player looks at the others and at its next turn."""
    own = _points_in_sight(state, seat, good)
    if not good:
        return own
    end = outcome_value(outcome(state), seat)
    if end is not None:
        return end + own
    others = max(_points_in_sight(state, other, good) for other in range(state.seats) if other != seat)
    return own - RIVALS * others // 100 + (NEXT * _next(state, seat, own) // 100 if state.seat != seat else 0)


def _points_in_sight(state: State, seat: Seat, good: bool) -> int:
    """The points as they are, and while the game runs the strength of each tile."""
    board = state.board
    cells = cells_of(board.held[seat])
    ziggurats = board.marked[seat].bit_count()
    points = _best_points("".join(sorted([board.faces[cell] for cell in cells])), ziggurats, state.hands[seat])
    if state.ending:
        return points
    late = 100 * state.turn // (state.seats * PATIENCE)
    strength = _strength(state.turn // (state.seats * PATIENCE), good)
    return points + (ZIGGURAT + late) * ziggurats + sum([strength[board.cubes[cell]] for cell in cells])


@cache
def _strength(late: int, good: bool) -> tuple[int, ...]:
    return tuple(worth + late * cubes * cubes * 100 // 30 for cubes, worth in enumerate(STRENGTH if good else FEEBLE))


@lru_cache(maxsize=4096)
def _best_points(faces: str, ziggurats: int, hand: str) -> int:
    return 100 * best_score([faces.count(letter) for letter in LETTERS], ziggurats, hand).points


def _next(state: State, seat: Seat, now: int) -> int:
    """What the actions of the hand tile would gain a seat that were on turn with the board as it is."""
    turn = replace(state, turn=state.turn + (seat - state.seat) % state.seats, work=FRESH)
    if turn.phase != TURN:
        return 0
    hand = state.hands[seat]
    gain = (POLITICS if "P" in hand else 0) + (_attack_worth(state, seat) if "W" in hand else 0)
    for letter, move in (("A", m.Agriculture()), ("T", m.Trade()), ("C", m.Culture())):
        if letter in hand:
            gain += max(0, _points_in_sight(apply(turn, seat, move, ()).state, seat, True) - now)
    return gain


def _attack_worth(state: State, seat: Seat) -> int:
    """What the best attack would gain in points, from the tiles as they are."""
    board, hand, ziggurats = state.board, state.hands[seat], state.board.marked[seat].bit_count()
    faces = "".join(sorted([board.faces[cell] for cell in cells_of(board.held[seat])]))
    now, reach, best = _best_points(faces, ziggurats, hand), cells_of(targets(state, seat)), 0
    for start in cells_of(board.held[seat]):
        for target in reach:
            if board.cubes[start] - losses(board, start, target) > 1:
                best = max(best, _best_points("".join(sorted(faces + board.faces[target])), ziggurats, hand) - now)
    return best
