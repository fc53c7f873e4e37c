"""The page of a table: its HTML, its data, and the requests of its scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.service.answers import check_stamp
from referee.service.errors import Changed, Refused, Stale, refusal_of
from referee.service.moves.move_drafts import keep_draft
from referee.service.moves.own_moves import sign_orders
from referee.service.reader import Reader
from referee.service.table import OpenTable, open_table
from referee.service.views.board_view import symbols_with_digest
from referee.service.views.lookups import log_between
from referee.service.views.view import View, view_table, view_with_draft
from referee.web.code_files import FOREVER, NOTHING, code_address, code_response, page_policy
from referee.web.json_answers import (
    Agreed,
    Chosen,
    SignedAnswer,
    SignedMove,
    json_response,
    read_body,
    refusal_response,
)
from referee.web.markup import Markup, data_script, html_page, markup_of, tag
from referee.web.room_words import room_words

T = TypeVar("T", bound=Chosen)

_MOST_STEPS = 200
"""So many steps of a log come in one answer."""


class PageStart(msgspec.Struct, frozen=True):
    """What the page of a table begins with, so that it asks for nothing before it is seen."""

    id: str
    """The id of the table."""
    view: View | None
    """The table as the reader sees it; null where it cannot be opened."""
    refused: Refused | None
    """Why it cannot be opened; null if it can."""
    words: dict[str, str]
    """The words that stand there whatever is asked."""
    lang: str
    """The language of the reader."""
    code: str
    """The folder of the scripts."""
    paths: dict[str, str]
    """Where other rooms are, by what they are."""


class TableRoom(NamedTuple):
    """The rooms of the tables of a home: who reads now, in which light, the address of the page, and how the body of a
    request is found.
    """

    reader: Callable[[], Reader]
    light: Callable[[], str]
    origin: str
    body: Callable[[Request], bytes]

    def routes(self) -> list[Route]:
        """Where the room is, and all that it asks for."""
        return [
            Route("/table/{id}", self.page, methods=["GET"]),
            Route("/code/{digest}/{name:path}", self.code, methods=["GET"]),
            Route("/symbols/{digest}", self.symbols, methods=["GET"]),
            Route("/data/table/{id}", self.view, methods=["GET"]),
            Route("/data/table/{id}/log", self.log, methods=["GET"]),
            Route("/data/table/{id}/try", self.try_, methods=["POST"]),
            Route("/data/table/{id}/sign", self.sign, methods=["POST"]),
        ]

    def page(self, request: Request) -> Response:
        """The page of a table, with what it shows first."""
        reader, table_id = self.reader(), request.path_params["id"]
        view = refused = None
        try:
            view = view_with_draft(open_table(reader, table_id))
        except RefereeError as error:
            refused = refusal_of(error, reader.lang)
        words, paths = room_words(reader.lang), _paths(table_id)
        start = PageStart(table_id, view, refused, words, reader.lang, code_address(), paths)
        title = view.table.title if view is not None else Sentence("page-this-game").told(reader.lang)
        light = self.light()
        page = html_page(
            reader.lang,
            _page_head(title),
            _page_body(reader.lang, start),
            **({"data_light": light} if light in ("light", "dark") else {}),
        )
        return HTMLResponse(page, headers={"content-security-policy": page_policy(self.origin)})

    def code(self, request: Request) -> Response:
        """A script, a sheet or the icon."""
        return code_response(request.url.path) or _nothing()

    def symbols(self, request: Request) -> Response:
        """The symbols of a game, as a document."""
        made = symbols_with_digest(request.path_params["digest"])
        headers = {"cache-control": FOREVER, "content-security-policy": NOTHING}
        return Response(made, headers=headers, media_type="image/svg+xml") if made is not None else _nothing()

    def view(self, request: Request) -> Response:
        """The table as the reader sees it now, or saw it after a step."""
        step = _query_number(request, "step")
        return self._answer(request, view_with_draft if step is None else lambda table: view_table(table, step=step))

    def log(self, request: Request) -> Response:
        """What happened from a step to another, the last steps of them."""
        first, last = _query_number(request, "from"), _query_number(request, "to")
        return self._answer(request, lambda table: log_between(table, first, last, _MOST_STEPS))

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
            return SignedAnswer(
                SignedMove(signed.id, signed.again, signed.way, signed.led, signed.refused), view_table(now)
            )

        return self._answer_to(request, Agreed, sign)

    def _answer_to(self, request: Request, shape: type[T], made: Callable[[OpenTable, T], Any]) -> Response:
        """What is made of a table and of what somebody has chosen there."""
        try:
            chosen = read_body(self.body(request), shape)
        except RefereeError as error:
            return refusal_response(error, self.reader().lang)
        return self._answer(request, lambda table: made(table, chosen), chosen)

    def _answer(self, request: Request, made: Callable[[OpenTable], Any], chosen: Chosen | None = None) -> Response:
        """What is made of a table as JSON, or why not; where the table has gone on, also how it is now."""
        reader, secret = self.reader(), chosen.secret if chosen is not None else ""
        try:
            table = open_table(reader, request.path_params["id"], secret)
            return json_response(made(table))
        except (Stale, Changed) as error:
            now = open_table(reader, request.path_params["id"], secret)
            return refusal_response(error, reader.lang, _view_of(now, chosen) if chosen is not None else None)
        except RefereeError as error:
            return refusal_response(error, reader.lang)


def _legal_orders_at_first(view: View) -> int:
    """How many of the chosen orders go before the first that does not."""
    return next((at for at, one in enumerate(view.orders) if one.refused is not None), len(view.orders))


def _view_of(table: OpenTable, chosen: Chosen) -> View:
    return view_table(table, chosen.orders, chosen.plan, say=chosen.say)


def _query_number(request: Request, name: str) -> int | None:
    """A number in the address; None without one, and for anything else."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


def _paths(table_id: str) -> dict[str, str]:
    game = f"/game/{table_id}"
    ways = {"old": game, "post": f"{game}/post", "rules": f"{game}/do/rule", "settings": f"{game}/choices"}
    return {"lobby": "/", **ways}


def _page_head(title: str) -> Markup:
    code = code_address()
    return markup_of(
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("link", rel="icon", href=f"{code}icon.svg"),
        tag("link", rel="stylesheet", href=f"{code}pictures.css"),
        tag("link", rel="stylesheet", href=f"{code}sheet.css"),
        tag("script", type="module", src=f"{code}table.mjs"),
    )


def _page_body(lang: str, start: PageStart) -> Markup:
    without = tag("noscript", tag("p", Sentence("room-needs-scripts").told(lang)))
    return markup_of(tag("div", id="room"), without, data_script("first", msgspec.json.encode(start)))


def _nothing() -> Response:
    return Response(status_code=404, headers={"content-security-policy": NOTHING})
