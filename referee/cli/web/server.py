"""The server of the page: this machine alone, one person, until Ctrl-C or "close"."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import closing, suppress

import uvicorn
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from referee.cli.context import Context
from referee.cli.crash_report import crash_refusal
from referee.cli.web import actions, components, layout
from referee.cli.web.actions import Act
from referee.cli.web.connections import PageServer, protocol_of
from referee.cli.web.kept_answers import Answers, Told
from referee.cli.web.layout import WebPage, tr
from referee.cli.web.pages import all_games as lobby
from referee.cli.web.pages import one_game, pictures
from referee.cli.web.pages import outgoing as letters
from referee.cli.web.pages.pictures import Gallery
from referee.cli.web.preferences import Choices, choose, keep_light, kept_light
from referee.cli.web.request_filter import BODY, DATA, ENTER, KNOCK, App, RequestFilter, RequestRefusal
from referee.cli.web.session_auth import ADDRESS, SessionAuth, draw_address, store_running_page
from referee.cli.web.uploads import WaitingUploads, parse_form
from referee.drawing.svg_document import escaped
from referee.kernel.errors import FileTrouble
from referee.record.os_errors import os_error_reason
from referee.service.errors import refusal_of
from referee.service.known_tables import KnownTables
from referee.service.reader import Reader
from referee.web.home_events import HomeEvents
from referee.web.json_answers import failure_response, sentence_response
from referee.web.table_room import TableRoom

_CONNECTIONS = 128
"""So many connections are open at once: few enough for a system that lets a process have 256 files."""
_AT_ONCE = 32
"""So many are taken in one go."""

_HEAD = 5.0
"""So many seconds the head of a request may take to come."""

JSON = "application/json"
"""Whoever accepts this alone gets what a command prints with `--json`, and its exit code; where it asks for a yes, the
stamps with which one is brought.
"""

ALONE = "frame-ancestors 'none'; connect-src 'self'"
"""What is added to the policy that a page brings which a command has written."""


DRAWN = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""What a picture may do: it has a style of its own, and nothing that runs."""


