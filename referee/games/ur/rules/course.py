"""Chapters 3 and 9: an order goes to its chapter, and the game ends at once when a turn can only end without a swap.

Source: UR 3.1, UR 9.1; ruling G-22.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.games.ur import moves
from referee.games.ur.events import Passed
from referee.games.ur.legal import phase_one
from referee.games.ur.rules.agriculture import agriculture
from referee.games.ur.rules.culture import culture
from referee.games.ur.rules.ending import finish
from referee.games.ur.rules.phases import check_phase_one
from referee.games.ur.rules.politics import shift
from referee.games.ur.rules.reentry import enter
from referee.games.ur.rules.setup import exchange, keep, place
from referee.games.ur.rules.shares import enough, put
from referee.games.ur.rules.substitutes import add, found
from referee.games.ur.rules.swap import can_swap, swap
from referee.games.ur.rules.trade import trade
from referee.games.ur.rules.war import attack
from referee.games.ur.rules.ziggurats import build
from referee.games.ur.state import NO_SWAP, TURN, State
from referee.kernel.game import Reveals, Transition
from referee.kernel.requests import Seat


def pass_on(state: State, seat: Seat, move: moves.Pass) -> Transition[State]:
    """End phase 1. Needed by a player who has no legal swap and wants the game to end.

    Source: UR 3.2, UR 9.1; ruling G-5.
    """
    check_phase_one(state)
    return Transition(replace(state, work=replace(state.work, passed=True, running="")), (Passed(seat),))


CHAPTERS: dict[type[moves.Order], Callable[[State, Seat, Any], Transition[State]]] = {
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
    moves.Found: found,
    moves.Build: build,
    moves.Enter: enter,
    moves.Pass: pass_on,
    moves.Swap: swap,
}


def apply(state: State, seat: Seat, move: moves.Order, reveals: Reveals) -> Transition[State]:
    """Carry out one order of the seat on turn.

    Raises:
        IllegalMove: the rules do not allow it.
    """
    step = CHAPTERS[type(move)](state, seat, move)
    after = step.state
    if after.ending or after.phase != TURN or can_swap(after) or not _is_stuck(after):
        return step
    return finish(after, NO_SWAP, step.events)


def _is_stuck(state: State) -> bool:
    """Whether nothing but the end of phase 1 is left to the seat on turn, so that nothing need be asked.

    Source: UR 9.1.
    """
    if state.work.entered or state.work.passed:
        return True
    return not phase_one(state, state.seat)
