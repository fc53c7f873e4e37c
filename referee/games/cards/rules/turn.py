"""Chapter 4: the course of a turn (CK 4.1 - CK 4.4).

A turn is laid on the stack as a whole when it begins: `Refill` at the bottom, `Income` on it, `ComposeTurn` on top. An
action replaces `ComposeTurn` by one with fewer actions left, or takes it away, and puts what it causes on top of that.
"""

from __future__ import annotations

from referee.games.cards.data import ACTIONS
from referee.games.cards.events import TurnPassed
from referee.games.cards.moves import Pass
from referee.games.cards.state import AnyFrame, Income, Refill, State, Turn, change
from referee.kernel.errors import illegal
from referee.kernel.game import Transition
from referee.kernel.requests import TURN, Request, Seat


def new_turn() -> tuple[AnyFrame, ...]:
    """The frames of a whole turn: two actions, income, refill.

    Source: CK 4.1, CK 4.3.
    """
    return (Refill(), Income(), Turn(ACTIONS))


def on_turn(state: State, seat: Seat) -> State:
    """The state as if `seat` began a turn at once; conflicts and questions that are open stay as they lie."""
    return change(state, active=seat, frames=new_turn())


def asked_for_action(state: State, frame: Turn) -> Seat:
    """The active seat; an action is always its to choose, if only to pass."""
    return state.active


def request_action(state: State, frame: Turn, seat: Seat) -> Request:
    """The question for an action; `about` is the number of actions left."""
    return Request(seat, TURN, "CK 4.1", (str(frame.left),))


def pass_turn(state: State, frame: Turn, move: Pass) -> Transition[State]:
    """No further action in this turn; passing changes nothing and may go on for ever.

    Source: CK 4.1; ruling G-34.
    """
    return Transition(change(state, frames=state.frames[:-1]), (TurnPassed(state.active),))


def check_hand(state: State, seat: Seat, count: int) -> None:
    """Refuse what the public number of cards in a hand cannot cover; the kinds are for the hand's owner to prove.

    Source: CK 4.2.
    """
    if state.hands[seat] < count:
        raise illegal("CK 4.2", "cards/hand-too-small", held=state.hands[seat], count=count)
