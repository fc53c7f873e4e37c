"""Everything that one reader sees and may do at one table at one moment: the source of terminal, letter and page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from referee.i18n.event_text import event_sentences
from referee.i18n.standing_text import standing_order_meaning
from referee.kernel.errors import RefereeError
from referee.kernel.game import Holding, MenuRow
from referee.kernel.requests import Seat
from referee.kernel.shapes import Shape
from referee.messages.conflict_view import conflict_for
from referee.messages.forecast import failing_plan_sentences, plan_moments
from referee.messages.order_tree import can_go_on, spelled_order
from referee.messages.step_news import StepNews
from referee.protocol.step.draft import CONFLICT, MoveDraft, draft, play_typed_order
from referee.protocol.step.planned_orders import CONDITIONS, planned_order_text
from referee.protocol.step.position import Position
from referee.protocol.step.step_run import StepRun
from referee.service.answers import table_stamp
from referee.service.ask import Ask
from referee.service.errors import Refused, refusal_of
from referee.service.moves import move_drafts
from referee.service.moves.own_moves import move_ask, said_lines
from referee.service.moves.standing_answers import ask_standing, given_answers
from referee.service.table import OpenTable
from referee.service.views.answer_choices import AnswerChoices, Choice, Piece, answers_behind, form_of, order_label
from referee.service.views.board_lookup import position_at
from referee.service.views.board_view import BoardView, Scene, scene_of
from referee.service.views.bot_reasons import explained_seats
from referee.service.views.capabilities import Capabilities, capabilities_of
from referee.service.views.table_head import SeatView, TableHead, seat_views, table_head
from referee.service.views.table_status import read_status
from referee.session.log_cache import news_of_positions
from referee.session.memos import Memo, load_memos
from referee.session.session import Session
from referee.session.todo.status import GameResult, Proposal, Question
from referee.session.todo.task import TaskText
from referee.session.todo.waiting_for import standing_suggestions


class ChosenOrder(msgspec.Struct, frozen=True):
    """An order that is chosen and not signed."""

    number: int
    """Its number, from 1."""
    id: str
    """The order as it was given."""
    sentence: str
    """The order in the words of the reader's language."""
    led: tuple[str, ...]
    """What it led to, sentence by sentence."""
    refused: Refused | None = None
    """Why it does not go; null if it does."""
    lays: tuple[str, ...] = ()
    """The keys of the shapes that it put on the board or changed there."""
    leaves: tuple[Shape, ...] = ()
    """The shapes on the board that it took away."""


class DraftView(msgspec.Struct, frozen=True):
    """What was kept from before and is not signed; its orders are among those that are chosen."""

    plan: tuple[str, ...]
    """The lines to be sealed behind its orders."""
    say: tuple[str, ...]
    """The lines to all."""
    mailed: bool
    """Whether it was sent home from a page and nobody has read it here yet."""


class PlanView(msgspec.Struct, frozen=True):
    """The plan that may follow the orders so far."""

    sealed: tuple[str, ...]
    """What would be sealed, line by line, in words."""
    doubts: tuple[str, ...]
    """What of it may never come true."""
    moments: tuple[str, ...] = ()
    """When the reader may be asked again, as far as that can be told: `win`, `lose`, or `then` for no conflict."""
    shown: str | None = None
    """The moment that board and choices show; null while they show the answers of now."""


class StandingView(msgspec.Struct, frozen=True):
    """The reader's standing orders, and what the answer that is chosen would make of them."""

    given: tuple[str, ...]
    """What is in force now, a sentence each."""
    offered: Ask | None = None
    """To put the chosen answer in force from now on; null if it cannot be, or already is."""
    lines: tuple[str, ...] = ()
    """The lines that would then be in force, in the game's canonical spelling."""
    ends: Ask | None = None
    """To end all of them; null if there are none."""


