"""What a page of steps is made of: for each step its picture, its words, and who played it; as one reader sees it."""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

from referee.cli.asking.prompt import at_page
from referee.cli.auditing.reports import verdict_of
from referee.cli.context import Context
from referee.cli.printing.lines import comment_lines, jotted_lines, step_lines, steps_told
from referee.cli.replay.points import Points, points_of
from referee.cli.replay.turn import Turn
from referee.drawing.animation import animated
from referee.drawing.around import flowing, lying, signs_beside
from referee.drawing.film import Film, film
from referee.drawing.safe import safe_text
from referee.kernel.drawing import Drawing
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.game import AnyGame, View
from referee.kernel.requests import TURN, Seat
from referee.kernel.sentence import Sentence, told
from referee.post.addresses import myself
from referee.table.desk.commenting import comments_here
from referee.table.desk.desk import Desk
from referee.table.desk.jottings import NOTHING, Jottings
from referee.table.desk.slips import slip_heading
from referee.table.reading.audit import EVERYTHING, audit
from referee.table.reading.comments import commented
from referee.table.step.position import Position
from referee.table.telling.boards import goods_told, picture_view
from referee.table.telling.composing import composed
from referee.table.telling.stakes import stakes
from referee.words.prose import asked_prose, conflict_told, question_prose


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
    `points` are there where everybody may see them, `ended` once the game is over; `table` is its title.
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
    table: str = ""


def moving(context: Context, desk: Desk, steps: str) -> tuple[str, range]:
    """The game, or `steps` of it (`5-12`), as a picture that moves, and which steps those are. Nothing is in it but
    what everybody may see.

    Raises:
        OutOfOrder: the game draws no pictures. Unreadable: there are no such steps.
    """
    game, last = desk.table.game, desk.position.step
    if game.faces.drawing is None:
        raise OutOfOrder("no-picture-svg", game=game.info.title)
    found = re.fullmatch(r"(\d{0,6})(-?)(\d{0,6})", steps, re.ASCII)
    first = int(found[1] or 0) if found is not None else -1
    until = min(int(found[3] or (last if found[2] or not found[1] else first)), last) if found is not None else -1
    if not 0 <= first <= until:
        raise Unreadable("film-steps", last=last, found=steps)
    drawings = [
        game.faces.drawing(desk.seen[at].state, seen(context, desk, desk.seen[at], desk.seen.get(at - 1), hand=False))
        for at in range(first, until + 1)
    ]
    said = context.sentence("film-told", game=told(game.info.title, context.lang), first=first, last=until)
    return animated(drawings, said), range(first, until + 1)


def story(context: Context, desk: Desk, *, hand: bool, composing: bool = False, jotted: Jottings = NOTHING) -> Story:
    """The steps that led to the positions of a desk, which follow one another from the deal.

    Without `hand` there is nothing in it but what everybody may see. With `composing` it has the orders that the reader
    may give now. What was said of a step after the end stands at it, as does what the reader has jotted down.

    Raises:
        OutOfOrder: the game draws no pictures; the reader is asked nothing.
    """
    game, positions = desk.table.game, tuple(desk.seen.values())
    if game.faces.drawing is None:
        raise OutOfOrder("no-picture-svg", game=game.info.title)
    drawings = []
    for before, position in zip((None, *positions), positions, strict=False):
        drawings.append(game.faces.drawing(position.state, seen(context, desk, position, before, hand=hand)))
    steps = []
    stories = steps_told(desk, positions, context.lang)
    said = tuple(map(commented, comments_here(desk)))
    for before, position, one in zip((None, *positions), positions, stories, strict=False):
        first, *rest = step_lines(context, desk.table, one)
        by = tuple(dict.fromkeys(seat for seat, _ in position.orders))
        rest += jotted_lines(context, jotted.at(position.step))
        rest += comment_lines(context, desk.table, said, position.step)
        lines = tuple(line.strip() for line in rest)
        steps.append(Step(position.step, first, lines, by, _only_passes(game, before, position)))
    seat = desk.eyes.seat if hand else None
    return Story(
        told(game.info.title, context.lang),
        context.lang,
        desk.table.called,
        seat,
        film([flowing(drawing, seat) for drawing in drawings]),
        tuple(steps),
        _turn(context, desk, drawings[-1]) if composing else None,
        points_of(desk.history, desk.seen),
        ended(context, desk),
        desk.called(context.lang),
    )


