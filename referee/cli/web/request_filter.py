"""What is let through to the page: requests of its own, of the expected form and size. All others are told why not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any, NamedTuple

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import Response

from referee.cli.web.session_auth import SessionAuth
from referee.record.store import RECORD_LIMIT
from referee.web.json_answers import JSON, JSON_LIMIT
from referee.web.lobby_room import TAKE_IN
from referee.web.new_game_room import JOIN, READ_PACK
from referee.web.tools import TOOL

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data"
DATA = "/data/"
"""Addresses below it return only JSON, and accept only JSON, except for files that are dropped."""
_BEFORE = 2**12
"""How many bytes may come with a form: a ticket is all that one brings."""
_HASTE = 5.0
"""In so many seconds at most."""

ENTER, KNOCK = "/enter", "/knock"
"""The doors of those who have no cookie yet: a ticket opens the first, the file of the home the second."""

_WITH_FILES = (TAKE_IN, JOIN, READ_PACK, TOOL)
"""Where files come to what is below `DATA`."""

BODY = "referee.body"
"""Where a handler finds the body, which has arrived whole, in the scope of its request."""

HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""What every answer says that says nothing else of it; each page adds its policy."""


class RequestRefusal(NamedTuple):
    """Why a request is not let through: the code of a sentence, and the status."""

    code: str
    status: int = 403


class RequestFilter:
    """Stands before the page. `refused` makes the answer to a request that is not let through."""

    def __init__(
        self, app: App, gate: SessionAuth, refused: Callable[[RequestRefusal, str], Response], patience: float = 30
    ) -> None:
        self._app, self._gate, self._refused, self._patience = app, gate, refused, patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        path = str(scope["path"])
        refusal = self._reason(str(scope["method"]), path, headers)
        body = b""
        if refusal is None:
            try:
                patience = min(self._patience, _HASTE) if path in (ENTER, KNOCK) else self._patience
                body = await asyncio.wait_for(_body(receive, _length(headers)), patience)
            except (TimeoutError, ConnectionError):
                refusal = RequestRefusal("page-too-slow", 408)
        if refusal is not None:
            answer = self._refused(refusal, path)
            answer.headers["connection"] = "close"  # what is left of the request is not read
            await answer(scope, receive, _with_headers(send))
            return
        scope[BODY] = body
        with suppress(Exception):  # it was told as a page: Starlette raises it once more, for a log that is not kept
            await self._app(scope, receive, _with_headers(send))

    def _reason(self, method: str, path: str, headers: Mapping[str, str]) -> RequestRefusal | None:
        """Why not, from the head of the request alone; None if it may come in."""
        gate = self._gate
        if headers.get("host") != gate.host:
            return RequestRefusal("page-other-host")
        if method not in ("GET", "POST"):
            return RequestRefusal("page-other-method")
        if not _is_own(gate, method, path, headers):
            return RequestRefusal("page-other-origin")
        outside = method == "POST" and path in (ENTER, KNOCK)
        if not outside and not gate.is_known(cookie_parser(headers.get("cookie", "")).get(gate.cookie, "")):
            return RequestRefusal("page-no-cookie")
        return _reason_of_body(method, path, headers)


def _is_own(gate: SessionAuth, method: str, path: str, headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of this server, or for its two doors from where they are used."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    if method == "POST" and path == ENTER:  # a file of this computer hands a ticket in; its origin is given as null
        return origin in (gate.origin, "null")
    if method == "POST" and path == KNOCK:  # a program asks; no browser leaves the origin of a form out
        return origin is None and "sec-fetch-site" not in headers
    return origin in ((gate.origin,) if method == "POST" else (gate.origin, None)) and site in ("same-origin", "none")


def _reason_of_body(method: str, path: str, headers: Mapping[str, str]) -> RequestRefusal | None:
    if "transfer-encoding" in headers or not headers.get("content-length", "0").isdecimal():
        return RequestRefusal("page-no-length", 411)
    if method == "GET":
        return RequestRefusal("page-other-type") if _length(headers) else None
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    elsewhere = {JSON: JSON_LIMIT} if path.startswith(DATA) else {FORM: _BEFORE}
    limits = {PARTS: RECORD_LIMIT} if path in _WITH_FILES else elsewhere
    limit = limits.get(kind)
    if limit is None:
        return RequestRefusal("page-other-type")
    return RequestRefusal("page-too-long", 413) if _length(headers) > limit else None


def _length(headers: Mapping[str, str]) -> int:
    text = headers.get("content-length", "0")
    return int(text) if len(text) < 12 else RECORD_LIMIT + 1


async def _body(receive: Receive, length: int) -> bytes:
    """The whole body, of the length that was said. Raises ConnectionError: it ends before that."""
    parts, more = [], True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    body = b"".join(parts)
    if len(body) != length:
        raise ConnectionError
    return body


def _with_headers(send: Send) -> Send:
    raw = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def told(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            said = [*message.get("headers", ())]
            names = {name.lower() for name, _ in said}
            message["headers"] = [*said, *((name, value) for name, value in raw if name not in names)]
        await send(message)

    return told
