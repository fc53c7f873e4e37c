"""What an open page hears of its home: at once, whenever a table has changed, and never anything of a hand."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest

from referee.record.store import DataFolder
from referee.service.reader import Reader
from referee.web.home_events import HomeEvents
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.web.game_forms import mail, offer_of
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette")


def home_in(folder: Path, who: str = "") -> tuple[Path, Path]:
    match = running()
    game, home = lay(folder / "game", match.files), home_of(folder, who or asked(match))
    assert inside(["status"], home, game)[0] == 0
    return game, home


def read_news(line: bytes) -> Any:
    assert line.startswith(b"data: ")
    return json.loads(line.removeprefix(b"data: "))


def test_news_come_at_once_and_whenever_a_table_has_changed_until_the_page_closes(tmp_path: Path) -> None:
    game, home = home_in(tmp_path)
    closed: list[bool] = []
    events = HomeEvents(lambda: Reader(DataFolder(home)), lambda: bool(closed), every=0.01)

    async def heard() -> list[Any]:
        stream = events.stream()
        found = [read_news(await anext(stream))]
        (game / "record" / "0006.step").write_bytes(mail(6))
        found.append(read_news(await anext(stream)))
        closed.append(True)
        found.append([line async for line in stream])
        return found

    first, second, rest = asyncio.run(heard())

    assert (first["waiting"], [*first["tables"]], rest) == (1, [offer_of(home)], [])
    assert [*second["tables"]] == [*first["tables"]]
    assert second["tables"] != first["tables"]


def test_what_is_signed_in_another_window_is_news(tmp_path: Path) -> None:
    game, home = home_in(tmp_path)
    events = HomeEvents(lambda: Reader(DataFolder(home)), lambda: False, every=0.01)
    before = events._look()
    (game / "outbox").mkdir(exist_ok=True)
    (game / "outbox" / "0006-anna.move").write_bytes(b"x")

    assert events._look() != before
    assert events._look() is events._look()


def test_few_streams_are_open_at_once(tmp_path: Path) -> None:
    _, home = home_in(tmp_path)
    closed: list[bool] = []
    events = HomeEvents(lambda: Reader(DataFolder(home)), lambda: bool(closed), every=0.01)

    async def opened() -> list[int]:
        streams = [events.stream() for _ in range(16)]
        for each in streams:
            await anext(each)
        full = (await events.events(None)).status_code  # type: ignore[arg-type]
        for each in streams:
            await each.aclose()
        return [full, (await events.events(None)).status_code]  # type: ignore[arg-type]

    assert asyncio.run(opened()) == [503, 200]


@pytest.mark.needs("uvicorn")
def test_a_stream_that_is_open_ends_with_the_page(tmp_path: Path) -> None:
    """By itself, with its last chunk: nobody who closes the page waits for it to be cut off."""
    _, home = home_in(tmp_path)
    with served(home, tmp_path) as page:
        page.enter()
        with socket.create_connection((page.address, page.port), timeout=60) as line:
            line.sendall(f"GET /events HTTP/1.1\r\nHost: {page.host}\r\nCookie: {page.cookie}\r\n\r\n".encode())
            heard = line.recv(65536)
            while b"data: " not in heard:
                heard += line.recv(65536)
            closed = page.post("/close", {})[0]
            while more := line.recv(65536):
                heard += more

    assert (closed, heard.endswith(b"0\r\n\r\n")) == (200, True)
