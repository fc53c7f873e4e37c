"""`referee open`: only the browser that was let in sees the page; all others get a sentence, and nothing is done."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from html import unescape
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import environment, inside, run
from tests.web.chromium import TOOLS
from tests.web.pages import Served, served

pytestmark = pytest.mark.needs("starlette", "uvicorn")

GIB = 2**30


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A page with a running game, in which its player is asked, and a browser that was let in."""
    folder = tmp_path_factory.mktemp("open")
    match = running()
    game, home = lay(folder / "game", match.files), home_of(folder, asked(match))
    assert inside(["status"], home, game)[0] == 0
    with served(home, folder) as page:
        page.enter()
        yield page


def heading(text: str) -> str:
    """The first line of a page."""
    found = re.search(r"<h1[^>]*>([^<]*)</h1>", text) or re.search(r'"heading":"([^"]*)"', text)
    assert found is not None
    return found[1]


def test_whoever_was_let_in_sees_the_games(page: Served) -> None:
    status, text, headers = page.ask()

    assert (status, heading(text)) == (200, "1 game is waiting for you")
    assert headers["cache-control"] == "no-store"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert not {"access-control-allow-origin", "server", "date"} & {*headers}


def test_the_cookie_is_hidden_from_scripts_and_other_pages(page: Served) -> None:
    fresh = inside(["open", "--print"], page.home, None)[1].strip().partition("#")[2]
    _, _, headers = page.post("/enter", {"ticket": fresh}, cookie="")

    assert re.fullmatch(rf"referee-{page.port}=[\w-]{{43}}; HttpOnly; Path=/; SameSite=strict", headers["set-cookie"])


REFUSED: dict[str, tuple[dict[str, str], int, str]] = {
    "no cookie": ({"cookie": ""}, 403, "This browser has not been let in"),
    "the cookie of another session": ({"cookie": "referee-{port}=x"}, 403, "This browser has not been let in"),
    "a name in place of the address": (
        {"host": "localhost:{port}"},
        403,
        "The page was requested under a wrong host name",
    ),
    "a name that its owner lets point here": (
        {"host": "evil.example:{port}"},
        403,
        "The page was requested under a wrong host name",
    ),
    "another port in Host": ({"host": "{address}:1"}, 403, "The page was requested under a wrong host name"),
    "a script of another page": (
        {"origin": "https://evil.example"},
        403,
        "The request came from another website; nothing was done",
    ),
    "a script of another port": (
        {"origin": "http://{address}:1"},
        403,
        "The request came from another website; nothing was done",
    ),
    "an image of another page": (
        {"sec_fetch_site": "cross-site", "sec_fetch_dest": "image"},
        403,
        "The request came from another website; nothing was done",
    ),
    "an image of another port": (
        {"sec_fetch_site": "same-site"},
        403,
        "The request came from another website; nothing was done",
    ),
    "a body behind GET": ({"content_length": "3"}, 403, "Unsupported content type; nothing was done"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_request_that_is_not_of_the_page_is_refused(case: str, page: Served) -> None:
    headers, status, sentence = REFUSED[case]
    given = {
        name: value.replace("{port}", str(page.port)).replace("{address}", page.address)
        for name, value in headers.items()
    }
    answered, text, told = page.ask(**given)

    assert (answered, heading(text)) == (status, sentence)
    assert "set-cookie" not in told


FORMS: dict[str, tuple[dict[str, str], int]] = {
    "a form of another page": ({"origin": "https://evil.example"}, 403),
    "a form of a page that hides where it is": ({"origin": "null"}, 403),
    "a form whose sender is not said": ({"origin": ""}, 403),
    "a form of text": ({"content_type": "text/plain"}, 403),
    "a form of parts": ({"content_type": "multipart/form-data; boundary=x"}, 403),
    "JSON": ({"content_type": "application/json"}, 403),
    "a form without a cookie": ({"cookie": ""}, 403),
}


@pytest.mark.parametrize("case", FORMS)
def test_a_form_that_is_not_of_the_page_closes_nothing(case: str, page: Served) -> None:
    headers, status = FORMS[case]

    assert page.post("/close", {}, **headers)[0] == status
    assert page.ask()[0] == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "PATCH"])
def test_other_ways_to_ask_are_refused(method: str, page: Served) -> None:
    assert page.ask("/", method)[0] == 403


@pytest.mark.parametrize(
    "path", ["/../../etc/passwd", "/game/..%2f..%2fetc", "/game/%00", "/game/x", "/static/page.css"]
)
def test_no_path_of_a_request_is_one_of_this_machine(path: str, page: Served) -> None:
    status, text, _ = page.ask(path)

    assert (status, heading(text)) == (404, "Page not found")


def test_a_browser_that_asks_for_a_sign_of_the_page_is_told_that_there_is_none(page: Served) -> None:
    """No page of its own is missing there."""
    assert [page.ask("/favicon.ico", cookie=cookie)[0] for cookie in (page.cookie, "")] == [204, 403]


def test_a_ticket_is_good_once(page: Served) -> None:
    status, text, headers = page.post("/enter", {"ticket": page.ticket}, cookie="")

    assert (status, heading(text)) == (403, "This address has already been used")
    assert "set-cookie" not in headers


