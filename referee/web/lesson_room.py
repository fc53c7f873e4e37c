"""The page of a lesson: a position as on the page of a table, one thing to do there, and the result."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.games import all_games, find
from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence, in_language
from referee.kernel.shapes import Shape
from referee.service.errors import Refused, refusal_of
from referee.service.reader import Reader
from referee.service.views.board_view import ground_with_digest
from referee.service.views.lesson_view import LessonRow, LessonView, list_lessons, view_lesson
from referee.web.code_files import PageHost
from referee.web.json_answers import Lines, answer, in_names, json_response, packed_view
from referee.web.room_words import room_words

FIRST_LESSON = "/lesson/tigris/1"
"""Where somebody begins who has played nothing yet."""

_WORDS = {
    "log": "lesson-all",
    "nothingSigned": "lesson-nothing",
    "sign": "lesson-try",
    "next": "lesson-next",
    "practise": "lobby-practise",
    "rule": "lesson-rule",
    "gist": "lesson-gist",
    "solved": "lesson-solved",
}
"""What a script calls a sentence beside those of a table, or in place of one, and the code of the sentence."""


class GameLessons(msgspec.Struct, frozen=True):
    """The lessons of a game."""

    name: str
    """The game, as `tigris`."""
    title: str
    """What people call it."""
    lessons: tuple[LessonRow, ...]
    """Each lesson, in their order."""


class LessonStart(msgspec.Struct, frozen=True):
    """What the page of a lesson begins with, so that it asks for nothing before it is seen."""

    lesson: LessonView | None
    """The lesson; null where there is none."""
    refused: Refused | None
    """Why there is none; null if there is."""
    games: tuple[GameLessons, ...]
    """The lessons of all games."""
    words: dict[str, str]
    """The words that are always on the page."""
    paths: dict[str, str]
    """The addresses of other pages, by their kind."""
    ground: tuple[Shape, ...]
    """The shapes below all others on the board; empty without a board."""


class LessonTrial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has chosen in a lesson."""

    orders: Lines = ()
    """The orders."""
    tries: bool = False
    """Whether they are all, so that their result is told."""


class LessonRoom(NamedTuple):
    """The pages of the lessons."""

    host: PageHost

    def routes(self) -> list[Route]:
        """Where they are, and where orders are tried."""
        return [
            Route("/lesson/{game}/{number:int}", self.page, methods=["GET"]),
            Route("/data/lesson/{game}/{number:int}", self.carry_out, methods=["POST"]),
        ]

    def page(self, request: Request) -> Response:
        """The page of a lesson, with what it shows first."""
        lang = self.host.reader().lang
        words = room_words(lang) | {name: Sentence(code).told(lang) for name, code in _WORDS.items()} | {"ready": ""}
        paths = {"lobby": "/", "settings": "/settings", "practise": "/new?alone"}
        title = Sentence("lesson-all").told(lang)
        start = LessonStart(None, None, _lessons_of_games(lang), words, paths, ())
        try:
            lesson = _lesson_of(request, lang, LessonTrial())
            title = f"{lesson.heading}, {lesson.view.table.title}"
            ground = ground_with_digest(lesson.view.board.ground) if lesson.view.board is not None else ()
            start = replace(start, lesson=lesson, ground=ground)
        except RefereeError as error:
            start = replace(start, refused=refusal_of(error, lang))
        return self.host.page("table.mjs", title, _in_names(request, start, lang))

    def carry_out(self, request: Request) -> Response:
        """The lesson with the orders chosen so far, or their result."""

        def view(reader: Reader, trial: LessonTrial) -> Response:
            return json_response(_in_names(request, _lesson_of(request, reader.lang, trial), reader.lang))

        return answer(self.host, request, LessonTrial, view)


def _lesson_of(request: Request, lang: str, trial: LessonTrial) -> LessonView:
    game, number = request.path_params["game"], request.path_params["number"]
    found = view_lesson(game, number, lang, trial.orders, tries=trial.tries)
    return replace(found, view=packed_view(found.view))


def _in_names(request: Request, value: Any, lang: str) -> Any:
    with suppress(RefereeError):
        return in_names(find(request.path_params["game"]), value, lang)
    return value


def _lessons_of_games(lang: str) -> tuple[GameLessons, ...]:
    """The lessons of every game that has some."""
    found = []
    for game in all_games():
        with suppress(RefereeError):
            title = in_language(game.info.title, lang)
            found.append(GameLessons(game.info.name, title, list_lessons(game.info.name, lang)))
    return tuple(found)
