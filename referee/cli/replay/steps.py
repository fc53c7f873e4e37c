"""What a page of steps is made of: for each step its picture, its words, and who played it; as one reader sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.cli.context import Context
from referee.cli.printing.lines import step_lines, steps_told
from referee.cli.replay.turn import Turn
from referee.drawing.film import Film, film
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import View
from referee.kernel.requests import Seat
from referee.table.desk.desk import Desk
from referee.table.step.position import Position
from referee.table.telling.composing import composed
from referee.table.telling.pictures import picture_view
from referee.words.prose import question_prose


class Step(NamedTuple):
    """A step in words: its orders, what came of them, and the seats that played."""

    number: int
    orders: str
    told: tuple[str, ...]
    by: tuple[Seat, ...]


class Story(NamedTuple):
    """The steps of a game, pictures and words, for one reader; `seat` has its hand in them, None shows nobody's. `turn`
    is what that seat is asked after the last one, if it is.
    """

    title: str
    lang: str
    names: tuple[str, ...]
    seat: Seat | None
    film: Film
    steps: tuple[Step, ...]
    turn: Turn | None


def story(context: Context, desk: Desk, positions: Sequence[Position], *, hand: bool) -> Story:
    """The steps that led to these positions, which follow one another from the deal.

    Without `hand` there is nothing in it but what everybody may see. Raises OutOfOrder: the game draws no pictures.
    """
    game = desk.table.game
    if game.faces.drawing is None:
        raise OutOfOrder("no-picture-svg", game=game.info.title)
    drawings = []
    for before, position in zip((None, *positions), positions, strict=False):
        drawings.append(game.faces.drawing(position.state, seen(context, desk, position, before, hand=hand)))
    steps = []
    for position, told in zip(positions, steps_told(desk, positions, context.lang), strict=True):
        first, *rest = step_lines(context, game, told)
        by = tuple(dict.fromkeys(seat for seat, _ in position.orders))
        steps.append(Step(position.step, first, tuple(line.strip() for line in rest), by))
    seat = desk.eyes.seat if hand else None
    return Story(
        game.info.title,
        context.lang,
        desk.table.called,
        seat,
        film(drawings),
        tuple(steps),
        _turn(context, desk, seat),
    )


def _turn(context: Context, desk: Desk, seat: Seat | None) -> Turn | None:
    """What a seat is asked now, and what it may answer."""
    position = desk.position
    request = position.request_of(seat) if seat is not None else None
    if request is None:
        return None
    question = question_prose(desk.table.game, request, desk.table.called, context.lang)
    return Turn(question, composed(position, desk.eyes, context.lang))


def seen(context: Context, desk: Desk, position: Position, before: Position | None, *, hand: bool) -> View:
    """How the reader sees a position: with `hand` as its seat does, else as everybody may."""
    seat = desk.eyes.seat
    own = position.knowledge.own(seat) if hand and seat is not None else None
    return picture_view(View(desk.table.called, seat, own, context.lang), position, before, strengths=True)
