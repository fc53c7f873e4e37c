"""The page of a table: its HTML, its data, and the requests of its scripts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Shape
from referee.messages.step_news import StepNews
from referee.service.answers import check_stamp
from referee.service.errors import Changed, Refused, Stale, refusal_of
from referee.service.jottings import list_memos, write_memo
from referee.service.moves.move_drafts import keep_draft
from referee.service.moves.own_moves import sign_orders
from referee.service.moves.standing_answers import set_standing
from referee.service.reader import Reader
from referee.service.table import OpenTable, open_table
from referee.service.views.board_view import ground_with_digest, symbols_with_digest
from referee.service.views.lookups import log_between, reasons_of_step
from referee.service.views.view import View, view_table, view_with_draft
from referee.web.code_files import NOTHING, PageHost, code_address, code_response, data_response
from referee.web.json_answers import (
    Agreed,
    Chosen,
    KeptMemos,
    MemoText,
    SignedAnswer,
    SignedMove,
    StandingLines,
    answer,
    first_of_all,
    for_table,
    json_response,
    packed_view,
    refusal_response,
    table_answer,
    table_response,
)
from referee.web.room_words import room_words
from referee.web.table_pictures import TablePictures

T = TypeVar("T", bound=Chosen)

_MOST_STEPS = 200
"""So many steps of a log come in one answer."""

_STEPS_OF_A_SEAT = 3


class PageStart(msgspec.Struct, frozen=True):
    """What the page of a table begins with, so that it asks for nothing before it is seen."""

    id: str
    """The id of the table."""
    view: View | None
    """The table as the reader sees it; null where it cannot be opened."""
    refused: Refused | None
    """Why it cannot be opened; null if it can."""
    words: dict[str, str]
    """The words that are always on the page."""
    lang: str
    """The language of the reader."""
    code: str
    """The folder of the scripts."""
    paths: dict[str, str]
    """The addresses of other pages, by their kind."""
    earlier: tuple[StepNews, ...]
    """The last steps before those that are new in the view."""
    ground: tuple[Shape, ...]
    """The shapes below all others on the board of the view; empty without a board."""


class TableRoom(NamedTuple):
    """The pages of the tables of a home, and their pictures."""

    host: PageHost
    pictures: TablePictures

    def routes(self) -> list[Route]:
        """The addresses of the page and of everything it asks for."""
        return [
            Route("/table/{id}", self.page, methods=["GET"]),
            Route("/table/{id}/{name}.svg", self.picture, methods=["GET"]),
            Route("/code/{digest}/{name:path}", self.code, methods=["GET"]),
            Route("/symbols/{digest}", self.symbols, methods=["GET"]),
            Route("/ground/{digest}", self.ground, methods=["GET"]),
            Route("/data/table/{id}", self.view, methods=["GET", "POST"]),
            Route("/data/table/{id}/log", self.log, methods=["GET", "POST"]),
            Route("/data/table/{id}/why", self.why, methods=["GET", "POST"]),
            Route("/data/table/{id}/try", self.try_, methods=["POST"]),
            Route("/data/table/{id}/sign", self.sign, methods=["POST"]),
            Route("/data/table/{id}/note", self.note, methods=["POST"]),
            Route("/data/table/{id}/standing", self.standing, methods=["POST"]),
        ]

    def page(self, request: Request) -> Response:
        """The page of a table, with what it shows first."""
        reader, table_id = self.host.reader(), request.path_params["id"]
        table = view = refused = None
        earlier: tuple[StepNews, ...] = ()
        try:
            table = open_table(reader, table_id)
            view = packed_view(view_with_draft(table))
            earlier = _steps_before(table, view)
        except RefereeError as error:
            refused = refusal_of(error, reader.lang)
        words, paths = room_words(reader.lang), {"lobby": "/", "settings": "/settings"}
        ground = ground_with_digest(view.board.ground) if view is not None and view.board is not None else ()
        start = PageStart(table_id, view, refused, words, reader.lang, code_address(), paths, earlier, ground)
        title = view.table.title if view is not None else Sentence("page-this-game").told(reader.lang)
        return self.host.page("table.mjs", title, for_table(table, start) if table is not None else start)

    def picture(self, request: Request) -> Response:
        """A picture of a table as everybody may see it."""
        made = self.pictures.picture(self.host.reader(), request.path_params["id"], request.path_params["name"])
        return data_response(made, "image/svg+xml") if made is not None else _nothing()

    def code(self, request: Request) -> Response:
        """A script, a sheet or the icon."""
        return code_response(request.url.path) or _nothing()

    def ground(self, request: Request) -> Response:
        """The shapes below all others on a board, which never change under one digest."""
        shapes = ground_with_digest(request.path_params["digest"])
        return json_response(shapes) if shapes else _nothing()

    def symbols(self, request: Request) -> Response:
        """The symbols of a game, as a document."""
        made = symbols_with_digest(request.path_params["digest"])
        return data_response(made, "image/svg+xml", stays=True) if made is not None else _nothing()

    def view(self, request: Request) -> Response:
        """The table as the reader sees it now, or saw it after a step."""
        step = _query_number(request, "step")
        shown = view_with_draft if step is None else partial(view_table, step=step)
        return self._look(request, lambda table: packed_view(shown(table)))

    def log(self, request: Request) -> Response:
        """What happened from a step to another, the last steps of them."""
        first, last = _query_number(request, "from"), _query_number(request, "to")
        return self._look(request, lambda table: log_between(table, first, last, _MOST_STEPS))

    def why(self, request: Request) -> Response:
        """Why bots may have played as they did in a step, a sentence each; none without a step."""
        step = _query_number(request, "step")
        return self._look(request, lambda table: reasons_of_step(table, step) if step is not None else ())

    def try_(self, request: Request) -> Response:
        """The table with the orders chosen so far carried out; those that go are kept as the draft of this turn."""

        def trial(table: OpenTable, chosen: Chosen) -> View:
            if chosen.stamp:
                check_stamp(table, chosen.stamp)
            view = _view_of(table, chosen)
            if chosen.stamp and view.question is not None:
                keep_draft(table, chosen.stamp, chosen.orders[: _legal_orders_at_first(view)], chosen.plan, chosen.say)
            return view

        return self._answer_to(request, Chosen, trial)

    def sign(self, request: Request) -> Response:
        """The move, signed, and the table as it is then. The same yes again signs nothing more."""

        def sign(table: OpenTable, agreed: Agreed) -> SignedAnswer:
            said = (agreed.orders, agreed.plan, agreed.say)
            signed = sign_orders(table, agreed.stamp, *said, agreed.digest, agreed.secret)
            now = open_table(table.reader, table.id, agreed.secret)
            done = SignedMove(signed.id, signed.again, signed.way, signed.led, signed.refused)
            return SignedAnswer(done, packed_view(view_table(now)))

        return self._answer_to(request, Agreed, sign)

    def note(self, request: Request) -> Response:
        """All that the reader has written down about the game, with one note more."""

        def write(table: OpenTable, written: MemoText) -> KeptMemos:
            write_memo(table.session, written.text)
            return KeptMemos(list_memos(table.session).jotted)

        return self._answer_to(request, MemoText, write)

    def standing(self, request: Request) -> Response:
        """The table once these answers stand, with what is chosen there as it was."""

        def stand(table: OpenTable, agreed: StandingLines) -> View:
            check_stamp(table, agreed.stamp)
            set_standing(table, agreed.lines, agreed.digest)
            return _view_of(open_table(table.reader, table.id, agreed.secret), agreed)

        return self._answer_to(request, StandingLines, stand)

    def _look(self, request: Request, seen: Callable[[OpenTable], Any]) -> Response:
        """What is seen at a table, as JSON, or why not."""
        return table_answer(self.host, request, lambda table: table_response(table, seen(table)))

    @first_of_all()
    def _answer_to(self, request: Request, shape: type[T], made: Callable[[OpenTable, T], Any]) -> Response:
        """What is made of a table and of what somebody has chosen there; where it has gone on, also how it is now."""
        table_id = request.path_params["id"]

        def respond(reader: Reader, chosen: T) -> Response:
            try:
                table = open_table(reader, table_id, chosen.secret)
                return table_response(table, made(table, chosen))
            except (Stale, Changed) as error:
                return refusal_response(
                    error, reader.lang, _view_of(open_table(reader, table_id, chosen.secret), chosen)
                )

        return answer(self.host, request, shape, respond)


def _steps_before(table: OpenTable, view: View) -> tuple[StepNews, ...]:
    """The last steps before the news of a view, so many that each seat has acted in one of them as a rule."""
    last = (view.news[0].step - 1 if view.news else view.last) or 0
    if last <= 0:
        return ()
    return tuple(log_between(table, max(1, last - _STEPS_OF_A_SEAT * len(view.seats)), last, _MOST_STEPS).steps)


def _legal_orders_at_first(view: View) -> int:
    """How many of the chosen orders go before the first that does not."""
    return next((at for at, one in enumerate(view.orders) if one.refused is not None), len(view.orders))


def _view_of(table: OpenTable, chosen: Chosen) -> View:
    return packed_view(view_table(table, chosen.orders, chosen.plan, say=chosen.say, moment=chosen.moment))


def _query_number(request: Request, name: str) -> int | None:
    """A number in the address; None without one, and for anything else."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


def _nothing() -> Response:
    return Response(status_code=404, headers={"content-security-policy": NOTHING})
