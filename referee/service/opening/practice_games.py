"""Practice games: one is begun against bots, or goes on again before a step."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from referee.games.game_files import lessons_of
from referee.i18n.catalogue import catalogue_text
from referee.i18n.event_text import event_sentences
from referee.i18n.rule_text import rule_text
from referee.kernel.bot import GREEDY, check_level
from referee.kernel.cases import Lesson, Trial, begun, is_solved, tried
from referee.kernel.errors import BrokenState, OutOfOrder, RefereeError, Unreadable
from referee.kernel.game import AnyGame
from referee.practice.open_table import is_practice_session, open_practice
from referee.practice.opponents import Opponents, PracticeSettings, opponents_of
from referee.practice.rewind import rewind_to
from referee.practice.start_table import PROGRAMS, practice_charter, set_up_practice
from referee.protocol.opening.seat_names import free_seat_name, seat_name_for
from referee.record.notes.escaping import single_line_text
from referee.record.store import GameFolder
from referee.service.errors import Refused, refusal_of
from referee.service.reader import Reader
from referee.service.table import OpenTable
from referee.service.views.capabilities import way_back
from referee.session.game_folders import location_in_folder, write_location

YOUR_NAME = "Anna"
"""The player's name if none is given: one seed is one game, no matter who starts it."""

_SEEDS = 1_000_000


def usual_seats(game: AnyGame) -> int:
    """How many play if nobody says so: the reader and two bots, or the nearest number that the game allows."""
    return min(game.info.seats, key=lambda count: (abs(count - 3), count))


class Practice(msgspec.Struct, frozen=True):
    """A practice game."""

    folder: str
    """The path of its folder."""
    game: str
    """The id of the game."""
    seats: tuple[str, ...]
    """The seats, clockwise from that of the person who practises."""
    seed: int
    """The seed that gives the same game again."""
    against: str
    """How well the programs play: `greedy`, `good` or `strong`."""
    step: int
    """The latest step of the game."""


def practice_of(table: OpenTable, shown: Callable[[Path], str] = str) -> Practice:
    """What a practice game is; `shown` is how a path is written."""
    session = table.session
    others = opponents_of(session.folder.path)
    assert others is not None, "a practice game has bots"
    settings, seats = others.settings(), session.table.names
    folder, game = shown(session.folder.path), session.table.game_id
    return Practice(folder, game, seats, settings.seed, settings.level, session.position.step)


def practise(
    reader: Reader,
    game: AnyGame,
    folder: GameFolder,
    *,
    seats: int | None = None,
    level: str = GREEDY,
    seed: int | None = None,
    name: str = YOUR_NAME,
    options: Sequence[tuple[str, str]] = (),
    pack: bytes | None = None,
) -> OpenTable:
    """A practice game that begins in a new `folder`, once the bots have done what is theirs before the reader's turn.

    Raises:
        Unreadable: there is no such level, number of seats or option, or the name is not one line of text.
        FileTrouble: the folder cannot be written.
    """
    check_level(level, game.levels)
    name = single_line_text(name, "name")
    settings = PracticeSettings(seed if seed is not None else secrets.randbelow(_SEEDS), level)
    people = _seats_and_names(name, seats if seats is not None else usual_seats(game))
    charter = practice_charter(game, people, settings.seed, options, pack)
    set_up_practice(folder, reader.home, charter, pack, settings)
    write_location(reader.home, location_in_folder(folder, charter[0]))
    return OpenTable(reader, open_practice(folder, reader.home, reader.lang, as_name=reader.as_name))


def practice_at_step(table: OpenTable, step: int) -> Opponents:
    """The others of a practice game that can begin again before a step. Raises OutOfOrder: this is not a practice game,
    or it is not so far.
    """
    session = table.session
    others = opponents_of(session.folder.path)
    if others is None or not is_practice_session(session):
        raise OutOfOrder("no-practice-here", hint=way_back(session, step))
    if not 1 <= step <= session.position.step:
        raise OutOfOrder("step-not-played", step=step, last=session.position.step)
    return others


def rewind(table: OpenTable, step: int) -> OpenTable:
    """A practice game begun again before a step, with the same bag. Raises as `practice_at_step`."""
    session, reader = table.session, table.reader
    rewind_to(practice_at_step(table, step), session.home, step)
    return OpenTable(reader, open_practice(session.folder, reader.home, reader.lang, as_name=reader.as_name))


def _seats_and_names(name: str, count: int) -> list[tuple[str, str]]:
    """(seat, name) clockwise: the player, then the bots."""
    taken = [seat_name_for(name)]
    names = [name, *(program for program in PROGRAMS if program != name)][:count]
    for program in names[1:]:
        taken.append(free_seat_name(seat_name_for(program), taken))
    return list(zip(taken, names, strict=True))


class LessonTask(msgspec.Struct, frozen=True):
    """A lesson as it begins."""

    number: int
    """Its number, from 1."""
    count: int
    """How many lessons the game has."""
    task: str
    """What is to be done."""
    rule: str
    """The rule that it is about, in a sentence."""
    names: tuple[str, ...]
    """The players, that of the one who learns among them."""
    lesson: Lesson
    """The lesson itself, with the id of its rule."""
    start: Trial
    """The position in which it begins."""


class LessonReply(msgspec.Struct, frozen=True):
    """What the orders led to that were tried in a lesson."""

    led: tuple[str, ...] = ()
    """The events, in sentences."""
    solved: bool = False
    """Whether the lesson is solved by them."""
    refused: Refused | None = None
    """Why they do not go; null if they do."""


def lesson_count(game: AnyGame, number: int, first: int = 0) -> int:
    """How many lessons a game has. Raises Unreadable: there is none of this number, and it is not the `first`."""
    count = len(lessons_of(game.info.name))
    if not first <= number <= count:
        raise Unreadable("no-such-lesson", number=number, count=count)
    return count


def begin_lesson(game: AnyGame, number: int, you: str, lang: str) -> LessonTask:
    """The lesson of a number, from 1, for somebody called `you`. Raises Unreadable: there is none, or the name is not
    one line of text.
    """
    count, you = lesson_count(game, number, first=1), single_line_text(you, "name")
    lesson = lessons_of(game.info.name)[number - 1]
    start = begun(game, lesson)
    names = (*PROGRAMS[: start.seat], you, *PROGRAMS[start.seat :])[: start.seats]
    task = lesson_task(game.info.name, lesson, lang)
    return LessonTask(number, count, task, rule_text(lesson.rule, lang).sentence, names, lesson, start)


def lesson_task(game: str, lesson: Lesson, lang: str) -> str:
    """What is to be done in a lesson."""
    return catalogue_text(game, "lesson", lesson.name, lang) or lesson.name


def try_lesson(game: AnyGame, task: LessonTask, typed: str, lang: str) -> LessonReply:
    """The result of typed orders in a lesson, which begins anew with each try."""
    trial = try_alone(game, task.start, typed, lang)
    if isinstance(trial, Refused):
        return LessonReply(refused=trial)
    led = event_sentences(game, trial.events, task.names, lang)
    return LessonReply(tuple(led), is_solved(game, task.lesson, trial))


def try_alone(game: AnyGame, start: Trial, typed: str, lang: str) -> Trial | Refused:
    """The position that typed orders lead to where nobody signs, or why they do not go."""
    try:
        return tried(game, start, typed)
    except BrokenState:
        raise
    except RefereeError as refused:
        return refusal_of(refused, lang)
