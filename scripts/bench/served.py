"""How fast the page of `referee open` is, beside the commands that its buttons stand for."""

from __future__ import annotations

import http.client
import json
import shutil
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlencode

from scripts.bench import folders
from scripts.bench.clock import ENVIRONMENT, Readings, Source, spawn
from tests.support.browser import PROGRAM, launch

GIVES = ("paint ms", "click ms", "status ms", "server MB", "replay MB")
STEPS = 200
_REFEREE = (sys.executable, "-c", "from referee.cli.main import main; main()")
_PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


class Served(NamedTuple):
    """A page that runs, with the cookie of who was let in, and the id of its one table."""

    process: subprocess.Popen[bytes]
    host: str
    cookie: str
    table: str

    def ask(self, path: str) -> bytes:
        """What is answered. Exits if it is no page."""
        return _asked(self.host, "GET", path, None, {"Cookie": self.cookie})[0]

    @property
    def peak(self) -> float:
        """The most memory it has taken, in MB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def page(arguments: Namespace) -> Source | str:
    """What measures the page of a game of 200 steps, or why that cannot be."""
    if find_spec("uvicorn") is None or find_spec("starlette") is None:
        return "the extra page is not installed"
    if find_spec("playwright") is None or shutil.which(PROGRAM) is None:
        return "Chromium, or playwright beside it, is not here"
    folder, _ = folders.running_game(STEPS)
    home = folders.home_of("anna")
    about = {"REFEREE_HOME": str(home)}
    spawn([*_REFEREE, "status", "--game", folder], **about)  # from then on the home knows the game

    def source() -> Readings:
        with served(home) as found:
            found.ask(f"/data/table/{found.table}")  # what is loaded once
            begun = perf_counter()
            found.ask(f"/data/table/{found.table}")
            click = perf_counter() - begun
            paint = painted(found)
            peak = found.peak
        status = spawn([*_REFEREE, "status", "--json", "--game", folder], **about)
        replay = spawn([*_REFEREE, "replay", "--hand", "--html", "-", "--game", folder], **about)
        times = {"paint ms": paint, "click ms": 1000 * click, "status ms": 1000 * status.wall}
        return {**times, "server MB": peak, "replay MB": replay.peak}

    return source


@contextmanager
def served(home: Path) -> Iterator[Served]:
    """The page of a home with one game, and a browser that was let in."""
    process = subprocess.Popen(
        [*_REFEREE, "open", "--json"],
        env={**ENVIRONMENT, "REFEREE_HOME": str(home)},
        cwd=home,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        origin, _, ticket = str(json.loads(process.stdout.readline())["address"]).partition("/#")
        host = origin.removeprefix("http://")
        form = {"Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
        _, cookie = _asked(host, "POST", "/enter", urlencode({"ticket": ticket}), form)
        (game,) = json.loads(_asked(host, "GET", "/data/lobby", None, {"Cookie": cookie})[0])["tables"]
        yield Served(process, host, cookie, f"/table/{game['table']['head']['id']}")
    finally:
        process.terminate()
        process.communicate()


def painted(found: Served) -> float:
    """Milliseconds from the wish for the board to its first paint, in Chromium."""
    name, _, value = found.cookie.partition("=")
    with launch() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.add_cookies([{"name": name, "value": value, "url": f"http://{found.host}"}])
        tab = context.new_page()
        tab.goto(f"http://{found.host}{found.room}")
        tab.wait_for_timeout(300)  # the browser tells it once the frame is out
        return float(tab.evaluate(_PAINTED))


def _asked(host: str, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[bytes, str]:
    """What is answered, and the cookie that comes with it. Exits if it is no page."""
    line = http.client.HTTPConnection(host, timeout=60)
    line.request(method, path, body, headers)
    answer = line.getresponse()
    text, cookie = answer.read(), (answer.getheader("set-cookie") or "").partition(";")[0]
    line.close()
    if answer.status != http.client.OK:
        raise SystemExit(f"{method} {path}: {answer.status}")
    return text, cookie
