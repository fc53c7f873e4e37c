"""Chapters 13, 15 and 16: after a complete turn everybody draws up to eight cards (CK 13.1, CK 13.2); then the game may
end, and the ranking is made (CK 15.1 - CK 16.3).

| frame  | asked  | may follow                                       |
| ------ | ------ | ------------------------------------------------ |
| Refill | nobody | the next turn, or nothing: the game is over      |
"""

from __future__ import annotations

from referee.games.cards.data import COLUMN_LIMIT, EMPTY, HAND_SIZE, TREASURE
from referee.games.cards.events import GameEnded, TurnBegan
from referee.games.cards.rules.turn import new_turn
from referee.games.cards.state import Refill, State, VictoryPile, change
from referee.kernel.events import Drew, Event
from referee.kernel.game import Outcome, Reveals, Transition, outcome_of
from referee.kernel.tallies import lowest_first


def refill(state: State, frame: Refill, reveals: Reveals) -> Transition[State]:
    """All draw up to eight, the active seat first, then clockwise; then the end is tested.

    Who cannot be refilled takes what is left, those after him nothing. Discards never return. Whose turn is over is
    the first to draw; a hand of another one that stays short ends the game after the turn of its own (option
    last-refill).
    Events: `Drew` for each seat that draws, then `TurnBegan` or `GameEnded`.

    Source: CK 13.1, CK 13.2, CK 4.3; rulings G-25, G-26, G-27.
    """
    seats = len(state.hands)
    hands, deck = list(state.hands), state.deck
    events: list[Event] = []
    for step in range(seats):
        seat = (state.active + step) % seats
        drawn = min(HAND_SIZE - hands[seat], deck)
        if drawn > 0:
            hands[seat] += drawn
            deck -= drawn
            events.append(Drew(seat, drawn))
    is_own = state.variant.last_refill == "own"
    # As long as every turn begins with full hands, one without a draw is one in which no card left a hand.
    is_quiet = not events and not (is_own and min(hands) < HAND_SIZE)
    state = change(state, quiet=state.quiet + 1 if is_quiet else 0)
    ending = ending_after(state, short=(hands[state.active] if is_own else min(hands)) < HAND_SIZE)
    if ending:
        over = change(state, hands=tuple(hands), deck=deck, frames=(), ending=ending)
        return Transition(over, (*events, GameEnded(ending)))
    following = (state.active + 1) % seats
    after = change(state, hands=tuple(hands), deck=deck, active=following, turn=state.turn + 1, frames=new_turn())
    return Transition(after, (*events, TurnBegan(following, state.turn + 2)))


def ending_after(state: State, short: bool) -> str:
    """Why the game ends after the running turn, or empty text. `short` tells that a hand was not refilled.

    Only one treasure may be left when a turn took the third-last and the second-last: the test is `at most one`.

    Source: CK 15.1 - CK 15.4; rulings G-27, G-28, G-34, G-39.
    """
    if short:
        return "cards"
    if "".join(state.columns).count(TREASURE) <= 1:
        return "treasures"
    two_rounds = 2 * len(state.hands)
    if state.variant.passes == "two-rounds" and state.turn - state.changed >= two_rounds:
        return "passes"
    if state.quiet >= two_rounds and is_full(state):
        return "standstill"
    return ""


def is_full(state: State) -> bool:
    """Whether no card can be laid: columns and slots are full. Only a catastrophe could make room again.

    Source: CK 15.4; ruling G-39.
    """
    return EMPTY not in state.slots and all(len(column) > COLUMN_LIMIT for column in state.columns)


def result_of(pile: VictoryPile) -> tuple[int, ...]:
    """The four colours of a pile in ascending order, once the treasures went where they help most.

    Source: CK 16.1, CK 16.2.
    """
    return lowest_first(pile.cards, pile.treasures)


def outcome(state: State) -> Outcome | None:
    """The ranking by the lowest colour, then the second lowest, and so on; equal rows share a place.

    Source: CK 16.2, CK 16.3; ruling G-30.
    """
    if not state.ending:
        return None
    return outcome_of(state.ending, [result_of(pile) for pile in state.piles])
