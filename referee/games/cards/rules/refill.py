"""Chapter 13: after a complete turn everybody draws up to eight cards (CK 13.1, CK 13.2).

| frame  | asked  | may follow                                       |
| ------ | ------ | ------------------------------------------------ |
| Refill | nobody | the next turn, or nothing: the game is over      |
"""

from __future__ import annotations

from referee.games.cards.data import HAND_SIZE
from referee.games.cards.events import GameEnded, TurnBegan
from referee.games.cards.rules.ending import ending_after
from referee.games.cards.rules.turn import new_turn
from referee.games.cards.state import Refill, State, change
from referee.kernel.events import Drew, Event
from referee.kernel.game import Reveals, Transition


def refill(state: State, frame: Refill, reveals: Reveals) -> Transition[State]:
    """All draw up to eight, the active seat first, then clockwise; then the end is tested.

    Who cannot be refilled takes what is left, those behind him nothing. Discards never return.
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
    # Every turn begins with full hands, so a turn without a draw is one in which no card left a hand.
    state = change(state, quiet=0 if events else state.quiet + 1)
    ending = ending_after(state, short=min(hands) < HAND_SIZE)
    if ending:
        over = change(state, hands=tuple(hands), deck=deck, frames=(), ending=ending)
        return Transition(over, (*events, GameEnded(ending)))
    following = (state.active + 1) % seats
    after = change(state, hands=tuple(hands), deck=deck, active=following, turn=state.turn + 1, frames=new_turn())
    return Transition(after, (*events, TurnBegan(following, state.turn + 2)))
