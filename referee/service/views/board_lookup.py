"""What a reader looks up of a step: the board, and the position it shows."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.kernel.errors import OutOfOrder
from referee.protocol.agreements.take_back import steps_taken_back
from referee.protocol.step.position import Position
from referee.service.table import OpenTable


class Board(msgspec.Struct, frozen=True):
    """The public state after a step."""

    step: int
    """The number of the step."""
    state: Any
    """The public state; its shape is the game's."""
    undone: int | None = None
    """The step that took this one back; null if none did."""


def position_at(table: OpenTable, step: int | None = None) -> Position:
    """The position after a step, by default the latest. Raises OutOfOrder: there is no such step."""
    session = table.session
    newest = session.history.position
    if step is None or newest is None or newest.step == step:
        return session.position
    found = session.seen.get(step)
    if found is None:
        raise OutOfOrder("no-step-newest", step=step, newest=newest.step)
    return found


def board_at(table: OpenTable, position: Position) -> Board:
    """The public state of a position of a table, as data."""
    undone = steps_taken_back(table.session.position).get(position.step)
    return Board(position.step, position.table.game.to_json(position.state), undone)
