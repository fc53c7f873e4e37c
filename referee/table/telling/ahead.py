"""Thinking ahead: the position as if it were somebody's turn, whoever is asked in truth."""

from __future__ import annotations

from msgspec.structs import replace

from referee.kernel.errors import OutOfOrder
from referee.kernel.requests import Seat
from referee.table.seating import Eyes
from referee.table.step.position import Position, names_asked


def as_if_asked(position: Position, eyes: Eyes) -> tuple[Position, bool]:
    """The position for a reader who wants to try orders, and whether it is one that is not so: with the reader on turn,
    everything that is open left as it lies. Who only looks on gets the position as it is.

    Raises:
        OutOfOrder: the game is over; or the reader is not asked, and the game cannot tell how it would be or would ask
            nothing of it.
    """
    if position.over:
        raise OutOfOrder("game-over")
    if eyes.seat is None or position.request_of(eyes.seat) is not None:
        return position, False
    if position.table.game.on_turn is None:
        raise OutOfOrder("not-asked-you", asked=names_asked(position))
    ahead = _on_turn(position, eyes.seat)
    if ahead.request_of(eyes.seat) is None:
        raise OutOfOrder("not-asked-you", asked=names_asked(position))
    return ahead, True


def _on_turn(position: Position, seat: Seat) -> Position:
    assert position.table.game.on_turn is not None
    state = position.table.game.on_turn(position.state, seat)
    return replace(position, state=state, active=seat, plans=(None,) * len(position.plans))
