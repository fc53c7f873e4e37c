"""Who must write before the turn of the board game can go on, as far as public facts tell."""

from __future__ import annotations

from referee.kernel.errors import RefereeError
from referee.kernel.game import HiddenFace
from referee.kernel.requests import TURN, Seat
from referee.table.step.position import Position

MOST = 64
"""So many answers are looked ahead; no turn of a game asks for as many."""


def writers(position: Position) -> tuple[Seat, ...]:
    """Those who are waited for, and behind them whoever is asked in the same turn once they have answered, in order.

    What they will answer nobody knows: it is looked what is asked if each of them does nothing. Where that hangs on
    what is hidden, the seat on turn stands for all that may come.
    """
    asked = list(dict.fromkeys(request.seat for request in position.awaited))
    if position.on_turn is None or any(request.question == TURN for request in position.awaited):
        return tuple(asked)
    later = (seat for seat in _asked_later(position, position.on_turn) if seat not in position.left)
    return tuple(dict.fromkeys((*asked, *later)))


def _asked_later(position: Position, on_turn: Seat) -> tuple[Seat, ...]:
    """The seats that are asked from here on up to the next action or the end of the turn, if all do nothing."""
    game, state, neutral = position.table.game, position.state, position.table.game.neutral
    found: list[Seat] = []
    for _ in range(MOST):
        requests = game.requests(state)
        if not requests or game.turn(state) != position.turn:
            return tuple(found)
        request = requests[0]
        found.append(request.seat)
        if request.question == TURN:
            return tuple(found)
        if neutral is None:
            break
        try:
            state = game.apply(state, request.seat, neutral(state, request.seat), ()).state
        except (RefereeError, HiddenFace):
            break
    return (*found, on_turn)