class View(msgspec.Struct, frozen=True):
    """Everything that one reader sees and may do at one table at one moment."""

    stamp: str
    """What an answer answers; it is brought back with it."""
    table: TableHead
    """Which table it is."""
    can: Capabilities
    """What the table allows this reader; nothing else is offered."""
    step: int | None
    """The step that is shown; null before the deal."""
    last: int | None
    """The latest step; it differs when the reader looks at an earlier one."""
    seats: tuple[SeatView, ...]
    """The players, the reader first, then clockwise; before the charter those who have joined."""
    board: BoardView | None
    """The board; null before the deal and in a game without pictures."""
    dock: tuple[Piece, ...]
    """What is the reader's own beside the board and can be picked."""
    headline: str
    """Whose turn it is, or how the game ended, with the orders so far carried out."""
    hint: str
    """What the reader is asked, in one or two sentences; empty if nothing."""
    question: Question | None
    """The reader's question; null if it is not their turn."""
    form: str
    """How the answers are best given: `number`, `pieces`, `places` or `options`; empty without any."""
    choices: tuple[Choice, ...]
    """Every complete answer that can follow the orders so far."""
    offers: tuple[MenuRow, ...]
    """What the answers are put together from beside the board and the reader's own pieces, in the order of a list."""
    verbs: dict[str, str]
    """How the choices of a verb begin in the reader's language, by the verb."""
    orders: tuple[ChosenOrder, ...]
    """The orders chosen so far, applied to what the reader knows; nothing is applied after a refused one."""
    plan: PlanView | None
    """The plan that may follow the orders; null if no plan is possible at this table or moment."""
    ask: Ask | None
    """What would be signed now; null if nothing can be signed yet."""
    news: tuple[StepNews, ...]
    """The steps since the reader's last move; for a reader without a seat, the latest one."""
    tasks: tuple[TaskText, ...]
    """The open tasks, the most urgent first."""
    proposed: tuple[Proposal, ...]
    """Proposals that need the consent of all."""
    notes: tuple[Memo, ...]
    """The reader's own memos."""
    result: GameResult | None
    """How the game ended; null while it runs."""
    draft: DraftView | None = None
    """What was kept from before; null where nothing was, or where it was not asked for."""
    standing: StandingView | None = None
    """The reader's standing orders; null at a table without any, and where there is nothing to say of them."""
    bots: tuple[str, ...] = ()
    """The seats of bots, in a game that can say why a bot may have played so."""
    holdings: tuple[Holding, ...] = ()
    """What is the reader's own beside the board, or left for all, and is not picked."""
    face_down: int = 0
    """How many of the reader's own pieces are still face down, with a masked deck."""
    lowest: bool = False
    """Whether only the points in the lowest colour count; of the points of a seat the last are of any colour."""


def view_table(
    table: OpenTable,
    orders: Sequence[str] = (),
    plan: Sequence[str] = (),
    step: int | None = None,
    say: Sequence[str] = (),
    moment: str | None = None,
) -> View:
    """What the reader of a table sees and may do, with the orders chosen so far, the lines to seal after them and the
    words to say with them; of an earlier `step` what was seen then, without answers. In a `moment` of the plan, what
    may be sealed for it.

    Raises:
        OutOfOrder: there is no such step.
    """
    session, lang = table.session, table.reader.lang
    status, can = read_status(table, lambda path: path.name, bare=True), capabilities_of(session)
    newest, stamp = session.history.position, table_stamp(table)
    shown = position_at(table, step) if newest is not None else None
    chosen = _Chosen(session, lang, orders, moment) if shown is not None and shown is newest else None
    part = _answer_part(table, stamp, can, chosen, (plan, say)) if chosen is not None else _AnswerPart()
    scene = part.scene or scene_of(session, shown, lang)
    asked = next((one for one in status.questions if one.seat == status.you), None)
    if asked is not None and part.answers.conflict is not None:  # of the same turn, or the one that was asked about
        asked = msgspec.structs.replace(asked, conflict=part.answers.conflict)
    return View(
        stamp=stamp,
        table=table_head(table, status),
        can=can,
        step=shown.step if shown is not None else None,
        last=newest.step if newest is not None else None,
        seats=seat_views(status),
        board=scene.board,
        dock=scene.dock,
        headline=scene.headline,
        hint=scene.hint if asked is not None else "",
        question=asked if chosen is not None else None,
        form=part.form,
        choices=part.answers.choices,
        offers=part.answers.offers,
        verbs=dict(part.answers.verbs),
        orders=part.orders,
        plan=part.plan,
        ask=part.ask,
        news=_news(session, lang),
        tasks=status.next,
        proposed=status.proposed,
        notes=load_memos(session).jotted if session.history.table is not None else (),
        result=status.result,
        standing=next(iter(can.offer("standing", _standing(table, part.orders))), None),
        bots=explained_seats(table),
        holdings=scene.holdings,
        face_down=status.dark,
        lowest=scene.lowest,
    )


