"""Who may hold a connection of the page open. Anyone who has an account on this computer can open any number, so those
that have not shown the cookie of the session have to make room: the oldest first, and each that sends no head in time.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterable
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

Knows = Callable[[Iterable[tuple[bytes, bytes]]], bool]
"""Whether these headers are those of a browser that was let in."""


_QUEUE = 1024
"""So many connections may wait to be accepted: a browser that finds no room there tries once more a second later."""


class PageServer(uvicorn.Server):
    """A server that takes a few connections at once, as its `backlog` says, while many more can wait for that: so none
    has to make room before it was read at all.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        for each in sockets or ():
            each.listen(_QUEUE)


def protocol_of(knows: Knows, most: int, patience: float) -> type[H11Protocol]:
    """How the server speaks with a connection: at most so many are open at once, and the head of a request has so many
    seconds to come.
    """
    strangers: dict[Any, None] = {}  # in the order in which they came
    let_in: set[Any] = set()

    class Connection(H11Protocol):
        _clock: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)  # type: ignore[arg-type]
            strangers[self] = None
            self._begin()
            while len(strangers) + len(let_in) > most and len(strangers) > 1:
                oldest = next(iter(strangers))
                del strangers[oldest]
                oldest.transport.abort()

        def data_received(self, data: bytes) -> None:
            if self._clock is None and self.conn.their_state is h11.IDLE:
                self._begin()
            before = self.cycle
            super().data_received(data)
            if self.cycle is not before:
                self._end()
                if self in strangers and knows(self.headers):
                    del strangers[self]
                    let_in.add(self)

        def connection_lost(self, exc: Exception | None) -> None:
            self._end()
            strangers.pop(self, None)
            let_in.discard(self)
            super().connection_lost(exc)

        def _begin(self) -> None:
            self._clock = self.loop.call_later(patience, self._too_slow)

        def _end(self) -> None:
            if self._clock is not None:
                self._clock.cancel()
                self._clock = None

        def _too_slow(self) -> None:
            self._clock = None
            self.transport.abort()

    return Connection
