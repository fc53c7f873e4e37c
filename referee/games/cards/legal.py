"""Every order a seat may give now, in the order of its canonical spelling.

With `own` the list is exactly what the rules and this hand allow; without it, what public facts allow. Nothing is
sorted afterwards: verbs, kinds, leaders and places are walked in the order of their words, and the contract suite
compares. Must agree with `rules/` (test_at_every_decision_of_a_game_accepted_is_what_is_enumerated).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import chain, compress
from typing import Any

from referee.games.cards.board import COLUMN, COLUMN_PLACES, COLUMNS, ROW, SLOTS
from referee.games.cards.data import (
    CODES,
    COLUMN_LIMIT,
    COLUMN_MINIMUM,
    EMPTY,
    KINDS,
    LEADER_INDEX,
    RED,
    SHIP_CODES,
    SORTED_KINDS,
    SORTED_LEADERS,
    SUBSTITUTE,
    TREASURE,
)
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
    PlayCatastrophe,
    Score,
    SwapTreasure,
    TakeIncome,
    War,
    WithdrawLeader,
)
from referee.games.cards.rules.conflict import kind_of_conflict
from referee.games.cards.rules.connector import treasures_to_take
from referee.games.cards.rules.external import conflicts
from referee.games.cards.rules.flow import STAGES
from referee.games.cards.rules.ships import income_choices, ship_choices
from referee.games.cards.state import (
    Attack,
    CardsFrame,
    Conversion,
    Defence,
    Income,
    Merger,
    Scoring,
    Shipbuilding,
    State,
    TreasureSwap,
    Turn,
)
from referee.kernel.goods import Hand, OwnGoods
from referee.kernel.requests import Seat

_HEADS = TREASURE + SUBSTITUTE


def legal_orders(state: State, seat: Seat, own: OwnGoods | None) -> Iterator[CardsOrder]:
    """The orders `seat` may give, sorted by canonical spelling; none for a seat that is not asked."""
    if not state.frames:
        return iter(())
    frame = state.frames[-1]
    if STAGES.table[type(frame)].asked(state, frame) != seat:
        return iter(())
    return _CHOICES[type(frame)](state, frame, seat, None if own is None else own.hand)


@cache
def _plays_of(kind: str) -> tuple[CardsOrder, ...]:
    return tuple(PlayCard(kind, letter) for letter in COLUMNS)


def actions(state: State, frame: Turn, seat: Seat, hand: Hand | None) -> Iterator[CardsOrder]:
    """The actions of a turn.

    Source: CK 4.1, CK 5.1 - CK 5.4, CK 6.1, CK 8.1, CK 10.1.
    """
    moves: list[CardsOrder] = []
    catastrophes, *placings = _at_cards(state)
    if state.hands[seat]:
        room = tuple(len(column) <= COLUMN_LIMIT for column in state.columns)
        for kind in SORTED_KINDS if hand is None else sorted(set(hand)):
            moves += compress(_plays_of(kind), room)
    if state.catastrophes[seat]:
        moves += chain.from_iterable(catastrophes)
    if state.hands[seat]:
        empty = (slot for slot, code in enumerate(state.slots) if code == EMPTY)
        moves += [Connect(SLOTS[slot]) for slot in empty if is_long_beside(state, slot)]
    for of_a_leader in placings:
        moves += chain.from_iterable(of_a_leader)
    moves.append(Pass())
    if state.variant.withdraw == "allowed":
        places = state.leaders[seat]
        moves += [WithdrawLeader(leader) for leader in SORTED_LEADERS if places[LEADER_INDEX[leader]]]
    return iter(moves)


_Orders = tuple[CardsOrder, ...]


def _at_cards(state: State) -> Iterator[tuple[_Orders, ...]]:
    """The orders that name a free card, column by column: first catastrophes, then those of each of SORTED_LEADERS.

    Source: CK 5.1, CK 5.2, CK 10.3, CK 10.4.
    """
    columns, slots = _without_leaders(state)
    own_colour = state.variant.own_colour == "allowed"
    return zip(
        *(_at_column(at, cards, slots[at : at + 1], own_colour) for at, cards in enumerate(columns)), strict=True
    )


def _without_leaders(state: State) -> tuple[list[str], str]:
    """The columns and slots, with a blank for each card that carries a leader."""
    columns, slots = list(state.columns), state.slots
    for place in chain.from_iterable(state.leaders):
        if place:
            column, row = COLUMN[place], ROW.get(place)
            if row is None:
                slots = f"{slots[:column]} {slots[column + 1 :]}"
            else:
                columns[column] = f"{columns[column][:row]} {columns[column][row + 1 :]}"
    return columns, slots


@lru_cache(maxsize=512)
def _at_column(column: int, cards: str, slot: str, own_colour: bool) -> tuple[_Orders, ...]:
    """The orders at one column and the slot right of it. An order changes few columns, so most come from the cache."""
    free = [(SLOTS[column], slot)] if slot and slot in CODES else []
    below = zip(COLUMN_PLACES[column], cards, strict=False)
    free += [(place, code) for place, code in below if code != " " and code not in SHIP_CODES]
    barred = ["" if own_colour else CODES[LEADER_INDEX[leader]] for leader in SORTED_LEADERS]
    return (
        tuple(PlayCatastrophe(place) for place, code in free if code not in _HEADS),
        *(
            tuple(PlaceLeader(leader, place) for place, code in free if code != colour)
            for leader, colour in zip(SORTED_LEADERS, barred, strict=True)
        ),
    )


def is_long_beside(state: State, slot: int) -> bool:
    """Whether both columns beside a slot have the cards that a connector needs."""
    return min(len(state.columns[slot]), len(state.columns[slot + 1])) > COLUMN_MINIMUM


def _scoring_moves(state: State, frame: Scoring, seat: Seat, hand: Hand | None) -> Iterator[CardsOrder]:
    yield Score(False)
    if hand is None or frame.kind in hand:
        yield Score(True)


def _played_cards(state: State, frame: Attack | Defence, seat: Seat, hand: Hand | None) -> Iterator[CardsOrder]:
    held = state.hands[seat] if hand is None else hand.count(kind_of_conflict(frame))
    for count in range(held + 1):
        yield Commit(count)


def _conversion(state: State, frame: Conversion, seat: Seat, hand: Hand | None) -> Iterator[CardsOrder]:
    yield Convert(False)
    if hand is None or frame.kind in hand:
        yield Convert(True)


def _wars(state: State, frame: Merger, seat: Seat, hand: Hand | None) -> Iterator[CardsOrder]:
    for kind in sorted(KINDS[index] for index in conflicts(state, frame.slot)):
        yield War(kind)


def _swaps(state: State, frame: TreasureSwap, seat: Seat, hand: Hand | None) -> Iterator[CardsOrder]:
    yield Decline()
    if hand is None or KINDS[RED] in hand:
        for place in treasures_to_take(state, frame.slot):
            yield SwapTreasure(place)


def _ships(state: State, frame: Shipbuilding, seat: Seat, hand: Hand | None) -> Iterator[CardsOrder]:
    ships, places = ship_choices(state, frame.column)
    yield Decline()
    for ship in ships:
        for place in places:
            yield BuildShip(ship, place)


def _incomes(state: State, frame: Income, seat: Seat, hand: Hand | None) -> Iterator[CardsOrder]:
    yield Decline()
    for kinds in income_choices(state):
        if hand is None or all(kinds.count(kind) <= hand.count(kind) for kind in SORTED_KINDS):
            yield TakeIncome(kinds)


_CHOICES: dict[type[CardsFrame], Callable[[State, Any, Seat, Hand | None], Iterator[CardsOrder]]] = {
    Turn: actions,
    Scoring: _scoring_moves,
    Shipbuilding: _ships,
    Attack: _played_cards,
    Defence: _played_cards,
    Conversion: _conversion,
    Merger: _wars,
    TreasureSwap: _swaps,
    Income: _incomes,
}