def listening(port: int) -> socket.socket:
    """The socket of the page; port 0 takes one that is free, at an address of its own where the system has more than
    one. A port that was asked for is one of the address that people know. Raises FileTrouble: somebody else has it.
    """
    if not port:
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
        with suppress(KeyboardInterrupt):  # it has ended already what was being done
            server.run(sockets=[at])


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
    shelf, gallery, answers, known = WaitingUploads(), Gallery(), Answers(), KnownTables()
    choices = Choices(context.lang, light=kept_light(context.home()))

    def answer(room: WebPage, status: int = 200) -> Response:
        return layout.page_response(room, status, letters=choices.letters == "on", light=choices.light)

    def refused(refusal: RequestRefusal, path: str) -> Response:
        return _refusal_response(context.lang, refusal, path, choices.light)

    def _choose(request: Request) -> None:
        nonlocal choices, context
        before, choices = choices, choices.changed(_form(request) if request.method == "POST" else {})
        context = replace(context, lang=choices.lang)
        if choices.light != before.light:
            keep_light(context.home(), choices.light)

    def chosen(request: Request) -> Response:
        offer = request.path_params.get("offer")
        if offer is not None and components.game_argument(context.home(), offer) is None:
            return nowhere(request)
        _choose(request)
        if request.method == "POST":
            return RedirectResponse(request.url.path, 303)
        return answer(choose(choices, offer))

    def lit(request: Request) -> Response:
        """Back to where one was, in the light that was chosen."""
        _choose(request)
        came = request.headers.get("referer", "").removeprefix(gate.origin)
        return RedirectResponse(came if came.startswith("/") and not came.startswith("//") else "/", 303)

    def enter(request: Request) -> Response:
        path = gate.enter(_form(request).get("ticket", ""))
        if path is None:
            return refused(RequestRefusal("page-used-ticket"), ENTER)
        title = components.tr_plain(context.lang, "page-opening")
        link = f'<p><a href="{escaped(path)}">{tr(context.lang, "page-games")}</a></p>'
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
        return answer(
            WebPage(
                components.tr_plain(context.lang, "page-closed"),
                f"<p>{tr(context.lang, 'page-again')}</p>",
                context.lang,
            )
        )

    def shown(request: Request, room: WebPage | None) -> Response:
        return answer(room) if room is not None else nowhere(request)

    def found(request: Request) -> Told:
        """What came of the press that has led here; nothing where none has, or it is no longer kept."""
        name = request.path_params.get("name") or request.query_params.get("told", "")
        return answers.find(name, request.path_params.get("offer")) or Told()

    def all_games(request: Request) -> Response:
        news = found(request)
        return answer(lobby.games_page(context, news=news.news, title=news.title))

    def game(request: Request) -> Response:
        offer, secret = request.path_params["offer"], _secret(request)
        news = found(request)
        return shown(request, one_game.game_page(context, offer, secret=secret, news=news.news, title=news.title))

    def told(request: Request) -> Response:
        offer, room = request.path_params.get("offer"), found(request).room
        if offer is not None and components.game_argument(context.home(), offer) is None:
            return nowhere(request)
        return answer(room) if room is not None else answer(components.forgotten(context.lang, offer), 404)

    def post(request: Request) -> Response:
        return shown(request, letters.outgoing_page(context, request.path_params["offer"], _secret(request)))

    def every(request: Request) -> Response:
        offer = request.path_params.get("offer")
        known = offer is None or components.game_argument(context.home(), offer) is not None
        return shown(request, actions.every(context, offer) if known else None)

    def picture(request: Request) -> Response:
        offer, name = (request.path_params[part] for part in ("offer", "name"))
        made = pictures.picture(context, offer, name, _secret(request), choices.light, letters=choices.letters == "on")
        if not isinstance(made, str):
            return shown(request, made)
        return HTMLResponse(made, headers={"content-security-policy": ALONE})

    def drawn(request: Request) -> Response:
        made = gallery.picture(context, request.path_params["offer"], request.path_params["name"])
        if made is None:
            return nowhere(request)
        return Response(made, headers={"content-security-policy": DRAWN}, media_type="image/svg+xml")

    def file(request: Request) -> Response:
        data = letters.saved_file(context, *(request.path_params[name] for name in ("offer", "sort", "name")))
        if data is None:
            return nowhere(request)
        return Response(data, headers={"content-security-policy": "sandbox"}, media_type="application/octet-stream")

    def mail(request: Request) -> Response:
        data = letters.saved_mail(context, request.path_params["offer"], request.path_params["number"])
        if data is None:
            return nowhere(request)
        return Response(data, headers={"content-security-policy": "sandbox"}, media_type="application/octet-stream")

    def kept(request: Request) -> Response:
        found = shelf.fetch(request.path_params["number"])
        if len(found) != 1 or found[0].field:  # what came waits for a yes, and is not given back
            return nowhere(request)
        headers = {"content-security-policy": "sandbox"}
        return Response(found[0].data, headers=headers, media_type="application/octet-stream")

    def form(request: Request) -> Response:
        act = _act(request)
        return shown(request, actions.blank(context, act, dict(request.query_params)) if act is not None else None)

    def press(request: Request) -> Response:
        act = _act(request)
        if act is None or request.headers.get("accept") != JSON:
            came = actions.pressed(context, act, shelf) if act is not None else None
            return RedirectResponse(answers.keep(came), 303) if came is not None else nowhere(request)
        printed = actions.printed(context, act)
        if printed is None:
            return nowhere(request)
        stamps = {"referee-stamps": " ".join((*printed.met, printed.asked))} if printed.asked else {}
        return Response(printed.printed, headers={"referee-exit": str(printed.code), **stamps}, media_type=JSON)

    def failed(request: Request, error: Exception) -> Response:
        refusal = refusal_of(crash_refusal(error, ["open"]), context.lang)
        if request.url.path.startswith(DATA):
            return failure_response(refusal)
        return answer(components.failure_page(context.lang, refusal), 500)

    def nowhere(request: Request) -> Response:
        return refused(RequestRefusal("page-nowhere", 404), request.url.path)

    def reader() -> Reader:
        return Reader(context.home(), context.lang, context.as_name, known)

    tables = TableRoom(reader, lambda: choices.light, gate.origin, lambda request: request.scope[BODY])
    routes = [
        *tables.routes(),
        *HomeEvents(reader, closing).routes(),
        Route("/", all_games, methods=["GET"]),
        Route("/game/{offer}", game, methods=["GET", "POST"]),
        Route("/game/{offer}/post", post, methods=["GET", "POST"]),
        Route("/game/{offer}/mail/{number}.eml", mail, methods=["GET"]),
        Route("/game/{offer}/file/{sort}/{name}", file, methods=["GET"]),
        *(
            route
            for where in ("", "/game/{offer}")
            for route in (
                Route(f"{where}/choices", chosen, methods=["GET", "POST"]),
                Route(f"{where}/told/{{name}}", told, methods=["GET"]),
                Route(f"{where}/do", every, methods=["GET"]),
                Route(f"{where}/do/{{command}}", form, methods=["GET"]),
                Route(f"{where}/do/{{command}}", press, methods=["POST"]),
            )
        ),
        Route("/game/{offer}/{name}.svg", drawn, methods=["GET"]),
        Route("/game/{offer}/{name}", picture, methods=["GET", "POST"]),
        Route(ENTER, enter, methods=["POST"]),
        Route(KNOCK, knock, methods=["POST"]),
        Route("/runs", lambda request: Response(status_code=204), methods=["GET"]),
        Route("/favicon.ico", lambda request: Response(status_code=204), methods=["GET"]),  # browsers ask each time
        Route("/kept/{number}", kept, methods=["GET"]),
        Route("/light", lit, methods=["POST"]),
        Route("/close", leave, methods=["POST"]),
        Route("/{rest:path}", nowhere, methods=["GET", "POST"]),
    ]
    app = Starlette(routes=routes, exception_handlers={Exception: failed})
    return RequestFilter(app, gate, refused, patience)