def view_with_draft(table: OpenTable) -> View:
    """What the reader of a table sees and may do, with the orders that were kept for this turn chosen already. A draft
    that cannot be read is ignored.
    """
    session, found = table.session, None
    if session.key is not None and session.history.position is not None:
        with suppress(RefereeError):
            found = move_drafts.stored_draft(session)
    if found is None or found.step != session.position.step + 1:
        return view_table(table)
    view = view_table(table, found.orders, found.plan, say=found.say)
    return msgspec.structs.replace(view, draft=DraftView(found.plan, found.say, found.mailed))


def _standing(table: OpenTable, orders: Sequence[ChosenOrder]) -> Iterator[StandingView]:
    """The reader's standing orders, in force and on offer, if there are any."""
    lang, game = table.reader.lang, table.session.table.game

    def asked_for(lines: Sequence[str]) -> Ask:
        meant = "; ".join(standing_order_meaning(game, line, lang) for line in lines)
        code = "room-standing-signs" if lines else "room-standing-none"
        return msgspec.structs.replace(ask_standing(table, lines), sentence=table.sentence(code, lines=meant))

    with suppress(RefereeError):
        stand = given_answers(table).lines
        given = tuple(standing_order_meaning(game, line, lang) for line in stand)
        chosen = tuple(one.id for one in orders if one.refused is None)
        lines = standing_suggestions(table.session, chosen) if chosen else ()
        lines = lines if lines != stand else ()
        if given or lines:
            yield StandingView(given, asked_for(lines) if lines else None, lines, asked_for(()) if given else None)


class _AnswerPart(NamedTuple):
    form: str = ""
    answers: AnswerChoices = AnswerChoices()
    orders: tuple[ChosenOrder, ...] = ()
    plan: PlanView | None = None
    ask: Ask | None = None
    scene: Scene | None = None
    """How board and dock are where the answers are given."""


def _answer_part(
    table: OpenTable, stamp: str, can: Capabilities, chosen: _Chosen, besides: tuple[Sequence[str], Sequence[str]]
) -> _AnswerPart:
    plan, say = besides
    drafted = chosen.draft_with(plan)
    planned = next(iter(can.offer("plan", chosen.plans(drafted))), None)
    scene, answers = chosen.answers_then() or (chosen.scene, _answers_behind(table, chosen))
    return _AnswerPart(
        form_of(answers.choices, scene.picks) if answers.choices else "",
        answers,
        chosen.orders,
        planned,
        _ask_of_move(table, stamp, drafted, say, chosen.orders) if drafted is not None else None,
        scene,
    )


def _ask_of_move(
    table: OpenTable, stamp: str, drafted: MoveDraft, say: Sequence[str], orders: Sequence[ChosenOrder]
) -> Ask | None:
    """What would be signed; None for words that no note can hold."""
    with suppress(RefereeError):
        return move_ask(table, stamp, drafted, said_lines(say), [one.sentence for one in orders])
    return None


def _answers_behind(table: OpenTable, chosen: _Chosen) -> AnswerChoices:
    """The answers possible after what is chosen; what a passphrase has opened is not kept."""
    session = table.session
    if session.passphrase is not None:
        return chosen.answers()
    key = (session.folder.path, session.eyes.seat, table.reader.lang, *(one.id for one in chosen.orders))
    return table.reader.known.made_once(session.position, key, chosen.answers)


