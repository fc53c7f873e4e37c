"""Chapter 9: both ends of the game.

Source: UR 9.1, UR 9.2; rulings G-19, G-21.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur.data import FIVE_ZIGGURATS, ZIGGURATS
from referee.games.ur.events import Ended, Scored
from referee.games.ur.rules.phases import next_turn
from referee.games.ur.rules.scoring import score
from referee.games.ur.state import State
from referee.kernel.events import Event
from referee.kernel.game import Outcome, Transition, outcome_of


def end_turn(state: State, events: tuple[Event, ...]) -> Transition[State]:
    """Pass the turn on, or end the game after the round in which the fifth ziggurat was built.

    Source: UR 9.2; ruling G-21.
    """
    if state.is_last_in_order and state.board.ziggurat_count == ZIGGURATS:
        return finish(state, FIVE_ZIGGURATS, events)
    return next_turn(state, state.board, events)


def finish(state: State, reason: str, events: tuple[Event, ...]) -> Transition[State]:
    """End the game: `ReplayEnd`, then `Scored` for each seat.

    Source: UR 9.1, UR 9.2, UR 10.3.
    """
    told: list[Event] = [*events, Ended(reason, state.seat)]
    for seat in range(state.seats):
        result = score(state.board, seat, state.hands[seat])
        told.append(Scored(seat, result.points, result.face, result.series))
    return Transition(replace(state, ending=reason), tuple(told))


def outcome(state: State) -> Outcome | None:
    """The result; a tie is shared.

    Source: UR 10.3, UR 10.4; ruling G-16.
    """
    if not state.ending:
        return None
    return outcome_of(state.ending, [(score(state.board, seat, hand).points,) for seat, hand in enumerate(state.hands)])
