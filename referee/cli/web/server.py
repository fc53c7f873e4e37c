"""The server of the page: this computer alone, one person, until Ctrl-C or "close"."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Thread

import uvicorn
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from referee.cli.context import Context
from referee.cli.crash_report import crash_refusal
from referee.cli.folders.paths import whereabouts
from referee.cli.open_games import reader_of
from referee.cli.report.club_pages import league_page, statistics_page
from referee.cli.report.page_content import Grid, Page
from referee.cli.web import layout
from referee.cli.web.connections import PageServer, protocol_of
from referee.cli.web.layout import WebPage, tr
from referee.cli.web.preferences import Choices, keep_light, kept_light
from referee.cli.web.request_filter import BODY, DATA, ENTER, KNOCK, App, RequestFilter, RequestRefusal
from referee.cli.web.session_auth import ADDRESS, RunningPage, SessionAuth, draw_address, store_running_page
from referee.club.league import League
from referee.club.statistics import Statistics
from referee.drawing.markup import markup_of, tag
from referee.kernel.errors import FileTrouble
from referee.mail.inbox import watched_folders
from referee.record.os_errors import os_error_reason
from referee.record.store import DataFolder
from referee.service.club_results import LeagueTable
from referee.service.errors import refusal_of
from referee.service.known_tables import KnownTables
from referee.service.reader import Reader
from referee.service.watching.shared_folder import Shared
from referee.service.watching.watcher import Watcher
from referee.session.game_folders import location_of_offer, path_of_location
from referee.web.code_files import PageHost
from referee.web.finder import Finder
from referee.web.folder_picker import FolderPicker
from referee.web.home_events import HomeEvents
from referee.web.json_answers import failure_response, sentence_response
from referee.web.lesson_room import LessonRoom
from referee.web.lobby_room import LobbyRoom
from referee.web.new_game_room import NewGameRoom
from referee.web.settings_room import SettingsRoom
from referee.web.table_acts import TableActs
from referee.web.table_menu import MenuRoutes
from referee.web.table_pictures import TablePictures
from referee.web.table_room import TableRoom
from referee.web.tools import Reports, ToolRoutes, ToolTable
from referee.web.uploads import parse_form

_CONNECTIONS = 128
"""So many connections are open at once: few enough for a system that lets a process have 256 files."""
_AT_ONCE = 32
"""So many are accepted in one go."""

_LOOKS = 10.0
"""So many seconds are between two looks into the shared folders."""

_HEAD = 5.0
"""So many seconds the head of a request may take to come."""


def listening(port: int, last: RunningPage | None = None) -> socket.socket:
    """The socket of the page; port 0 takes that of the `last` one if it is free, so that an open tab finds it again,
    otherwise one at an address of its own where the system has more than one. A port that was asked for is one of the
    address that people know. Raises FileTrouble: somebody else has it.
    """
    if not port:
        if last is not None and last.is_local:
            with suppress(FileTrouble):
                return _bind_socket(last.address, last.port)
        with suppress(FileTrouble):
            return _bind_socket(draw_address(), 0)
    return _bind_socket(ADDRESS, port)


def _bind_socket(address: str, port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((address, port))
    except OSError as error:
        found.close()
        raise FileTrouble("page-no-port", port=port, reason=os_error_reason(error)) from error
    return found


def serve(context: Context, at: socket.socket, path: str, begun: Callable[[SessionAuth, str], None]) -> None:
    """Serve the page until it is closed. `begun` is told the gate, and a ticket to the path. Raises FileTrouble."""
    with closing(at):
        gate = SessionAuth(store_running_page(context.home(), *at.getsockname()))
        at.listen()
        begun(gate, gate.ticket(path))
        server: PageServer
        server = PageServer(
            uvicorn.Config(
                app_of(context, gate, lambda: setattr(server, "should_exit", True), closing=lambda: server.should_exit),
                http=protocol_of(gate.lets_in, _CONNECTIONS, _HEAD),
                backlog=_AT_ONCE,
                loop="asyncio",
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                date_header=False,
                timeout_graceful_shutdown=5,
            )
        )
        closed = Event()
        watch = Thread(target=look_into_folders, args=(context, closed), daemon=True)
        watch.start()
        with suppress(KeyboardInterrupt):  # it has ended already what was being done
            server.run(sockets=[at])
        closed.set()
        watch.join(_LOOKS)


def look_into_folders(context: Context, closed: Event) -> None:
    """Look into the shared folders of the home until the page is closed: what others have put there is received, what
    was signed here is put there. Nobody is asked anything.
    """
    nobody = replace(reader_of(context), passphrase=None)
    watcher, sources = Watcher(nobody, whereabouts()), dict[Path, Shared]()
    while not closed.is_set():
        for path in map(Path, watched_folders(context.home()).shared):
            with suppress(Exception):  # whatever is wrong with one, the others are looked into; `sync` says what it is
                if path not in sources:
                    sources[path] = Shared(watcher, path, None, yes=False)
                deque(sources[path].look(), 0)
        closed.wait(_LOOKS)


def app_of(
    context: Context,
    gate: SessionAuth,
    close: Callable[[], None],
    patience: float = 30,
    closing: Callable[[], bool] = lambda: False,
) -> App:
    """The page behind its guard; `close` ends the server, which then is `closing`, and `patience` is how many seconds a
    request may take to come.
    """
    drawn, known = TablePictures(), KnownTables()
    choices = Choices(context.lang, light=kept_light(context.home()))

    def answer(room: WebPage, status: int = 200) -> Response:
        return layout.page_response(room, status, light=choices.light)

    def refused(refusal: RequestRefusal, path: str) -> Response:
        return _refusal_response(context.lang, refusal, path, choices.light)

    def _choose(form: Mapping[str, str]) -> None:
        nonlocal choices, context
        before, choices = choices, choices.changed(form)
        context = replace(context, lang=choices.lang)
        if choices.light != before.light:
            keep_light(context.home(), choices.light)

    def enter(request: Request) -> Response:
        path = gate.enter(_form(request).get("ticket", ""))
        if path is None:
            return refused(RequestRefusal("page-used-ticket"), ENTER)
        title = tr(context.lang, "page-opening")
        link = tag("p", tag("a", tr(context.lang, "page-games"), href=path))
        let_in = answer(WebPage(title, link, context.lang, leads=path))
        let_in.set_cookie(gate.cookie, gate.session, httponly=True, samesite="strict")
        return let_in

    def knock(request: Request) -> Response:
        form = _form(request)
        wish, path = form.get("wish", ""), form.get("path", "")
        proof = gate.answer(wish, form.get("nonce", ""), path, form.get("proof", ""))
        if proof is None or wish not in ("open", "close"):
            return refused(RequestRefusal("page-used-ticket"), KNOCK)
        if wish == "close":
            close()
        return PlainTextResponse(proof)

    def leave(request: Request) -> Response:
        close()
        said = tag("p", tr(context.lang, "page-again"))
        return answer(WebPage(tr(context.lang, "page-closed"), said, context.lang))

    def table(request: Request) -> Response:
        """The page of a game, for anyone who knows an earlier address of it."""
        offer = request.path_params["offer"]
        known = _is_game(context.home(), offer)
        return RedirectResponse(f"/table/{offer}", 303) if known else nowhere(request)

    def failed(request: Request, error: Exception) -> Response:
        refusal = refusal_of(crash_refusal(error, ["open"]), context.lang)
        if request.url.path.startswith(DATA):
            return failure_response(refusal)
        return answer(layout.failure_page(context.lang, refusal), 500)

    def nowhere(request: Request) -> Response:
        return refused(RequestRefusal("page-nowhere", 404), request.url.path)

    def reader() -> Reader:
        return Reader(context.home(), context.lang, context.as_name, known)

    def figures(counted: Statistics, lang: str) -> tuple[ToolTable, ...]:
        return _tables_of(statistics_page(replace(context, lang=lang), counted))

    def standings(league: League, made: LeagueTable, lang: str) -> tuple[ToolTable, ...]:
        return _tables_of(league_page(replace(context, lang=lang), league, made))

    host = PageHost(reader, lambda: choices.light, gate.origin, lambda request: request.scope[BODY], _choose)
    folders = FolderPicker(host, {})
    routes = [
        *LobbyRoom(host).routes(),
        *folders.routes(),
        *NewGameRoom(host, folders, {}).routes(),
        *SettingsRoom(host, folders).routes(),
        *TableRoom(host, drawn).routes(),
        *LessonRoom(host).routes(),
        *TableActs(host, folders, {}).routes(),
        *MenuRoutes(host).routes(),
        *Finder(host).routes(),
        *ToolRoutes(host, Reports(figures, standings)).routes(),
        *HomeEvents(reader, closing).routes(),
        *(Route(f"/game/{{offer}}{room}", table, methods=["GET"]) for room in ("", "/board", "/turn", "/post")),
        Route(ENTER, enter, methods=["POST"]),
        Route(KNOCK, knock, methods=["POST"]),
        Route("/favicon.ico", lambda request: Response(status_code=204), methods=["GET"]),  # browsers ask each time
        Route("/close", leave, methods=["POST"]),
        Route("/{rest:path}", nowhere, methods=["GET", "POST"]),
    ]
    app = Starlette(routes=routes, exception_handlers={Exception: failed})
    return RequestFilter(app, gate, refused, patience)


def _is_game(home: DataFolder, offer: str) -> bool:
    """Whether the home has the game of an offer, and its folder is there."""
    place = location_of_offer(home, offer) if offer in home.games() else None
    return place is not None and path_of_location(home, place) is not None


def _tables_of(page: Page) -> tuple[ToolTable, ...]:
    """A report as the tables of a page: its title with what is true in a few lines, and each part."""
    first = ToolTable(page.title, (*page.verdicts, *page.summary), (), ())
    parts = ((part, part.grids or (Grid((), ()),)) for part in page.parts)
    rest = (ToolTable(part.heading, part.said, grid.heads, grid.rows) for part, grids in parts for grid in grids)
    return (first, *rest)


def _form(request: Request) -> dict[str, str]:
    """The fields of a form."""
    return parse_form(request.headers.get("content-type", ""), request.scope[BODY]).fields


def _refusal_response(lang: str, refusal: RequestRefusal, path: str, light: str) -> Response:
    """Why a request is not let through. Anyone who comes to the first page without a cookie may show a ticket."""
    if path.startswith(DATA):
        return sentence_response(refusal.code, lang, refusal.status)
    title, body, script = tr(lang, refusal.code), tag("p", tr(lang, "page-how-in")), ""
    if refusal.code in ("page-no-cookie", "page-used-ticket"):
        field = (
            tag("label", tr(lang, "page-ticket"), for_="ticket"),
            tag("input", type="text", id="ticket", name="ticket", autocomplete="off", required=True),
            tag("button", tr(lang, "page-enter")),
        )
        body = markup_of(body, tag("form", *field, class_="row", method="post", action=ENTER))
        script = "enter.js" if path == "/" else ""
    return layout.page_response(WebPage(title, body, lang, script=script), refusal.status, light=light)
