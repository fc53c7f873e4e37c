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
from referee.games.game_files import lessons_of
from referee.i18n.catalogue import catalogue_text
from referee.i18n.event_text import event_sentences
from referee.i18n.refusal_text import refusal_text
from referee.i18n.rule_text import gist_of, rule_text
from referee.kernel.cases import Lesson, Trial, begun, is_solved, tried
from referee.kernel.errors import BrokenState, RefereeError, Unreadable, UsageError
from referee.kernel.game import AnyGame, Viewer
from referee.kernel.grammar.lexer import healed
from referee.messages.board_text import board_page, hand_lines
from referee.messages.order_choices import OrderChoice
from referee.practice.start_table import PROGRAMS
from referee.protocol.step.split_orders import unfinished_order


def learn(context: Context, game: AnyGame, number: int, you: str) -> None:
    """Give the lessons of a game from this number on, 0 for how it is played and won, until one is left. Raises
    Unreadable: there is none of this number. Misused: `--json` is typed, which nobody can be asked with.
    """
    known = lessons_of(game.info.name)
    check_prompt(context)
    if not 0 <= number <= len(known):
        raise Unreadable("no-such-lesson", number=number, count=len(known))
    if number == 0:
        print_aside(context, *gist_of(game.info.name, context.lang), "")
    for at, lesson in enumerate(known[max(number, 1) - 1 :], max(number, 1)):
        task = catalogue_text(game.info.name, "lesson", lesson.name, context.lang) or lesson.name
        print_aside(context, context.sentence("/practice/lesson", number=at, count=len(known), task=task))
        if not _solve(context, game, lesson, you):
            command = f"referee practice {game.info.name} --lesson {at}"
            print_aside(context, context.sentence("/practice/lesson-next", command=command))
            return
        print_aside(context, "")
    print_aside(context, context.sentence("/practice/lessons-over", command=f"referee practice {game.info.name}"))


def check_prompt(context: Context) -> None:
    """Check that somebody can be asked. Raises UsageError: `--json` is typed."""
    if context.json:
        raise UsageError("lesson-is-no-data")


def _solve(context: Context, game: AnyGame, lesson: Lesson, you: str) -> bool:
    """Ask until a lesson is solved or left; whether it was solved."""
    start = begun(game, lesson)
    names = (*PROGRAMS[: start.seat], you, *PROGRAMS[start.seat :])[: start.seats]
    show_trial(context, game, start, names)
    print_aside(context, context.sentence("/practice/lesson-help"))
    said: dict[tuple[str, ...], Callable[[], None]] = {
        terminal.HELP: partial(_tell_rule, context, lesson),
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
        elif _is_done(context, game, lesson, reply_to_typed(context, game, start, typed), names):
            return True


def reply_to_typed(context: Context, game: AnyGame, start: Trial, typed: str) -> Trial | None:
    """The result of what was typed; None for what is refused, which is described in its own words, with its rule."""
    try:
        return tried(game, start, typed)
    except BrokenState:
        raise
    except RefereeError as refused:
        told = refusal_text(refused, context.lang)
        place = f"{told.at}: " if told.at else ""
        rule_id = f"  [{told.rule}]" if told.rule else ""
        print_aside(context, f"  {place}{told.sentence}{rule_id}")
        return None


def _is_done(context: Context, game: AnyGame, lesson: Lesson, trial: Trial | None, names: tuple[str, ...]) -> bool:
    if trial is None:
        return False
    print_aside(context, *(f"  {happened}" for happened in event_sentences(game, trial.events, names, context.lang)))
    solved = is_solved(game, lesson, trial)
    print_aside(context, context.sentence("/practice/lesson-done" if solved else "/practice/lesson-not-yet"))
    if solved:
        _tell_rule(context, lesson)
    return solved


def _tell_rule(context: Context, lesson: Lesson) -> None:
    print_aside(context, f"  {rule_text(lesson.rule, context.lang).sentence}  [{lesson.rule}]")


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
