"""Noughts and crosses under rules version 1, in which a diagonal was no line. Nothing here changes any more."""

from __future__ import annotations

from functools import partial

import msgspec

import oxo
from referee.kernel.dice import Dice
from referee.kernel.events import Drew
from referee.kernel.game import Game, Options, Transition

_DIAGONALS = 2


class State(oxo.State, frozen=True):
    """As now, but that two of the lines are none."""

    def has_line(self) -> bool:
        """Whether three equal marks stand in a row or a column."""
        return any(self.board[a] == self.board[b] == self.board[c] != "" for a, b, c in oxo.LINES[:-_DIAGONALS])


def set_up(options: Options, dice: Dice) -> Transition[State]:
    """Chance says who begins; both seats draw two marks."""
    return Transition(State(dice.number("first", 2)), (Drew(0, 2), Drew(1, 2)))


GAME: Game[State, oxo.Lay] = msgspec.structs.replace(
    oxo.GAME,
    info=msgspec.structs.replace(oxo.GAME.info, rules_version=1),
    setup=set_up,
    state_type=State,
    from_json=partial(msgspec.convert, type=State),
    earlier=(),
)
