"""Thinking ahead: the position as if it were a seat's turn, or its choice while the game is set up."""

from __future__ import annotations

from referee.games.civilization import frames as f
from referee.games.civilization.rules.conquest import is_obsolete
from referee.games.civilization.rules.course import STAGES
from referee.games.civilization.state import State, beginning, has_town, replace
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def on_turn(state: State, seat: Seat) -> State:
    """The state as if `seat` were on turn at once, up to the first question of its turn; what is open stays as it lies.

    The card of another that lies open counts as played. Who has not chosen in the set-up is asked for that; who has no
    settlement has nothing to think of, and is asked nothing.
    """
    if state.ended:
        return state
    player = state.players[seat]
    if not has_town(state, seat) and beginning(state):
        ask = (f.Settle(seat),) if player.card else (f.Settle(seat), f.TakeCard(seat))
        return replace(state, frames=(f.Turn(), *ask))
    if not has_town(state, seat):
        return replace(state, frames=(f.Turn("next"),))
    played = (state.playing,) if state.playing and not is_obsolete(state, state.playing) else ()
    pool = tuple(sorted((*state.pool, *played)))
    begun = replace(state, active=seat, pool=pool, playing="", symbol="", fresh=(), grown=(), frames=(f.Turn(),))
    return STAGES.run(Transition(begun), ()).state
