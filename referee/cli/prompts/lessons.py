"""Lessons at the terminal, one after the other: what is to be done, its result, and the rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from referee.cli.context import Context
from referee.cli.printing.output import print_aside, print_picture
from referee.cli.printing.pager import TerminalWindow
from referee.cli.prompts import terminal
from referee.cli.prompts.order_list import order_list_lines
from referee.drawing.text_picture import plain_text_of
from referee.i18n.rule_text import gist_of
from referee.kernel.cases import Trial
from referee.kernel.errors import RefereeError, UsageError
from referee.kernel.game import AnyGame, Viewer
from referee.kernel.grammar.lexer import healed
from referee.messages.board_text import board_page, hand_lines
from referee.messages.order_choices import OrderChoice
from referee.protocol.step.split_orders import unfinished_order
from referee.service.errors import Refused
from referee.service.opening.practice_games import LessonReply, LessonTask, begin_lesson, lesson_count, try_lesson


def learn(context: Context, game: AnyGame, number: int, you: str) -> None:
    """Give the lessons of a game from this number on, 0 for how it is played and won, until one is left. Raises
    Unreadable: there is none of this number. Misused: `--json` is typed, which nobody can be asked with.
    """
    check_prompt(context)
    count = lesson_count(game, number)
    for at in range(max(number, 1), count + 1):
        task = begin_lesson(game, at, you, context.lang)
        if (number, at) == (0, 1):
            print_aside(context, *gist_of(game.info.name, context.lang), "")
        print_aside(context, context.sentence("/practice/lesson", number=at, count=count, task=task.task))
        if not _solve(context, game, task):
            command = f"referee practice {game.info.name} --lesson {at}"
            print_aside(context, context.sentence("/practice/lesson-next", command=command))
            return
        print_aside(context, "")
    print_aside(context, context.sentence("/practice/lessons-over", command=f"referee practice {game.info.name}"))


def check_prompt(context: Context) -> None:
    """Check that somebody can be asked. Raises UsageError: `--json` is typed."""
    if context.json:
        raise UsageError("lesson-is-no-data")


def _solve(context: Context, game: AnyGame, task: LessonTask) -> bool:
    """Ask until a lesson is solved or left; whether it was solved."""
    start, names = task.start, task.names
    show_trial(context, game, start, names)
    print_aside(context, context.sentence("/practice/lesson-help"))
    said: dict[tuple[str, ...], Callable[[], None]] = {
        terminal.HELP: partial(_tell_rule, context, task),
        terminal.MOVES: partial(list_orders, context, game, start),
        terminal.SHOW: partial(show_trial, context, game, start, names),
        terminal.HAND: lambda: print_aside(
            context, *(hand_shown(context, game, start, names) or [context.sentence("hand-empty")])
        ),
    }
    own = {word: says for words, says in said.items() for word in words}
    following = partial(completions_of, game, start, context.lang)
    while True:
        try:
            typed = terminal.ask_line("", "> ", following)
        except EOFError:
            return False
        word = healed(typed).strip()
        if not word or word in terminal.QUIT:
            return False
        if word in own:
            own[word]()
        elif _is_done(context, task, try_lesson(game, task, typed, context.lang)):
            return True


def tell_refused(context: Context, refused: Refused) -> None:
    """Print why orders do not go, in the words of the refusal, with its rule."""
    place = f"{refused.at}: " if refused.at else ""
    rule_id = f"  [{refused.rule}]" if refused.rule else ""
    print_aside(context, f"  {place}{refused.sentence}{rule_id}")


def _is_done(context: Context, task: LessonTask, reply: LessonReply) -> bool:
    if reply.refused is not None:
        tell_refused(context, reply.refused)
        return False
    print_aside(context, *(f"  {happened}" for happened in reply.led))
    print_aside(context, context.sentence("/practice/lesson-done" if reply.solved else "/practice/lesson-not-yet"))
    if reply.solved:
        _tell_rule(context, task)
    return reply.solved


def _tell_rule(context: Context, task: LessonTask) -> None:
    print_aside(context, f"  {task.rule}  [{task.lesson.rule}]")


def show_trial(context: Context, game: AnyGame, start: Trial, names: tuple[str, ...]) -> None:
    """Print the board as the seat of a trial sees it, and its hand."""
    view = Viewer(names, start.seat, None, context.lang, TerminalWindow(context.plain).columns)
    print_picture(context, board_page(game, start.state, view, legend=False, strengths=False, listed=context.plain))
    print_aside(context, *hand_shown(context, game, start, names))


def hand_shown(context: Context, game: AnyGame, start: Trial, names: tuple[str, ...]) -> list[str]:
    """The learner's hand as lines; none for an empty hand."""
    own = start.knowledge.own(start.seat)
    held = plain_text_of(hand_lines(game, Viewer(names, start.seat, own, context.lang))).splitlines()
    if held and game.faces.hand is None:
        held[0] = context.sentence("your-hand", hand=held[0])
    return held


def list_orders(context: Context, game: AnyGame, start: Trial) -> None:
    """Print what the seat of a trial may do."""
    legal = game.legal_orders(start.state, start.seat, start.knowledge.own(start.seat))
    choices = [OrderChoice(game.notation.format_order(move), free=game.free(move)) for move in legal]
    print_aside(context, *order_list_lines(context, game, start.state, start.seat, choices))


def completions_of(game: AnyGame, start: Trial, lang: str, typed: str) -> tuple[str, ...]:
    """How a line that is being typed can go on."""
    try:
        return tuple(game.notation.complete(unfinished_order(typed), start.state, start.seat, lang))
    except RefereeError:
        return ()
