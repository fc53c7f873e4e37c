"""A lesson at the terminal: what is to be done, what comes of it, and the rule."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from referee.cli.asking import prompt
from referee.cli.asking.listing import list_lines
from referee.cli.context import Context
from referee.cli.helping.usage import Misused
from referee.cli.printing.output import note, print_picture
from referee.cli.printing.pages import Window
from referee.drawing.text import plain
from referee.games.lessons import lessons_of
from referee.kernel.errors import BrokenState, RefereeError, Unreadable
from referee.kernel.game import AnyGame, View
from referee.kernel.grammar.vocabulary import healed
from referee.kernel.lessons import Lesson, Trial, begun, is_solved, tried
from referee.table.practice.opening import PROGRAMS
from referee.table.step.typed_orders import open_end
from referee.table.telling.boards import board_page, hand_lines
from referee.table.telling.choices import Choice
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
    _show_board(context, game, start, names)
    note(context.sentence("/practice/lesson-help"))
    said: dict[tuple[str, ...], Callable[[], None]] = {
        prompt.HELP: partial(_tell_rule, context, lesson),
        prompt.MOVES: partial(_list_orders, context, game, start),
        prompt.SHOW: partial(_show_board, context, game, start, names),
        prompt.HAND: lambda: _print(*(_hand_shown(context, game, start, names) or [context.sentence("hand-empty")])),
    }
    own = {word: says for words, says in said.items() for word in words}
    following = partial(_following, game, start, context.lang)
    while True:
        try:
            typed = prompt.ask("", "> ", following)
        except EOFError:
            return False
        word = healed(typed).strip()
        if not word or word in prompt.QUIT:
            return False
        if word in own:
            own[word]()
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


def _show_board(context: Context, game: AnyGame, start: Trial, names: tuple[str, ...]) -> None:
    view = View(names, start.seat, None, context.lang, Window(context.plain).columns)
    print_picture(context, board_page(game, start.state, view, legend=False, strengths=False, listed=context.plain))
    _print(*_hand_shown(context, game, start, names))


def _hand_shown(context: Context, game: AnyGame, start: Trial, names: tuple[str, ...]) -> list[str]:
    """The hand of who learns, nothing for an empty one."""
    own = start.knowledge.own(start.seat)
    held = plain(hand_lines(game, View(names, start.seat, own, context.lang))).splitlines()
    if held and game.faces.hand is None:
        held[0] = context.sentence("your-hand", hand=held[0])
    return held


def _list_orders(context: Context, game: AnyGame, start: Trial) -> None:
    """What is allowed."""
    legal = game.legal_orders(start.state, start.seat, start.knowledge.own(start.seat))
    choices = [Choice(game.notation.format_order(move), free=game.free(move)) for move in legal]
    _print(*list_lines(context, game, start.state, start.seat, choices))


def _following(game: AnyGame, start: Trial, lang: str, typed: str) -> tuple[str, ...]:
    try:
        return tuple(game.notation.complete(open_end(typed), start.state, start.seat, lang))
    except RefereeError:
        return ()


def _print(*lines: str) -> None:
    sys.stderr.flush()
    for line in lines:
        note(line)