class _Chosen:
    """What the reader has chosen so far, carried out, and what may be chosen after it. Nothing is, for somebody who is
    not asked.
    """

    def __init__(self, session: Session, lang: str, orders: Sequence[str], moment: str | None = None) -> None:
        self._session, self._lang, self._moment = session, lang, moment
        self.position = session.position
        seat = session.eyes.seat
        request = self.position.request_of(seat) if seat is not None and not self.position.over else None
        self.seat: Seat | None = request.seat if request is not None else None
        self.run = StepRun(self.position, self.seat, None) if self.seat is not None else None
        self.orders: tuple[ChosenOrder, ...] = ()
        self._then: StepRun | None = None
        self.scene = scene_of(session, self.position, lang)
        for number, order in enumerate(orders if self.run is not None else (), 1):
            chosen = self._carried_out(number, order)
            if chosen.refused is None and not self.has_refusal:
                scene = scene_of(session, self.led_to, lang)
                change, self.scene = scene.changed_from(self.scene), scene
                chosen = msgspec.structs.replace(chosen, lays=change.lays, leaves=change.leaves)
            self.orders += (chosen,)

    @property
    def has_refusal(self) -> bool:
        """Whether one of the orders does not go."""
        return any(one.refused is not None for one in self.orders)

    @property
    def led_to(self) -> Position:
        """The position as the orders so far have left it, as the reader knows it."""
        if self.run is None:
            return self.position
        return msgspec.structs.replace(self.position, state=self.run.state, knowledge=self.run.knowledge)

    def _carried_out(self, number: int, order: str) -> ChosenOrder:
        assert self.run is not None
        assert self.seat is not None
        notation, run = self.run.game.notation, self.run.branch()
        if self.has_refusal:
            return ChosenOrder(number, order, spelled_order(notation, order, self._lang), ())
        before = len(run.events)
        lines: list[str] = list(plan.texts or ()) if (plan := run.plans[self.seat]) is not None else []
        named: list[str] = []
        try:
            for meant in notation.read(order, run.state, self.seat):
                named.append(order_label(run, self.seat, meant, self._lang))
                play_typed_order(run, self.seat, meant, lines)
        except RefereeError as refusal:
            said = spelled_order(notation, order, self._lang)
            return ChosenOrder(number, order, said, (), refusal_of(refusal, self._lang))
        self.run = run
        led = event_sentences(run.game, run.events[before:], self.position.table.called, self._lang)
        return ChosenOrder(number, order, ", ".join(named), tuple(led))

    @property
    def goes_on(self) -> bool:
        """Whether the next order of the same note is carried out at once."""
        if self.run is None or self.seat is None:
            return False
        return not self.orders or can_go_on(self.position, self.run, self.seat)

    def answers(self) -> AnswerChoices:
        """Every whole answer after the orders so far."""
        if self.run is None or self.seat is None or not self.goes_on:
            return AnswerChoices()
        conflict = None
        if self.run.question_of(self.seat) == CONFLICT:
            conflict = conflict_for(self.led_to, self.seat, self._lang)
        return answers_behind(self.run, self.seat, self._lang, self.scene.picks, conflict)

    def draft_with(self, plan: Sequence[str]) -> MoveDraft | None:
        """What would be signed; None for nothing, or where it cannot be signed so."""
        if not self.orders or self.has_refusal:
            return None
        try:
            return draft(self.position, self._session.eyes, (*(one.id for one in self.orders), *plan))
        except RefereeError:
            return None

    def plans(self, drafted: MoveDraft | None) -> Sequence[PlanView]:
        """What may be sealed after the orders: one view of it, or none where nothing may."""
        if self.run is None or self.seat is None or not self.orders or self.has_refusal:
            return ()
        if self.goes_on or not (self.run.may_seal and self.run.turn_runs) or len(self.position.asked) > 1:
            return ()
        game, lines = self.run.game, drafted.lines if drafted is not None else ()
        sealed = tuple(planned_order_text(game, line).told(self._lang) for line in lines)
        doubts = failing_plan_sentences(self.position, self.seat, drafted, self._lang) if drafted is not None else ()
        found = plan_moments(self.position, self.seat, drafted) if drafted is not None else None
        if found == {} and not sealed:  # nobody asks again
            return ()
        moments = {word: found[end] for word, end in (*CONDITIONS.items(), ("then", 0)) if found and end in found}
        self._then = moments.get(self._moment) if self._moment is not None else None
        return (PlanView(sealed, tuple(doubts), tuple(moments), self._moment if self._then is not None else None),)

    def answers_then(self) -> tuple[Scene, AnswerChoices] | None:
        """The board as it may be in the moment of the plan that is looked at, and every whole answer; None for now."""
        if self._then is None or self.seat is None:
            return None
        then = msgspec.structs.replace(self.position, state=self._then.state, knowledge=self._then.knowledge)
        scene = scene_of(self._session, then, self._lang)
        return scene, answers_behind(self._then, self.seat, self._lang, scene.picks, None)


def _news(session: Session, lang: str) -> tuple[StepNews, ...]:
    position = session.history.position
    if position is None:
        return ()
    seat = session.eyes.seat
    since = position.past.signed[seat] if seat is not None else position.step - 1
    return news_of_positions(session, [session.seen[step] for step in session.seen if step > since], lang)
