"""Lessons: a position, one thing to do in it, and the rules' own word on what somebody has done.

They are data, like cases: the position is described in the words of the game's case book, and what solves a lesson are
events, so that every order that leads to them does. The sentences of a lesson are in the game's catalogues.
"""

from __future__ import annotations

from typing import Any

import msgspec

from referee.kernel.cases import case_rules, position_given
from referee.kernel.errors import OutOfOrder
from referee.kernel.events import Event, event_words
from referee.kernel.game import AnyGame
from referee.kernel.goods import Knowledge
from referee.kernel.play import play


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson. `case` is the case of the book that its position is taken from, "" for none; `rule` is what it is
    about. It is solved by whatever leads to an event that begins with each of `solved`, in the words of the notes with
    the seats of the case book. `solution` does, and `wrong` is what somebody might think.
    """

    name: str
    rule: str
    given: dict[str, Any]
    solved: tuple[str, ...]
    solution: str
    wrong: str
    case: str = ""


class Trial(msgspec.Struct, frozen=True):
    """Where somebody at `seat`, one of `seats`, is in a lesson: who knows what, and what happened."""

    state: Any
    knowledge: Knowledge
    seat: int
    seats: int
    events: tuple[Event, ...] = ()


def begun(game: AnyGame, lesson: Lesson) -> Trial:
    """The lesson before anything is done."""
    position, dealer = position_given(game, lesson.given)
    return Trial(position.state, dealer, game.requests(position.state)[0].seat, position.options.seats)


def tried(game: AnyGame, trial: Trial, typed: str) -> Trial:
    """The result of typed orders. Raises Unreadable, IllegalMove, OutOfOrder, in the words of a real game."""
    rest = typed
    while rest.strip():
        if trial.seat not in {request.seat for request in game.requests(trial.state)}:
            raise OutOfOrder("lesson-asks-no-more")
        first, rest = game.notation.cut(rest, trial.state, trial.seat)
        for meant in game.notation.read(first, trial.state, trial.seat):
            done = play(game, trial.state, trial.seat, meant.move, trial.knowledge, secret=meant.secret)
            trial = Trial(done.state, done.knowledge, trial.seat, trial.seats, (*trial.events, *done.events))
    return trial


def is_solved(game: AnyGame, lesson: Lesson, trial: Trial) -> bool:
    """Whether what has happened is what the lesson asks for."""
    seats = case_rules(game).seats
    happened = [event_words(event, seats) for event in trial.events]
    return all(any(words.startswith(start) for words in happened) for start in lesson.solved)
