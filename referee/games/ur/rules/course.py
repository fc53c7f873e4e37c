"""Chapters 3 and 9: an order goes to its chapter, and the game ends at once when a turn can only end without a swap.

Source: UR 3.1, UR 9.1; ruling G-22.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.games.ur import moves
from referee.games.ur.board import NAMES
from referee.games.ur.data import NO_SWAP
from referee.games.ur.events import Passed
from referee.games.ur.rules.actions import agriculture, attack, culture, shift, trade
from referee.games.ur.rules.ending import finish
from referee.games.ur.rules.phase_one import phase_one
from referee.games.ur.rules.phases import check_phase_one
from referee.games.ur.rules.setup import exchange, keep, place
from referee.games.ur.rules.shares import enough, put
from referee.games.ur.rules.substitutes import add, enter, occupy_free_tile
from referee.games.ur.rules.swap import can_swap, swap
from referee.games.ur.rules.ziggurats import build
from referee.games.ur.state import EXCHANGE, PLACE, SHARE, TURN, State
from referee.kernel.game import Reveals, Transition
from referee.kernel.requests import TURN as ACTION
from referee.kernel.requests import Request, Seat
from referee.kernel.stages import Stage, Stages


def end_phase_one(state: State, seat: Seat, move: moves.Pass) -> Transition[State]:
    """End phase 1. Needed by a player who has no legal swap and wants the game to end.

    Source: UR 3.2, UR 9.1; ruling G-5.
    """
    check_phase_one(state)
    return Transition(replace(state, work=replace(state.work, passed=True, running="")), (Passed(seat),))


RULES_THAT_ASK = {PLACE: "UR 2.4", EXCHANGE: "UR 2.6", TURN: "UR 3.1", SHARE: "UR 4.2"}


def request(state: State, frame: Seat, seat: Seat) -> Request:
    """What the seat to move is asked; `about` says which: place, exchange, turn or share.

    With share come the tiles that wait and how many cubes each may get: `("share", "b3:2", "f1:1")`.
    """
    phase = state.phase
    rule = RULES_THAT_ASK[phase]
    if phase == PLACE and state.turn >= state.seats:
        rule = "UR 2.5"
    if state.work.sparing:
        rule = "UR 11.2"
    waiting = tuple(f"{NAMES[cell]}:{count}" for cell, count in state.work.owed)
    return Request(seat, ACTION, rule, (phase, *waiting))


# Only the seat whose turn it is must answer, and one decision opens no other: it is all that can be pending.
STAGES: Stages[State] = Stages(
    pending=lambda state: None if state.ending else state.seat,
    sort=lambda seat: TURN,
    rule="UR 3.1",
    table={
        TURN: Stage(
            asked=lambda state, seat: seat,
            request=request,
            answers={
                moves.Place: place,
                moves.Exchange: exchange,
                moves.Keep: keep,
                moves.Agriculture: agriculture,
                moves.Trade: trade,
                moves.Attack: attack,
                moves.Culture: culture,
                moves.Shift: shift,
                moves.Put: put,
                moves.Enough: enough,
                moves.Add: add,
                moves.Found: occupy_free_tile,
                moves.Build: build,
                moves.Enter: enter,
                moves.Pass: end_phase_one,
                moves.Swap: swap,
            },
        )
    },
)

requests = STAGES.requests
asked = STAGES.asked


def apply(state: State, seat: Seat, move: moves.UrOrder, reveals: Reveals) -> Transition[State]:
    """Carry out one order of the seat to move.

    Raises:
        IllegalMove: the rules do not allow it.
    """
    step = STAGES.apply(state, seat, move, reveals)
    after = step.state
    if after.ending or after.phase != TURN or can_swap(after) or not _is_stuck(after):
        return step
    return finish(after, NO_SWAP, step.events)


def _is_stuck(state: State) -> bool:
    """Whether nothing but the end of phase 1 is left to the seat to move, so that nothing need be asked.

    Source: UR 9.1.
    """
    if state.work.entered or state.work.passed:
        return True
    return not phase_one(state, state.seat)
