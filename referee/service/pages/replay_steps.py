"""What a page of steps is made of: for each step its picture, its words, and who played it; as one reader sees it."""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

import msgspec

from referee.audit.comments import shown_comment
from referee.audit.recompute import EVERYTHING, audit
from referee.drawing.frame_changes import Film, animated_document, make_film
from referee.drawing.page_parts import flowing_drawing, pieces_on_spots, signs_beside
from referee.drawing.safe_text import safe_text
from referee.i18n.event_text import conflict_text, question_for_reader, question_sentence
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.game import AnyGame, Viewer
from referee.kernel.requests import TURN, Seat
from referee.kernel.sentence import Sentence, in_language
from referee.kernel.shapes import Drawing
from referee.mail.address_book import own_entry
from referee.messages.board_text import goods_text, picture_view
from referee.messages.conflict_view import conflict_for
from referee.messages.order_tree import compose_order_tree
from referee.messages.points_chart import PointsHistory, points_history
from referee.messages.step_news import step_lines
from referee.protocol.step.position import Position
from referee.service.audits.audit_table import verdict_text
from referee.service.moves.slip_checks import order_slip_heading
from referee.service.pages.compose_page import ComposeTurn
from referee.service.table import OpenTable
from referee.service.views.lookups import comment_lines, memo_lines
from referee.session.log_cache import news_of_positions
from referee.session.memos import NOTHING, Memos
from referee.session.sign_comment import stored_comments


class ReplayStep(NamedTuple):
    """A step in words: its orders, their result, the seats that played, and whether they only passed."""

    number: int
    orders: str
    told: tuple[str, ...]
    by: tuple[Seat, ...]
    idle: bool = False


class ReplayStory(NamedTuple):
    """The steps of a game, pictures and words, for one reader; `seat` has its hand in them, None shows nobody's. `turn`
    is what that seat is asked after the last one, in a page to click it together.
    `points` are there where everybody may see them, `ended` once the game is over.
    """

    title: str
    lang: str
    names: tuple[str, ...]
    seat: Seat | None
    film: Film
    steps: tuple[ReplayStep, ...]
    turn: ComposeTurn | None
    points: PointsHistory | None = None
    ended: ReplayEnd | None = None


class Replay(msgspec.Struct, frozen=True):
    """A page or picture of a game that was made."""

    step: int
    """The last step in it."""
    steps: int
    """How many steps it has."""
    size: int
    """Its size in bytes."""
    hand: bool
    """Whether the reader's own hand is in it."""


class DrawnReplay(msgspec.Struct, frozen=True):
    """A game as one file, and what is in it."""

    text: str
    """The page, or the picture as SVG."""
    made: Replay
    """What is in it."""


def draw_film(table: OpenTable, steps: str = "") -> DrawnReplay:
    """The game, or `steps` of it (`5-12`), as a picture that moves by itself. Nothing is in it but what everybody may
    see.

    Raises:
        OutOfOrder: the game draws no pictures. Unreadable: there are no such steps.
    """
    session, lang = table.session, table.reader.lang
    game, last = session.table.game, session.position.step
    if game.faces.drawing is None:
        raise OutOfOrder("no-picture-svg", game=game.info.title)
    found = re.fullmatch(r"(\d{0,6})(-?)(\d{0,6})", steps, re.ASCII)
    first = int(found[1] or 0) if found is not None else -1
    until = min(int(found[3] or (last if found[2] or not found[1] else first)), last) if found is not None else -1
    if not 0 <= first <= until:
        raise Unreadable("film-steps", last=last, found=steps)
    drawings = [
        game.faces.drawing(
            session.seen[at].state, view_of_position(table, session.seen[at], session.seen.get(at - 1), hand=False)
        )
        for at in range(first, until + 1)
    ]
    said = table.sentence("film-told", game=in_language(game.info.title, lang), first=first, last=until)
    picture = animated_document(drawings, said)
    return DrawnReplay(picture, Replay(until, len(drawings), len(picture.encode()), hand=False))