@pytest.mark.parametrize("ticket", ["", "x", "\u20ac", "a" * 4000, "a" * 100_000])
def test_a_ticket_that_is_none_lets_nobody_in(ticket: str, page: Served) -> None:
    """Nor is one read that is longer than any could be."""
    status, _, headers = page.post("/enter", {"ticket": ticket}, cookie="")

    assert (status, "set-cookie" in headers) == (413 if len(ticket) > 4096 else 403, False)


def test_a_gigabyte_is_refused_before_it_comes(page: Served) -> None:
    head = f"POST /close HTTP/1.1\r\nHost: {page.host}\r\nOrigin: {page.origin}\r\nCookie: {page.cookie}\r\n"
    kind = "application/x-www-form-urlencoded"
    for path, sent in (("/close", kind), ("/data/take-in", "multipart/form-data; boundary=x")):
        answered = page.raw(
            f"{head.replace('/close', path)}Content-Type: {sent}\r\nContent-Length: {GIB}\r\n\r\n".encode()
        )

        assert answered.startswith(b"HTTP/1.1 413 ")
    answered = page.raw(f"{head}Content-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
    assert answered.startswith(b"HTTP/1.1 411 ")
    assert page.ask()[0] == 200


def test_an_upload_that_never_ends_keeps_nobody_out(page: Served) -> None:
    head = f"POST /close HTTP/1.1\r\nHost: {page.host}\r\nOrigin: {page.origin}\r\nCookie: {page.cookie}\r\n"
    form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\nx="
    lines = [socket.create_connection((page.address, page.port)) for _ in range(20)]
    for line in lines:
        line.sendall(f"{head}{form}".encode())

    assert page.ask()[0] == 200
    for line in lines:  # cut short, it is nothing
        line.close()
    assert page.ask()[0] == 200


def test_a_second_one_finds_the_first(page: Served) -> None:
    code, out, errors = inside(["open", "--print"], page.home, None)
    address, _, ticket = out.strip().partition("#")

    assert (code, address, errors) == (0, f"{page.origin}/", "the page was already open\n")
    assert page.post("/enter", {"ticket": ticket}, cookie="")[0] == 200
    assert page.post("/enter", {"ticket": ticket}, cookie="")[0] == 403


def test_it_lets_nobody_in_who_does_not_read_the_home(page: Served) -> None:
    form = {"wish": "close", "nonce": "n", "path": "/", "proof": "0" * 64}
    kind = "application/x-www-form-urlencoded"
    assert page.ask("/knock", "POST", urlencode(form).encode(), content_type=kind)[0] == 403
    assert page.post("/knock", form)[0] == 403
    assert page.ask()[0] == 200


def test_what_the_home_keeps_is_nobody_elses(page: Served) -> None:
    path = page.home / "open"

    assert path.stat().st_mode & 0o777 == 0o600
    assert page.cookie.partition("=")[2] not in path.read_text()


def test_no_secret_stands_in_the_list_of_processes_or_a_log(page: Served, tmp_path: Path) -> None:
    """A browser is told a file, which is nobody else's, and which is gone with the page."""
    told = tmp_path / "told"
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$@" >> {told}\ncp "${{1#file://}}" {tmp_path}/seen.html\n')
    program.chmod(0o755)
    home = home_of(tmp_path, "anna")
    process = subprocess.Popen(
        [sys.executable, "-c", "from referee.cli.main import main; main()", "open"],
        env=environment(home, BROWSER=f"{program} %s", TMPDIR=str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    wait_for(tmp_path / "seen.html")
    ticket = re.findall(r'value="([\w-]{22})"', (tmp_path / "seen.html").read_text())
    line = Path(f"/proc/{process.pid}/cmdline").read_bytes().decode()
    kept = Path(told.read_text().strip().removeprefix("file://"))
    mode = kept.parent.stat().st_mode & 0o777
    assert run(["open", "--close"], home)[0] == 0
    out, errors = (part.decode() for part in process.communicate(timeout=20))

    assert len(ticket) == 1
    assert ticket[0] not in f"{line}{told.read_text()}{out}{errors}"
    assert re.fullmatch(r"http://127(\.\d+){3}:\d+/\n", out)
    assert errors == ("only this computer can see it; Ctrl-C closes it\nThe page is closed. Nothing was lost\n")
    assert (mode, kept.exists(), process.returncode) == (0o700, False, 0)


def wait_for(path: Path) -> None:
    """Until something lies there."""
    end = time.monotonic() + 20
    while not path.exists() or not path.stat().st_size:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    home = home_of(tmp_path, "anna")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, out, errors = run(["open", "--print", "--port", str(port)], home, cwd=tmp_path)

    assert (code, out) == (74, b"")
    assert f"port {port}".encode() in errors


def test_a_system_with_one_address_has_a_page_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.cli.web import server

    monkeypatch.setattr(server, "draw_address", lambda: "192.0.2.1")  # nobody's
    with server.listening(0) as found:
        assert found.getsockname()[0] == "127.0.0.1"


def test_what_was_left_by_a_page_that_is_gone_is_no_page(tmp_path: Path) -> None:
    home = home_of(tmp_path, "anna")
    with served(home, tmp_path) as first:
        first.process.kill()
        first.process.wait()
    with served(home, tmp_path) as second:
        second.enter()

        assert heading(second.ask()[1]) == "No games yet"
    assert inside(["open", "--close"], home, tmp_path)[1] == "no page is open\n"


@pytest.mark.parametrize("damaged", [b"", b"{", b'{"port": "x"}', bytes(range(40))])
def test_a_damaged_line_of_memory_is_none(damaged: bytes, tmp_path: Path) -> None:
    home = home_of(tmp_path, "anna")
    (home / "open").write_bytes(damaged)
    (home / "open").chmod(0o600)

    assert inside(["open", "--close"], home, tmp_path)[:2] == (0, "no page is open\n")


@pytest.mark.parametrize("address", ["0.0.0.0", "10.0.0.1", "::", "localhost", "127.0.0.1 ", ""])
def test_no_file_of_the_home_opens_the_page_to_other_computers(address: str) -> None:
    from referee.cli.web import server
    from referee.cli.web.session_auth import RunningPage

    with server.listening(0, RunningPage(address, 45671, "secret")) as found:
        assert found.getsockname()[0].startswith("127.")
        assert found.getsockname()[1] != 45671


def test_a_page_that_is_opened_again_has_its_address_but_for_a_port_that_is_taken(tmp_path: Path) -> None:
    from referee.cli.web import server
    from referee.cli.web.session_auth import RunningPage

    home = home_of(tmp_path, "anna")
    origins, cookies = [], []
    for _ in range(2):
        with served(home, tmp_path) as page:
            page.enter()
            origins.append(page.origin)
            cookies.append(page.cookie)
    with server.listening(0, RunningPage(page.address, page.port, "")) as taken:
        taken.listen()
        with served(home, tmp_path) as other:
            origins.append(other.origin)

    assert origins[0] == origins[1] != origins[2]
    assert cookies[0] != cookies[1]


def test_the_page_of_a_turn_or_of_a_game_that_is_a_file_asks_nobody(tmp_path: Path) -> None:
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    for command in ("compose", "replay"):
        _, text, _ = inside([command, "--html", "-"], home, game)
        assert "connect-src" not in policy_in(text)
        assert "default-src 'none'" in policy_in(text)
        assert "fetch(" not in text


def policy_in(text: str) -> str:
    """The policy that a page has in itself."""
    found = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert found is not None
    return unescape(found[1])


@pytest.mark.needs(*TOOLS)
@pytest.mark.parametrize("way", ["the address", "the file"])
def test_a_browser_is_let_in(way: str, chromium: Any, tmp_path: Path) -> None:
    """By the address that is printed, whose ticket leaves no trace in its history; or by the file that is shown."""
    from referee.cli.commands.pictures import open_
    from referee.cli.context import Context
    from referee.cli.web.session_auth import RunningPage, SessionAuth

    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, game)[0] == 0
    with served(home, tmp_path) as page, chromium.new_context() as context:
        tab, requests = context.new_page(), []
        tab.on("request", lambda request: requests.append(request.url))
        if way == "the address":
            tab.goto(f"{page.origin}/#{page.ticket}")
        else:
            with pytest.MonkeyPatch.context() as patch:
                shown: list[str] = []
                patch.setattr(open_, "open_browser", lambda path: shown.append(path.as_uri()) or True)
                open_._in_browser(Context(), SessionAuth(RunningPage(page.address, page.port, "")), page.ticket)
            tab.goto(shown[0])
        tab.wait_for_selector("main.lobby", state="attached")

        assert tab.url == f"{page.origin}/"
        assert [url for url in requests if page.ticket in url.partition("#")[0]] == []
        tab.get_by_role("link", name="Play my turn").click()
        tab.wait_for_selector(".ask")
        tab.goto(page.origin)
        tab.get_by_role("button", name="Close").click()
        tab.wait_for_selector("h1:has-text('The page is closed')")
        assert page.process.wait(10) == 0


@pytest.mark.needs(*TOOLS)
def test_another_page_of_this_machine_is_sent_no_cookie(chromium: Any, tmp_path: Path) -> None:
    """Somebody goes there in the same browser; ports of one address would share it."""
    told: list[str | None] = []

    class Curious(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.append(self.headers["cookie"])
            self.send_response(200)
            self.end_headers()

        def log_message(self, *said: object) -> None:
            """Nothing."""

    with HTTPServer(("127.0.0.1", 0), Curious) as other, served(home_of(tmp_path, "anna"), tmp_path) as page:
        Thread(target=other.serve_forever, daemon=True).start()
        with chromium.new_context() as context:
            tab = context.new_page()
            tab.goto(f"{page.origin}/#{page.ticket}")
            tab.wait_for_selector("h1:has-text('No games yet')")
            tab.goto(f"http://127.0.0.1:{other.server_port}/")
            kept = [cookie["name"] for cookie in context.cookies(page.origin)]
        other.shutdown()

    assert {*told} == {None}
    assert kept == [f"referee-{page.port}"]
