"""A lesson as a table shows a position: the board, the answers of the one who learns, and the result of a trial."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from referee.games import find
from referee.games.game_files import lessons_of
from referee.i18n.event_text import event_sentences, question_sentence
from referee.i18n.rule_text import gist_of
from referee.kernel.cases import Trial, is_solved, tried
from referee.kernel.game import AnyGame
from referee.kernel.sentence import Sentence, in_language
from referee.messages.conflict_view import conflict_for
from referee.protocol.opening.data_packs import game_with_pack
from referee.protocol.seating import REFEREE, Party, Table
from referee.protocol.step.draft import CONFLICT
from referee.protocol.step.position import Position, RecordedPast, active_seat
from referee.protocol.step.sealed_deck import SEALED_DECK
from referee.protocol.step.step_run import StepRun
from referee.protocol.step.tokens import full_stocks
from referee.record.file_names import slug
from referee.record.notes import Rules
from referee.service.ask import Ask
from referee.service.opening.practice_games import YOUR_NAME, LessonTask, begin_lesson, lesson_task
from referee.service.views.answer_choices import AnswerChoices, answers_behind, form_of, order_label
from referee.service.views.board_view import Scene
from referee.service.views.capabilities import Capabilities
from referee.service.views.table_head import TableHead, seat_views
from referee.service.views.view import ChosenOrder, View
from referee.session.todo.status import Question, Status, player_seats

_STAMP = "lesson.-"
"""A lesson has no record: nothing of it is signed, and nothing waits."""

_ALLOWED = Capabilities(
    role="player",
    answers=frozenset(("now",)),
    sending="none",
    folder="",
    waited=(),
    hides="nothing",
    end_opens="nothing",
    undo=frozenset(),
    days=0,
    grace=0,
    talk=frozenset(),
    practice=True,
)


class LessonRow(msgspec.Struct, frozen=True):
    """A lesson in the list of a game."""

    number: int
    """Its number, from 1."""
    task: str
    """What is to be done in it."""


class LessonView(msgspec.Struct, frozen=True):
    """A lesson as somebody who learns sees it."""

    number: int
    """Its number, from 1."""
    heading: str
    """Which of how many lessons it is, in words."""
    task: str
    """What is to be done."""
    rule: str
    """The rule that it is about, in a sentence."""
    gist: tuple[str, ...]
    """How the game is played and won, in a few sentences."""
    view: View
    """The position with the orders so far carried out, as a table shows it."""
    solved: bool | None = None
    """Whether the orders that were tried solve it; null if none were tried."""
    told: tuple[str, ...] = ()
    """The result of those that were tried, sentence by sentence."""


def list_lessons(game: str, lang: str) -> tuple[LessonRow, ...]:
    """The lessons of a game, in their order. Raises Unreadable: it has none."""
    rows = enumerate(lessons_of(game), 1)
    return tuple(LessonRow(number, lesson_task(game, lesson, lang)) for number, lesson in rows)


def view_lesson(game: str, number: int, lang: str, orders: Sequence[str] = (), *, tries: bool = False) -> LessonView:
    """A lesson with the orders chosen so far; with `tries` their result, and those that do not solve it are taken
    back.

    Raises:
        Unreadable: there is no such lesson, or an order cannot be read. IllegalMove, OutOfOrder: one does not go.
    """
    played = game_with_pack(find(game), None)[0]
    task = begin_lesson(played, number, YOUR_NAME, lang)
    learner = _Learner(played, task, lang)
    for order in orders:
        learner.give(order)
    heading = Sentence("lesson-of", number=number, count=task.count).told(lang)
    found = LessonView(number, heading, task.task, task.rule, gist_of(game, lang), learner.view())
    if not (tries and orders):
        return found
    solved = is_solved(played, task.lesson, learner.trial)
    led = tuple(sentence for order in learner.orders for sentence in order.led)
    said = Sentence("/practice/lesson-done" if solved else "/practice/lesson-not-yet").told(lang)
    view = found.view if solved else _Learner(played, task, lang).view()
    return replace(found, view=view, solved=solved, told=(said, *led, task.rule))


class _Learner:
    """Somebody in the position of a lesson, and the orders given there so far."""

    def __init__(self, game: AnyGame, task: LessonTask, lang: str) -> None:
        self._game, self._lang = game, lang
        self.trial, self.orders = task.start, tuple[ChosenOrder, ...]()
        self._table = _lesson_table(game, self.trial, task.names)
        self._scene = Scene(self._position, self.trial.seat, None, lang)
        request = game.requests(self.trial.state)[0]
        sentence, seat = question_sentence(game, request, self._table.called, lang), self._table.names[request.seat]
        self._question = Question(seat, request.question, request.rule, request.about, sentence, "")

    @property
    def _position(self) -> Position:
        game, trial, seats = self._game, self.trial, self.trial.seats
        past = RecordedPast((0,) * seats)
        active = active_seat(game, trial.state, trial.seat)
        return Position(
            self._table, 1, "", trial.state, trial.knowledge, full_stocks(self._table), (None,) * seats, active, past
        )

    def give(self, order: str) -> None:
        """Carry out an order. Raises as `tried`."""
        before, game, seat, lang = self.trial, self._game, self.trial.seat, self._lang
        run = StepRun(self._position, seat, None)
        meant = game.notation.read(order, before.state, seat)
        self.trial = tried(game, before, order)
        label = ", ".join(order_label(run, seat, one, lang) for one in meant)
        led = event_sentences(game, self.trial.events[len(before.events) :], self._table.called, lang)
        scene = Scene(self._position, seat, None, lang)
        change, self._scene = scene.changed_from(self._scene), scene
        self.orders += (ChosenOrder(len(self.orders) + 1, order, label, tuple(led), None, change.lays, change.leaves),)

    def view(self) -> View:
        """What is seen and may be chosen now."""
        scene, lang, answers, question = self._scene, self._lang, self._choices(), self._question
        players = player_seats(self._position, self.trial.seat, lang)
        status = Status("playing", question.seat, questions=(question,), players=players)
        info, orders = self._game.info, "; ".join(one.sentence for one in self.orders)
        return View(
            stamp=_STAMP,
            table=TableHead("", in_language(info.title, lang), info.name, in_language(info.title, lang), "playing", ""),
            can=_ALLOWED,
            step=None,
            last=None,
            seats=seat_views(status),
            board=scene.board,
            dock=scene.dock,
            headline=scene.headline,
            hint=scene.hint,
            question=replace(question, conflict=answers.conflict),
            form=form_of(answers.choices, scene.picks) if answers.choices else "",
            choices=answers.choices,
            offers=answers.offers,
            verbs=dict(answers.verbs),
            orders=self.orders,
            plan=None,
            ask=Ask("", Sentence("lesson-tries", orders=orders).told(lang), label=Sentence("lesson-try").told(lang))
            if self.orders
            else None,
            news=(),
            tasks=(),
            proposed=(),
            notes=(),
            result=None,
            holdings=scene.holdings,
            lowest=scene.lowest,
        )

    def _choices(self) -> AnswerChoices:
        run, seat, lang = StepRun(self._position, self.trial.seat, None), self.trial.seat, self._lang
        asked = run.question_of(seat)
        if asked is None:
            return AnswerChoices()
        conflict = conflict_for(self._position, seat, lang) if asked == CONFLICT else None
        return answers_behind(run, seat, lang, self._scene.picks, conflict)


def _lesson_table(game: AnyGame, trial: Trial, names: tuple[str, ...]) -> Table:
    """The table of a lesson: people at seats, and nobody who signs."""
    seats = tuple(slug(name, 12) for name in names)
    nobody = [Party(role, b"", b"", b"", b"") for role in (REFEREE, *seats)]
    info, options = game.info, trial.options
    return Table(
        game=game,
        options=options,
        piles=game.goods(options),
        title=info.name,
        game_id="",
        offer_id="",
        offer_nonce=b"",
        attempt=1,
        host=nobody[0],
        toss_lock=b"",
        seats=tuple(nobody[1:]),
        rules=Rules(info.name, 1, b""),
        names=seats,
        display=names,
        deck=SEALED_DECK,
    )
