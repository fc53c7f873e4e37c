"""The event stream of an open page: which tables have changed, and how many wait for the reader."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from referee.service.home.home_watch import home_versions
from referee.service.reader import Reader
from referee.service.views.lobby import list_tables
from referee.web.code_files import NOTHING

EVERY = 2.0
"""So many seconds are between two looks at the names of the files of all tables."""

_QUIET = 20.0
"""After so many seconds without news a comment says that the stream goes on."""

_MOST = 16
"""So many streams may be open at once; a browser opens one for all its tabs."""


class HomeNews(msgspec.Struct, frozen=True):
    """How the tables of a home are."""

    waiting: int
    """How many tables wait for the reader."""
    tables: dict[str, str]
    """The version of each table, by its id, and that of the shared folders, by an empty one."""


class HomeEvents:
    """The stream of news of a home, until the server is `closing`."""

    def __init__(self, reader: Callable[[], Reader], closing: Callable[[], bool], every: float = EVERY) -> None:
        self._reader, self._closing, self._every = reader, closing, every
        self._open = 0
        self._news = HomeNews(0, {})

    def routes(self) -> list[Route]:
        """Where it is."""
        return [Route("/events", self.events, methods=["GET"])]

    async def events(self, request: Request) -> Response:
        """The stream; refused where too many are open already."""
        if self._open >= _MOST:
            return Response(status_code=503)
        return StreamingResponse(self.stream(), 200, {"content-security-policy": NOTHING}, "text/event-stream")

    async def stream(self) -> AsyncIterator[bytes]:
        """The news, at once and again whenever they are other ones."""
        self._open += 1
        try:
            last, quiet = b"", 0.0
            while not self._closing():
                now = msgspec.json.encode(await asyncio.to_thread(self._look))
                if now != last or quiet >= _QUIET:
                    yield b"data: " + now + b"\n\n" if now != last else b":\n\n"
                    last, quiet = now, 0.0
                quiet += self._every
                await self._pause()
        finally:
            self._open -= 1

    async def _pause(self) -> None:
        """Until the next look, or until the server is closing."""
        for _ in range(4):
            if not self._closing():
                await asyncio.sleep(self._every / 4)

    def _look(self) -> HomeNews:
        """How the home is now; tables are opened only once the names of their files are other ones."""
        found = home_versions(self._reader())
        if found != self._news.tables:
            self._news = HomeNews(list_tables(self._reader()).waiting, found)
        return self._news
