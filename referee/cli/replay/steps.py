"""What a page of steps is made of: for each step its picture, its words, and who played it; as one reader sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.cli.context import Context
from referee.cli.printing.lines import step_lines, steps_told
from referee.cli.replay.ended import Ended, ended
from referee.cli.replay.points import Points
from referee.cli.replay.turn import Turn
from referee.drawing.film import Film, film
from referee.kernel.drawing import Drawing
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import AnyGame, View
from referee.kernel.requests import TURN, Seat
from referee.table.desk.desk import Desk
from referee.table.step.position import Position
from referee.table.telling.composing import composed
from referee.table.telling.pictures import picture_view
from referee.words.prose import question_prose


class Step(NamedTuple):
    """A step in words: its orders, what came of them, the seats that played, and whether they only passed."""

    number: int
    orders: str
    told: tuple[str, ...]
    by: tuple[Seat, ...]
    idle: bool = False


class Story(NamedTuple):
    """The steps of a game, pictures and words, for one reader; `seat` has its hand in them, None shows nobody's. `turn`
    is what that seat is asked after the last one, in a page to click it together.
    `points` are there where everybody may see them, `ended` once the game is over.
    """

    title: str
    lang: str
    names: tuple[str, ...]
    seat: Seat | None
    film: Film
    steps: tuple[Step, ...]
    turn: Turn | None
    points: Points | None = None
    ended: Ended | None = None


def story(context: Context, desk: Desk, positions: Sequence[Position], *, hand: bool, composing: bool = False) -> Story:
    """The steps that led to these positions, which follow one another from the deal.

    Without `hand` there is nothing in it but what everybody may see. With `composing` it has the orders that the reader
    may give now. Raises OutOfOrder: the game draws no pictures; the reader is asked nothing.
    """
    game = desk.table.game
    if game.faces.drawing is None:
        raise OutOfOrder("no-picture-svg", game=game.info.title)
    drawings = []
    for before, position in zip((None, *positions), positions, strict=False):
        drawings.append(game.faces.drawing(position.state, seen(context, desk, position, before, hand=hand)))
    steps = []
    told = steps_told(desk, positions, context.lang)
    for before, position, one in zip((None, *positions), positions, told, strict=False):
        first, *rest = step_lines(context, game, one)
        by = tuple(dict.fromkeys(seat for seat, _ in position.orders))
        lines = tuple(line.strip() for line in rest)
        steps.append(Step(position.step, first, lines, by, _only_passes(game, before, position)))
    seat = desk.eyes.seat if hand else None
    return Story(
        game.info.title,
        context.lang,
        desk.table.called,
        seat,
        film(drawings),
        tuple(steps),
        _turn(context, desk, drawings[-1]) if composing else None,
        _points(desk, positions),
        ended(context, desk),
    )


def _only_passes(game: AnyGame, before: Position | None, position: Position) -> bool:
    """Whether everybody who played in a step did nothing with the own turn."""
    if before is None or game.neutral is None or not position.orders:
        return False
    for seat, order in position.orders:
        if before.request_of(seat) is None:
            return False
        nothing = game.neutral(before.state, seat)
        if TURN not in game.answers(nothing) or game.notation.format_order(nothing) != order:
            return False
    return True


def _points(desk: Desk, positions: Sequence[Position]) -> Points | None:
    """How the points went; of a running game only where they lie open."""
    course = desk.table.game.faces.course
    if course is None or not (desk.history.end is not None or course.is_open(desk.position.state)):
        return None
    return Points(tuple(course.points(position.state) for position in positions), course.weakest)


def _turn(context: Context, desk: Desk, drawing: Drawing) -> Turn:
    """What the reader is asked now, what it may answer, and where in the drawing that is. Raises OutOfOrder."""
    position, game, lang = desk.position, desk.table.game, context.lang
    orders = composed(position, desk.eyes, lang)
    assert desk.eyes.seat is not None
    request = position.request_of(desk.eyes.seat)
    assert request is not None
    question = question_prose(game, request, desk.table.called, lang)
    view = seen(context, desk, position, None, hand=True)
    spots = game.faces.spots(position.state, view, drawing) if game.faces.spots is not None else ()
    return Turn(question, orders, spots)


def seen(context: Context, desk: Desk, position: Position, before: Position | None, *, hand: bool) -> View:
    """How the reader sees a position: with `hand` as its seat does, else as everybody may."""
    seat = desk.eyes.seat
    own = position.knowledge.own(seat) if hand and seat is not None else None
    return picture_view(View(desk.table.called, seat, own, context.lang), position, before, strengths=True)