def replay_story(table: OpenTable, *, hand: bool, composing: bool = False, jotted: Memos = NOTHING) -> ReplayStory:
    """The steps that led to the positions of a session.

    Without `hand` there is nothing in it but what everybody may see. With `composing` it has the reader's possible
    orders. Comments on a step, made after the end, appear at it, as do the reader's memos.

    Raises:
        OutOfOrder: the game draws no pictures; the reader is asked nothing.
    """
    session, lang = table.session, table.reader.lang
    game, positions = session.table.game, tuple(session.seen.values())
    if game.faces.drawing is None:
        raise OutOfOrder("no-picture-svg", game=game.info.title)
    befores = (None, *positions)
    drawings = [
        game.faces.drawing(position.state, view_of_position(table, position, before, hand=hand))
        for before, position in zip(befores, positions, strict=False)
    ]
    steps = []
    stories = news_of_positions(session, positions, lang)
    said = tuple(map(shown_comment, stored_comments(session)))
    for before, position, one in zip(befores, positions, stories, strict=False):
        first, *rest = step_lines(lang, session.table, one)
        rest += [*memo_lines(table, jotted.at(position.step)), *comment_lines(table, said, position.step)]
        lines, by = tuple(line.strip() for line in rest), tuple(dict.fromkeys(seat for seat, _ in position.orders))
        steps.append(ReplayStep(position.step, first, lines, by, _only_passes(game, before, position)))
    seat = session.eyes.seat if hand else None
    return ReplayStory(
        in_language(game.info.title, lang),
        lang,
        session.table.called,
        seat,
        make_film([flowing_drawing(drawing, seat) for drawing in drawings]),
        tuple(steps),
        _turn(table, drawings[-1]) if composing else None,
        points_history(session.history, session.seen),
        replay_end(table),
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


def _turn(table: OpenTable, drawing: Drawing) -> ComposeTurn:
    """The question that the reader must answer now, the orders that answer it, and where in the drawing they are.
    Raises OutOfOrder.
    """
    session, lang = table.session, table.reader.lang
    position, game = session.position, session.table.game
    orders = compose_order_tree(position, session.eyes, lang)
    assert session.eyes.seat is not None
    request = position.request_of(session.eyes.seat)
    assert request is not None
    heading = Sentence("compose-turn", name=session.table.called[session.eyes.seat]).told(lang)
    question = question_sentence(game, request, session.table.called, lang)
    view = view_of_position(table, position, None, hand=True)
    begin, fought = "", conflict_for(position, session.eyes.seat, lang)
    if fought is not None:
        begin = question_for_reader(game, position.state, view)[0]
        if why := conflict_text(game, position.state, view).rstrip("."):
            heading = why
        question = ""
    spots = game.faces.spots(position.state, view, drawing) if game.faces.spots is not None else ()
    called = partial(_name_of_word, game, position, lang) if game.faces.called is not None else None
    hand = session.own is not None and bool(session.own.hand)
    rival = session.table.called_by_seat[fought.other.seat] if fought is not None else ""
    counts = game.faces.acted if request.question == TURN else None
    return ComposeTurn(
        heading,
        question,
        orders,
        spots,
        pieces_on_spots(drawing, spots),
        game.faces.seldom,
        called,
        hand,
        _home(table),
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


def _home(table: OpenTable) -> tuple[str, str, str]:
    """How the orders are sent to oneself: address, subject, and what is above them."""
    session, own = table.session, own_entry(table.session.home)
    subject = table.sentence("orders-mail-subject", title=session.table.title, step=session.position.step + 1)
    address = own.address if own is not None else ""
    return address, safe_text(subject), f"{table.sentence('orders-mail-lead')}\n\n{order_slip_heading(session)}"


def _name_of_word(game: AnyGame, position: Position, lang: str, word: str) -> str:
    assert game.faces.called is not None
    return game.faces.called(position.state, word, lang)


def view_of_position(table: OpenTable, position: Position, before: Position | None, *, hand: bool) -> Viewer:
    """How the reader sees a position: with `hand` as its seat does, otherwise as everybody may."""
    seat, called = table.session.eyes.seat, table.session.table.called
    own = position.knowledge.own(seat) if hand and seat is not None else None
    return picture_view(Viewer(called, seat, own, table.reader.lang), position, before, strengths=True)


Hands = tuple[tuple[str, ...], ...]
"""For each step, for each seat, what it holds, in words."""


class ReplayEnd(NamedTuple):
    """The verdict with its depth, and all hands; () where the referee did not reveal them, or nothing is ever held."""

    verdict: str
    hands: Hands


def replay_end(table: OpenTable) -> ReplayEnd | None:
    """What the end adds, the same for every reader: what a stranger finds in the record. None while the game runs."""
    session = table.session
    if session.history.end is None:
        return None
    positions: list[Position] = []
    report = audit(session.folder.record(), watch=positions.append)
    words = verdict_text(table.reader.lang, report.verdict, report.step)
    verdict = table.sentence("replay-verdict", verdict=words, depth=report.depth)
    if report.depth != EVERYTHING or len(positions) != session.position.step + 1:
        return ReplayEnd(verdict, ())
    hands = tuple(_known_hands(table, position) for position in positions)
    return ReplayEnd(verdict, hands if any(any(held) for held in hands) else ())


def _known_hands(table: OpenTable, position: Position) -> tuple[str, ...]:
    game, lang = table.session.table.game, table.reader.lang
    known = (position.knowledge.own(seat) for seat in range(len(table.session.table.names)))
    return tuple(goods_text(game, own.hand, lang) if own is not None else "" for own in known)
