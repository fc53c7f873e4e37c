"""Somebody else on this machine, without a ticket, cannot hold the page shut: real sockets, few and for seconds."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest
import uvicorn

from referee.cli.context import Context
from referee.cli.web import server as page_server
from referee.cli.web.connections import PageServer, protocol_of
from referee.cli.web.server import app_of, listening
from referee.cli.web.session_auth import RunningPage, SessionAuth
from tests.cli.games_on_disk import home_of
from tests.web.in_process_page import FORM, at_home, page_of
from tests.web.pages import Served, served

pytestmark = pytest.mark.needs("starlette", "uvicorn")

HALF = b"GET / HTTP/1.1\r\nHost: 127."
WHOLE = "GET /favicon.ico HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\n\r\n"
MOST, PATIENCE = 24, 0.4


@contextmanager
def small(home: Path, cwd: Path) -> Iterator[Served]:
    """A page of few connections and little patience."""
    with at_home(home, cwd, "en"):
        at = listening(0)
        address, port = at.getsockname()
        gate = SessionAuth(RunningPage(address, port, "secret"))
        app = app_of(Context(lang="en"), gate, lambda: None, PATIENCE)
        config = uvicorn.Config(
            app,
            http=protocol_of(gate.lets_in, MOST, PATIENCE),
            backlog=MOST // 4,
            ws="none",
            lifespan="off",
            log_config=None,
        )
        running = PageServer(config)
        thread = Thread(target=lambda: asyncio.run(running.serve(sockets=[at])), daemon=True)
        thread.start()
        while not running.started:
            time.sleep(0.01)
        try:
            yield Served(home, address, port, gate.ticket("/"), None, f"{gate.cookie}={gate.session}")  # type: ignore[arg-type]
        finally:
            running.should_exit = True
            thread.join(20)


def held(stack: ExitStack, page: Served, count: int, data: bytes) -> list[socket.socket]:
    """So many connections that bring this, and are kept open."""
    lines = []
    for _ in range(count):
        line = stack.enter_context(socket.create_connection((page.address, page.port), timeout=20))
        line.sendall(data)
        lines.append(line)
    return lines


def is_closed(line: socket.socket) -> bool:
    """Whether the other side has left, at the latest in 20 seconds."""
    try:
        return line.recv(65536) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("data", [b"", HALF, HALF + b"0.0.1\r\nCookie: x=" + b"y" * 200])
def test_half_requests_hold_nobody_up(data: bytes, tmp_path: Path) -> None:
    """Four times as many as there may be: whoever has the cookie is answered, and the oldest have gone."""
    with small(home_of(tmp_path, "anna"), tmp_path) as page, ExitStack() as stack:
        lines = held(stack, page, 4 * MOST, data)
        answers = [page.ask()[0] for _ in range(8)]
        gone = [is_closed(line) for line in lines]

    assert answers == [200] * 8
    assert all(gone)


def test_a_head_that_comes_drop_by_drop_is_cut_off(tmp_path: Path) -> None:
    """Also behind a whole request on the same connection; the browser that was let in has its own stay."""
    with small(home_of(tmp_path, "anna"), tmp_path) as page, ExitStack() as stack:
        (whole,) = held(
            stack, page, 1, f"GET /favicon.ico HTTP/1.1\r\nHost: {page.host}\r\nCookie: {page.cookie}\r\n\r\n".encode()
        )
        assert b" 204 " in whole.recv(65536)
        cut = []
        for line in (whole, *held(stack, page, 1, b"G")):
            begun = time.monotonic()
            with pytest.raises(OSError):
                while time.monotonic() < begun + 20 * PATIENCE:
                    line.sendall(b"G")
                    time.sleep(PATIENCE / 8)
            cut.append(True)

    assert cut == [True, True]


def test_a_browser_that_was_let_in_makes_no_room(tmp_path: Path) -> None:
    """Its connections are the oldest, and stay."""
    with small(home_of(tmp_path, "anna"), tmp_path) as page, ExitStack() as stack:
        own = held(stack, page, 4, WHOLE.format(page.host, page.cookie).encode())
        first = [line.recv(65536).partition(b"\r\n")[0] for line in own]
        held(stack, page, 2 * MOST, HALF)
        for line in own:
            line.sendall(WHOLE.format(page.host, page.cookie).encode())
        second = [line.recv(65536).partition(b"\r\n")[0] for line in own]

    assert first == second == [b"HTTP/1.1 204 No Content"] * 4


def test_little_may_come_before_a_ticket(tmp_path: Path) -> None:
    """A ticket and what one `open` proves to another are short: nothing longer is read."""
    with page_of(home_of(tmp_path, "anna"), tmp_path) as page:
        asked = {
            length: page.ask("/enter", "POST", b"ticket=" + b"x" * length, content_type=FORM).status
            for length in (500, 5_000, 4 * 2**20)
        }

    assert asked == {500: 403, 5_000: 413, 4 * 2**20: 413}


def test_the_page_of_a_home_has_these_limits(tmp_path: Path) -> None:
    """More half requests than it takes connections, held for as long as it is asked."""
    with served(home_of(tmp_path, "anna"), tmp_path) as page, ExitStack() as stack:
        page.enter()
        held(stack, page, page_server._CONNECTIONS + 20, HALF)
        answers = [page.ask()[0] for _ in range(3)]

    assert answers == [200] * 3
    assert page_server._HEAD == 5
