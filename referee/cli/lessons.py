"""A lesson at the terminal: what is to be done, what comes of it, and the rule."""

from __future__ import annotations

import sys

from referee.cli.asking import prompt
from referee.cli.context import Context
from referee.cli.helping.usage import Misused
from referee.cli.printing.output import note, picture
from referee.cli.printing.pages import Window
from referee.games.lessons import lessons_of
from referee.kernel.errors import BrokenState, RefereeError, Unreadable
from referee.kernel.game import AnyGame, View
from referee.kernel.lessons import Lesson, Trial, begun, is_solved, tried
from referee.table.practice.opening import PROGRAMS
from referee.table.telling.boards import board_page
from referee.words.catalogue import entry
from referee.words.prose import events_prose
from referee.words.refusals import refusal
from referee.words.rules import rule


def learn(context: Context, game: AnyGame, number: int, you: str) -> bool:
    """Give a lesson, counted from 1, until it is solved or left; whether it was solved. Raises Unreadable: there is
    none of this number. Misused: `--json` is typed, which nobody can be asked with.
    """
    known = lessons_of(game.info.name)
    if context.json:
        raise Misused("lesson-is-no-data")
    if not 1 <= number <= len(known):
        raise Unreadable("no-such-lesson", number=number, count=len(known))
    lesson = known[number - 1]
    start = begun(game, lesson)
    names = (*PROGRAMS[: start.seat], you, *PROGRAMS[start.seat :])[: start.seats]
    task = entry(game.info.name, "lesson", lesson.name, context.lang) or lesson.name
    _print(context.sentence("/practice/lesson", number=number, count=len(known), task=task))
    _show(context, game, start, names)
    note(context.sentence("/practice/lesson-help"))
    while True:
        try:
            typed = prompt.ask("", end="> ")
        except EOFError:
            return False
        if not typed:
            return False
        if typed == "?":
            _tell_rule(context, lesson)
        elif _is_done(context, game, lesson, tried_or_told(context, game, start, typed), names):
            break
    if number < len(known):
        _print(
            context.sentence(
                "/practice/lesson-next", command=f"referee practice {game.info.name} --lesson {number + 1}"
            )
        )
    return True


def tried_or_told(context: Context, game: AnyGame, start: Trial, typed: str) -> Trial | None:
    """What comes of what was typed; None for what is refused, which is told in its own words, with its rule."""
    try:
        return tried(game, start, typed)
    except BrokenState:
        raise
    except RefereeError as refused:
        told = refusal(refused, context.lang)
        place = f"{told.at}: " if told.at else ""
        rule_id = f"  [{told.rule}]" if told.rule else ""
        _print(f"  {place}{told.sentence}{rule_id}")
        return None


def _is_done(context: Context, game: AnyGame, lesson: Lesson, trial: Trial | None, names: tuple[str, ...]) -> bool:
    if trial is None:
        return False
    _print(*(f"  {happened}" for happened in events_prose(game, trial.events, names, context.lang)))
    solved = is_solved(game, lesson, trial)
    _print(context.sentence("/practice/lesson-done" if solved else "/practice/lesson-not-yet"))
    if solved:
        _tell_rule(context, lesson)
    return solved


def _tell_rule(context: Context, lesson: Lesson) -> None:
    _print(f"  {rule(lesson.rule, context.lang).sentence}  [{lesson.rule}]")


def _show(context: Context, game: AnyGame, start: Trial, names: tuple[str, ...]) -> None:
    view = View(names, start.seat, None, context.lang, Window(context.plain).columns)
    picture(context, board_page(game, start.state, view, legend=False, strengths=False, listed=context.plain))


def _print(*lines: str) -> None:
    sys.stderr.flush()
    for line in lines:
        note(line)
