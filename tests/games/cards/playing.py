"""Random games for the tests, with the referee's knowledge of every hand. The same seed is the same game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from referee.games.cards import GAME
from referee.games.cards.board import COLUMN, kingdom_of, owner_in, treasures_in
from referee.games.cards.data import TRADER
from referee.games.cards.moves import (
    BuildShip,
    CardsOrder,
    Commit,
    Connect,
    Convert,
    Decline,
    Pass,
    PlaceLeader,
    PlayCard,
    Score,
    SwapTreasure,
    TakeIncome,
    WithdrawLeader,
)
from referee.games.cards.state import State
from referee.kernel.dice import Dice, below, shuffle, stream
from referee.kernel.events import Event
from referee.kernel.game import Options, complete_options
from referee.kernel.goods import Dealer, Hand, Supply
from referee.kernel.play import follow_events, play


class Turned(NamedTuple):
    """One order of a game: the state before it, who gave it, and what came of it."""

    before: State
    dealer: Dealer
    seat: int
    move: CardsOrder
    secret: Hand
    after: State
    events: tuple[Event, ...]


Choice = Callable[[State, list[CardsOrder], Iterator[int]], CardsOrder]

OPTION_SETS: tuple[dict[str, str], ...] = (
    {},
    {"own-colour": "allowed"},
    {"withdraw": "banned", "thirty-out": "no"},
    {"own-colour": "allowed", "ship-income": "per-leader", "passes": "two-rounds", "last-refill": "any"},
)


def options(seats: int, **chosen: str) -> Options:
    """Options by name, with `_` for `-`."""
    return complete_options(GAME.info, seats, [(name.replace("_", "-"), value) for name, value in chosen.items()])


def some_options(seed: int) -> Options:
    """One of all combinations of seats and the option sets above."""
    chosen = OPTION_SETS[seed // 3 % len(OPTION_SETS)]
    return complete_options(GAME.info, 2 + seed % 3, tuple(chosen.items()))


def start(chosen: Options, seed: int) -> tuple[State, Dealer]:
    """The first state and the referee's knowledge."""
    key = seed.to_bytes(32, "big")
    (pile,) = GAME.goods(chosen)
    labels = pile.labels()
    supply = Supply(pile.name, tuple(labels[token] for token in shuffle(key, "pile", len(labels))))
    step = GAME.setup(chosen, Dice(key))
    nobody: tuple[Hand, ...] = ((),) * chosen.seats
    dealer = follow_events(Dealer(nobody, (supply,)), step.events)
    assert isinstance(dealer, Dealer)
    return step.state, dealer


def game(chosen: Options, seed: int, choose: Choice) -> Iterator[Turned]:
    """A whole game, order by order; `choose` picks among the orders that rules and hand allow."""
    state, dealer = start(chosen, seed)
    words = stream(seed.to_bytes(32, "big"), "orders")
    while requests := GAME.requests(state):
        seat = requests[0].seat
        move = choose(state, list(GAME.legal_orders(state, seat, dealer.own(seat))), words)
        hand = dealer.hands[seat]
        secret = (hand[below(words, len(hand))],) if GAME.secret(move) else ()
        played = play(GAME, state, seat, move, dealer, secret=secret)
        yield Turned(state, dealer, seat, move, secret, played.state, played.events)
        assert isinstance(played.knowledge, Dealer)
        state, dealer = played.state, played.knowledge


def even(state: State, moves: list[CardsOrder], words: Iterator[int]) -> CardsOrder:
    """Any order: first its sort, so that the many places of leaders do not drown the rest, then one of them."""
    sorts = list(dict.fromkeys(type(move) for move in moves))
    sort = sorts[below(words, len(sorts))]
    same = [move for move in moves if type(move) is sort]
    return same[below(words, len(same))]


def fierce(state: State, moves: list[CardsOrder], words: Iterator[int]) -> CardsOrder:
    """Leaders, connectors and cards, hardly a pass: many conflicts in a short game."""
    wanted = {
        PlayCard: 4,
        PlaceLeader: 3,
        Connect: 6,
        Pass: 0,
        WithdrawLeader: 1,
        Decline: 0,
        SwapTreasure: 2,
        BuildShip: 2,
    }
    return _by_weight(moves, words, lambda move: wanted.get(type(move), 1))


def busy(state: State, moves: list[CardsOrder], words: Iterator[int]) -> CardsOrder:
    """Cards leave hands as fast as they can: play, score, convert, build, earn."""

    def weight(move: CardsOrder) -> int:
        match move:
            case PlayCard() | TakeIncome() | BuildShip() | SwapTreasure():
                return 9
            case Score(yes=True) | Convert(yes=True):
                return 9
            case Connect() | PlaceLeader():
                return 1 if isinstance(move, PlaceLeader) and any(map(any, state.leaders)) else 6
            case Commit(count=count):
                return count + 1
            case _:
                return 0

    return _by_weight(moves, words, weight)


def greedy(state: State, moves: list[CardsOrder], words: Iterator[int]) -> CardsOrder:
    """Everybody helps one trader to take treasure after treasure."""
    traders = [places[TRADER] for places in state.leaders if places[TRADER]]

    def weight(move: CardsOrder) -> int:
        match move:
            case SwapTreasure() | Score(yes=True):
                return 9
            case PlaceLeader(leader="trader", place=place):
                return 9 if not traders and place.endswith("0") else 0
            case Connect(slot=slot):
                return 99 if _pays(state, slot) else 0
            case PlayCard(column=column, kind=kind):
                return 1 if len(state.columns[COLUMN[column]]) < 4 and kind != "red" else 0
            case _:
                return 0

    return _by_weight(moves, words, weight)


def idle(state: State, moves: list[CardsOrder], words: Iterator[int]) -> CardsOrder:
    """Three rounds of cards and leaders, then passes."""
    if state.turn >= 3 * len(state.hands):
        return next((move for move in moves if isinstance(move, Pass)), moves[0])
    return fierce(state, moves, words)


def _pays(state: State, slot: str) -> bool:
    """Whether a connector there would join a trader with two treasures."""
    at = COLUMN[slot]
    kingdom = kingdom_of(state.slots[:at] + "k" + state.slots[at + 1 :], at)
    return owner_in(state.leaders, TRADER, kingdom) is not None and len(treasures_in(state.columns, kingdom)) > 1


def _by_weight(moves: list[CardsOrder], words: Iterator[int], weight: Callable[[CardsOrder], int]) -> CardsOrder:
    """A sort of order first, by the weight of its heaviest member, then one of its members by weight."""
    sorts: dict[type[CardsOrder], tuple[list[CardsOrder], list[int]]] = {}
    for move in moves:
        same, weights = sorts.setdefault(type(move), ([], []))
        same.append(move)
        weights.append(weight(move))
    heaviest = [max(weights) for _, weights in sorts.values()]
    if not any(heaviest):  # passing for ever would be legal, and no game
        return moves[below(words, len(moves))]
    same, weights = _draw(list(sorts.values()), heaviest, words)
    return _draw(same, weights, words)


def _draw(items: list[Any], weights: list[int], words: Iterator[int]) -> Any:
    point = below(words, sum(weights))
    for item, weight in zip(items, weights, strict=True):
        point -= weight
        if point < 0:
            return item
    raise AssertionError("weights add up")