def _only_passes(game: AnyGame, before: Position | None, position: Position) -> bool:
    """Whether everybody who played in a step did nothing with their turn."""
    if before is None or game.neutral is None or not position.orders:
        return False
    for seat, order in position.orders:
        if before.request_of(seat) is None:
            return False
        nothing = game.neutral(before.state, seat)
        if TURN not in game.answers(nothing) or game.notation.format_order(nothing) != order:
            return False
    return True


def _turn(context: Context, desk: Desk, drawing: Drawing) -> Turn:
    """What the reader is asked now, what it may answer, and where in the drawing that is. Raises OutOfOrder."""
    position, game, lang = desk.position, desk.table.game, context.lang
    orders = composed(position, desk.eyes, lang)
    assert desk.eyes.seat is not None
    request = position.request_of(desk.eyes.seat)
    assert request is not None
    heading = Sentence("compose-turn", name=desk.table.called[desk.eyes.seat]).told(lang)
    question = question_prose(game, request, desk.table.called, lang)
    view = seen(context, desk, position, None, hand=True)
    begin, fought = "", stakes(position, desk.eyes.seat, lang)
    if fought is not None:
        begin = asked_prose(game, position.state, view)[0]
        if why := conflict_told(game, position.state, view).rstrip("."):
            heading = why
        question = ""
    spots = game.faces.spots(position.state, view, drawing) if game.faces.spots is not None else ()
    called = partial(_called, game, position, lang) if game.faces.called is not None else None
    hand = desk.own is not None and bool(desk.own.hand)
    home = None if at_page() is not None else _home(context, desk)
    rival = desk.table.called_by_seat[fought.other.seat] if fought is not None else ""
    counts = game.faces.acted if request.question == TURN else None
    return Turn(
        heading,
        question,
        orders,
        spots,
        lying(drawing, spots),
        game.faces.seldom,
        called,
        hand,
        home,
        begin,
        fought,
        rival,
        signs_beside(drawing, spots),
        counts(position.state) if counts is not None else None,
        partial(_is_action, game),
    )


def _is_action(game: AnyGame, order: str) -> bool:
    """Whether an order is an action of a turn; one that names goods of the hand, which nobody else sees, always is."""
    try:
        return TURN in game.answers(game.notation.parse_order(order))
    except Unreadable:
        return True


def _home(context: Context, desk: Desk) -> tuple[str, str, str]:
    """How the orders are sent to oneself: address, subject, and what stands above them."""
    own = myself(desk.home)
    subject = context.sentence("orders-mail-subject", title=desk.table.title, step=desk.position.step + 1)
    address = own.address if own is not None else ""
    return address, safe_text(subject), f"{context.sentence('orders-mail-lead')}\n\n{slip_heading(desk)}"


def _called(game: AnyGame, position: Position, lang: str, word: str) -> str:
    assert game.faces.called is not None
    return game.faces.called(position.state, word, lang)


def seen(context: Context, desk: Desk, position: Position, before: Position | None, *, hand: bool) -> View:
    """How the reader sees a position: with `hand` as its seat does, else as everybody may."""
    seat = desk.eyes.seat
    own = position.knowledge.own(seat) if hand and seat is not None else None
    return picture_view(View(desk.table.called, seat, own, context.lang), position, before, strengths=True)


Hands = tuple[tuple[str, ...], ...]
"""For each step, for each seat, what it holds, in words."""


class Ended(NamedTuple):
    """The verdict with its depth, and all hands; () where the referee did not open them, or nothing is ever held."""

    verdict: str
    hands: Hands


def ended(context: Context, desk: Desk) -> Ended | None:
    """What the end adds, the same for every reader: what a stranger finds in the record. None while the game runs."""
    if desk.history.end is None:
        return None
    positions: list[Position] = []
    report = audit(desk.folder.record(), watch=positions.append)
    verdict = context.sentence("replay-verdict", verdict=verdict_of(context, report), depth=report.depth)
    if report.depth != EVERYTHING or len(positions) != desk.position.step + 1:
        return Ended(verdict, ())
    hands = tuple(_known_hands(context, desk, position) for position in positions)
    return Ended(verdict, hands if any(any(held) for held in hands) else ())


def _known_hands(context: Context, desk: Desk, position: Position) -> tuple[str, ...]:
    known = (position.knowledge.own(seat) for seat in range(len(desk.table.names)))
    return tuple(goods_told(desk.table.game, own.hand, context.lang) if own is not None else "" for own in known)