def _form(request: Request) -> dict[str, str]:
    """The fields of a form."""
    return parse_form(request.headers.get("content-type", ""), request.scope[BODY]).fields


def _secret(request: Request) -> str:
    """The passphrase that came with a form, for this one answer."""
    return _form(request).get("secret", "") if request.method == "POST" else ""


def _act(request: Request) -> Act | None:
    """What is pressed, or its form asked for; None for a command that has none."""
    name = actions.row_at(request.path_params["command"])
    if name is None:
        return None
    parcel = parse_form(request.headers.get("content-type", ""), request.scope[BODY])
    return Act(name, parcel, request.path_params.get("offer"))


def _refusal_response(lang: str, refusal: RequestRefusal, path: str, light: str) -> Response:
    """Why a request is not let through. Whoever comes to the first page without a cookie may show a ticket."""
    if path.startswith(DATA):
        return sentence_response(refusal.code, lang, refusal.status)
    body = f"<p>{tr(lang, 'page-how-in')}</p>"
    if refusal.code not in ("page-no-cookie", "page-used-ticket"):
        return layout.page_response(
            WebPage(components.tr_plain(lang, refusal.code), body, lang), refusal.status, light=light
        )
    body += (
        f'<form class="row" method="post" action="{ENTER}"><label for="ticket">{tr(lang, "page-ticket")}</label>'
        f'<input type="text" id="ticket" name="ticket" autocomplete="off" required>'
        f"<button>{tr(lang, 'page-enter')}</button></form>"
    )
    script = "enter.js" if path == "/" else ""
    return layout.page_response(
        WebPage(components.tr_plain(lang, refusal.code), body, lang, script=script), refusal.status, light=light
    )
