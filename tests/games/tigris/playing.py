"""Random games for the tests: the same seed is the same game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from referee.games.tigris import GAME
from referee.games.tigris.board import ACROSS, DOWN, SPACE, line_through, neighbours, squares_with
from referee.games.tigris.cases import Given, state_of
from referee.games.tigris.data import KIND_NUMBER
from referee.games.tigris.frames import TakeAction
from referee.games.tigris.moves import Decline, Leader, Move, Place
from referee.games.tigris.state import State, regions_beside
from referee.kernel.dice import Dice, below, shuffle, stream
from referee.kernel.events import Event
from referee.kernel.game import Options, complete_options
from referee.kernel.goods import Dealer, Hand, OwnGoods, Supply
from referee.kernel.play import follow_events, play
from tests.support.sampler import random_order


class Turned(NamedTuple):
    """One order of a random game: the state before it, who gave it, and what came of it."""

    before: State
    dealer: Dealer
    seat: int
    move: Move
    secret: Hand
    after: State
    events: tuple[Event, ...]


def position(case: dict[str, Any]) -> State:
    """The position that a case tells."""
    return state_of(msgspec.convert(case, Given))


def options(seats: int, *chosen: str) -> Options:
    """Options from the names of those that are on, or their values; `advanced` is the board."""
    values = [VALUED.get(name, (name, "yes")) for name in chosen]
    return complete_options(GAME.info, seats, values)


VALUED = {
    "advanced": ("board", "advanced"),
    "empty": ("bag", "empty"),
    "nearest": ("corners", "nearest"),
    "turn": ("treasures", "turn"),
}
SUMMARY = ("empty", "nearest", "turn")


OPTION_SETS = (
    (),
    ("english",),
    ("advanced",),
    ("buildings",),
    ("ziggurat",),
    ("agreement",),
    ("buildings", "ziggurat"),
    ("advanced", "buildings", "english", "ziggurat"),
    SUMMARY,
    ("advanced", "buildings", "nearest", "ziggurat"),
    ("turn", "ziggurat"),
    ("english", "empty"),
)


def some_options(seed: int) -> Options:
    """One of all combinations of seats and the option sets above."""
    return options(2 + seed % 3, *OPTION_SETS[seed // 3 % len(OPTION_SETS)])


def start(chosen: Options, seed: int) -> tuple[State, Dealer]:
    """The first state and the referee's knowledge."""
    key = seed.to_bytes(32, "big")
    (pile,) = GAME.goods(chosen)
    labels = pile.labels()
    bag = Supply(pile.name, tuple(labels[token] for token in shuffle(key, "bag", len(labels))))
    step = GAME.setup(chosen, Dice(key))
    dealer = follow_events(Dealer(((),) * chosen.seats, (bag,)), step.events)
    assert isinstance(dealer, Dealer)
    return step.state, dealer


def random_game(seed: int, chosen: Options | None = None, *, keen: int = 0) -> Iterator[Turned]:
    """Every order of a random game, to its end; with `keen` the best of so many."""
    state, dealer = start(chosen or some_options(seed), seed)
    words = stream(seed.to_bytes(32, "big"), "orders")
    while asked := GAME.requests(state):
        seat = asked[0].seat
        own = dealer.own(seat)
        move = keen_move(state, seat, own, words, keen) if keen else random_order(state, seat, own, words)
        secret = some_of(dealer.hands[seat], GAME.secret(move), words)
        played = play(GAME, state, seat, move, dealer, secret=secret)
        assert isinstance(played.knowledge, Dealer)
        yield Turned(state, dealer, seat, move, secret, played.state, played.events)
        state, dealer = played.state, played.knowledge


def keen_move(state: State, seat: int, own: OwnGoods | None, words: Iterator[int], choices: int) -> Move:
    """The best of some random orders, if tiles beside their like and beside two regions are best."""
    moves = [random_order(state, seat, own, words) for _ in range(choices)]
    if not isinstance(state.frames[-1], TakeAction):
        building = [move for move in moves if not isinstance(move, Decline)]
        return (building or moves)[0]
    return max(moves, key=lambda move: _eagerness(state, move))


def _eagerness(state: State, move: Move) -> int:
    if isinstance(move, Leader):
        return 12 if state.all_leaders.bit_count() < 3 * state.seat_count else 5
    if not isinstance(move, Place):
        return -1
    space, tiles = SPACE[move.cell], state.tiles[KIND_NUMBER[move.kind]]
    joined = len(regions_beside(space, state.pieces))
    alike = (neighbours(space) & tiles).bit_count()
    lines = sum(line_through(space, tiles | space, step).bit_count() for step in (ACROSS, DOWN))
    return 4 * joined + 2 * alike + lines + 4 * len(squares_with(space, tiles | space))


def some_of(hand: Hand, count: int, words: Iterator[int]) -> Hand:
    """`count` tiles of a hand, sorted."""
    left, taken = list(hand), []
    for _ in range(count):
        taken.append(left.pop(below(words, len(left))))
    return tuple(sorted(taken))
