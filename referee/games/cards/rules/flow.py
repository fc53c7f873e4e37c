"""How a game moves: the top frame asks a seat or runs by itself, until a question is open or the game is over.

The table below is the whole machine: for each frame who is asked, what answers, and what happens when public facts
leave nothing to ask (CK 4.3, CK 4.4).
"""

from __future__ import annotations

from typing import Any

from referee.games.cards.moves import (
    BuildShip,
    Commit,
    Connect,
    Convert,
    Decline,
    Move,
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
from referee.games.cards.rules import (
    catastrophe,
    column,
    conflict,
    connector,
    leaders,
    refill,
    ships,
    treasure,
    turn,
)
from referee.games.cards.state import (
    Attack,
    Conversion,
    Defence,
    Frame,
    Income,
    Merger,
    Refill,
    Scoring,
    Shipbuilding,
    Stage,
    State,
    TreasureSwap,
    Turn,
)
from referee.kernel.errors import illegal
from referee.kernel.events import Event
from referee.kernel.game import HiddenFace, Reveals, Transition
from referee.kernel.requests import Request, Seat

STAGES: dict[type[Frame], Stage[Any]] = {
    Turn: Stage(
        asked=turn.asked_for_action,
        request=turn.request_action,
        answers={
            PlaceLeader: leaders.place_leader,
            WithdrawLeader: leaders.withdraw_leader,
            PlayCard: column.play_card,
            Connect: connector.lay_connector,
            PlayCatastrophe: catastrophe.play_catastrophe,
            Pass: turn.pass_turn,
        },
        otherwise=turn.never,
    ),
    Scoring: Stage(
        asked=column.asked_to_score,
        request=column.request_score,
        answers={Score: column.answer_score},
        otherwise=column.skip_score,
    ),
    Shipbuilding: Stage(
        asked=ships.asked_to_build,
        request=ships.request_ship,
        answers={BuildShip: ships.answer_ship, Decline: ships.decline_ship},
        otherwise=ships.skip_ship,
    ),
    Attack: Stage(
        asked=conflict.asked_to_attack,
        request=conflict.request_commit,
        answers={Commit: conflict.answer_attack},
        otherwise=conflict.skip_attack,
    ),
    Defence: Stage(
        asked=conflict.asked_to_defend,
        request=conflict.request_commit,
        answers={Commit: conflict.answer_defence},
        otherwise=conflict.skip_defence,
    ),
    Conversion: Stage(
        asked=conflict.asked_to_convert,
        request=conflict.request_convert,
        answers={Convert: conflict.answer_convert},
        otherwise=conflict.skip_convert,
    ),
    Merger: Stage(
        asked=connector.asked_for_order,
        request=connector.request_order,
        answers={War: connector.answer_order},
        otherwise=connector.go_on,
    ),
    TreasureSwap: Stage(
        asked=treasure.asked_to_swap,
        request=treasure.request_swap,
        answers={SwapTreasure: treasure.answer_swap, Decline: treasure.decline_swap},
        otherwise=treasure.skip_swap,
    ),
    Income: Stage(
        asked=ships.asked_for_income,
        request=ships.request_income,
        answers={TakeIncome: ships.answer_income, Decline: ships.decline_income},
        otherwise=ships.skip_income,
    ),
    Refill: Stage(otherwise=refill.refill),
}


def requests(state: State) -> tuple[Request, ...]:
    """The one question that is open; none when the game is over."""
    if not state.frames:
        return ()
    frame = state.frames[-1]
    stage = STAGES[type(frame)]
    seat = stage.asked(state, frame)
    return () if seat is None else (stage.request(state, frame, seat),)


def apply(state: State, seat: Seat, move: Move, reveals: Reveals) -> Transition[State]:
    """One order of the seat that is asked, and everything that follows from it by itself.

    Raises:
        IllegalMove: CK 4.4 (another question is open), or the rule that the order breaks.
        HiddenFace: a connector is to be turned up whose face is not among `reveals`.

    Source: CK 4.3, CK 4.4.
    """
    frame = state.frames[-1] if state.frames else None
    stage = STAGES[type(frame)] if frame is not None else None
    if frame is None or stage is None or stage.asked(state, frame) != seat:
        raise illegal("CK 4.4", "orders come from the seat that is asked")
    answer = stage.answers.get(type(move))
    if answer is None:
        question = stage.request(state, frame, seat).question
        raise illegal("CK 4.4", "an open question is answered first: {question}", question=question)
    step = answer(state, frame, move)
    return run(step.state, list(step.events), reveals)


def run(state: State, events: list[Event], reveals: Reveals) -> Transition[State]:
    """Carry out frames that ask nobody until one asks, or none is left."""
    while state.frames:
        frame = state.frames[-1]
        stage = STAGES[type(frame)]
        if stage.asked(state, frame) is not None:
            break
        try:
            step = stage.otherwise(state, frame, reveals)
        except HiddenFace as hidden:  # what was paid so far can be checked even by those who do not know the face
            raise HiddenFace(hidden.place, tuple(events)) from None
        state = step.state
        events.extend(step.events)
    return Transition(state, tuple(events))
