"""How the page of `referee open` measures up: board, clicks, waiting, shifts, weight and accessibility, in Chromium.

    python scripts/measure_page.py [ROW ..]      shares clicks answers paint beside shift weight axe (all)

Games are played with TEST KEYS and opened in a real browser, as the tests of the page open them. Every row is printed
with its goal; where one is missed the program ends with 1. `answers` and `paint` are read from the clock of a browser,
which is true only while nothing else runs: the load of the machine, and the processor that the server took, are
printed beside them. `axe` needs axe.min.js (tests/needed_tools.py).
"""

from __future__ import annotations

import gzip
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.environment import enter  # noqa: E402

WINDOWS = ((1280, 900), (1366, 768), (1920, 1080), (820, 1180), (390, 844))
SHARES = {1280: 46.9, 1366: 54.6, 1920: 61.2}
"""Of these windows a board of Tigris takes at least so many hundredths."""
GAMES = {"tigris": 20, "cards": 12, "ur": 2, "civilization": 2}
"""Each with so many steps behind it: to lay a tile, a card, a cube, to found."""
LOOKS = 7
PAINTS = {200: 500, 490: 700}
"""So many milliseconds after the wish for a room of so many steps its board is there at the latest."""
HEAVIEST = 150_000
VIEW = 50
AUDITED = 490
AUDITS = 3
BESIDE = 150
"""So many milliseconds after a click its answer is there, while a game of so many steps is audited."""
SLOW = {1: 100, 4: 250}
"""So many milliseconds after a click its outcome is on the screen, with a processor that is so many times slower."""

ANSWER = """([selector, nth, wanted]) => new Promise((done) => {
  const element = document.querySelectorAll(selector)[nth];
  const begun = performance.now();
  const there = () => document.querySelectorAll(wanted[0]).length === wanted[1];
  const look = () => requestAnimationFrame(() =>
    there() ? requestAnimationFrame(() => done(performance.now() - begun)) : look());
  element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  look();
})"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
BOARD = """new Promise((done) => { const look = () => document.querySelector("svg.board .hit")
  ? done(performance.now()) : requestAnimationFrame(look); look(); })"""


class Row(NamedTuple):
    """A figure with its goal: at most, or at least, that much."""

    what: str
    found: float
    goal: float | None = None
    least: bool = False
    beside: str = ""

    @property
    def met(self) -> bool:
        """Whether the goal is met; where there is none, it is."""
        found = round(self.found, 1)
        return self.goal is None or (found >= self.goal if self.least else found <= self.goal)

    def line(self) -> str:
        """The row as it is printed."""
        goal = "" if self.goal is None else f"goal {'>=' if self.least else '<='} {self.goal:g}"
        return f"{'' if self.met else 'MISSED':7}{self.what:58}{self.found:9.1f}  {goal:16}{self.beside}"


def main(wanted: list[str]) -> None:
    """Measure these rows."""
    unknown = [name for name in wanted if name not in ROWS]
    if unknown:
        raise SystemExit(f"no row {unknown[0]}; there are {', '.join(ROWS)}")
    from tests.web.chromium import browser

    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; a clock is true while that is below 0.3")
    missed = 0
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        for name in wanted or ROWS:
            begun = time.process_time()
            for row in ROWS[name](Path(folder), chromium):
                print(row.line(), flush=True)
                missed += not row.met
            print(f"       {name}: load {os.getloadavg()[0]:.1f}, {time.process_time() - begun:.1f} s of CPU here")
    raise SystemExit(f"{missed} goals missed" if missed else 0)


@contextmanager
def room(game: str, folder: Path, chromium: Any, steps: int | None = None, **options: Any) -> Iterator[Any]:
    """The room of a game of three people after some steps, for whoever is asked."""
    from tests.web.open_rooms import room_of

    where = Path(tempfile.mkdtemp(dir=folder))
    with room_of(game, where, chromium, GAMES[game] if steps is None else steps, **options) as found:
        yield found


def shares(folder: Path, chromium: Any) -> Iterator[Row]:
    """How much of each window the board takes."""
    from tests.web.chromium import resize
    from tests.web.test_room_in_browser import SHARE, SIDEWAYS

    for game in GAMES:
        with room(game, folder, chromium) as found:
            for width, height in WINDOWS:
                resize(found.tab, {"width": width, "height": height})
                goal = SHARES.get(width) if game == "tigris" else None
                yield Row(f"board of {game} at {width}x{height}, %", found.tab.evaluate(SHARE), goal, least=True)
                yield Row("  pushed aside, px", found.tab.evaluate(SIDEWAYS), 0)


def clicks(folder: Path, chromium: Any) -> Iterator[Row]:
    """How many clicks a turn takes until it is signed, and how often the page is loaded anew for it."""
    with room("tigris", folder, chromium) as found:
        found.choose(1)
        found.choose(2)
        found.click("#gold")
        found.tab.wait_for_selector(".ask.wait")
        yield Row("clicks of a Tigris turn of two tiles", found.clicks, 5)
        yield Row("  the page was loaded anew", float(found.tab.evaluate("window.marked !== true")), 0)
    with room("civilization", folder, chromium, 34) as found:
        for selector in ('.hit[data-place="prs"]', ".ways .opt:nth-child(2)", "#gold:enabled"):
            found.tab.wait_for_selector(selector)
            found.click(selector)
            if "ways" in selector:  # gold signs what has been read: the answer comes first
                found.tab.wait_for_selector(f"{selector}[aria-pressed=true]")
        found.tab.wait_for_selector(".ask.wait")
        yield Row("clicks of a purchase in Civilization, with change", found.clicks, 3)


def answers(folder: Path, chromium: Any) -> Iterator[Row]:
    """From a click to the picture that shows its outcome: a piece is picked, and the rules answer an order."""
    from tests.web.open_rooms import FREE, PIECE

    for game, slower in product(GAMES, SLOW):
        with room(game, folder, chromium) as found:
            line = found.tab.context.new_cdp_session(found.tab)
            line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            picked, tried = list[float](), list[float]()
            before = processor(found)
            for _ in range(LOOKS):
                if found.tab.locator(PIECE).count():
                    picked.append(found.tab.evaluate(ANSWER, [PIECE, 0, ["[aria-pressed=true]", 1]]))
                order = [FREE, 5 if picked else 0, [":is(.strip, .chosen) li", 1]]
                tried.append(found.tab.evaluate(ANSWER, order))
                found.tab.locator(".undo").click()
                found.tab.wait_for_selector(":is(.strip, .chosen) li", state="detached")
            spent = f"median of {LOOKS}, {(processor(found) - before) / LOOKS:.0f} ms of the server's CPU a round"
            speed = f"processor {slower} times slower" if slower > 1 else "processor as it is"
            if picked:
                yield Row(f"{game}, {speed}: a piece is picked, ms", statistics.median(picked), SLOW[slower])
            yield Row(f"{game}, {speed}: an order is tried, ms", statistics.median(tried), SLOW[slower], beside=spent)
            line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            line.detach()


def paint(folder: Path, chromium: Any) -> Iterator[Row]:
    """From the wish for the room of a long game to its first paint, where the board is in it."""
    from scripts.bench.recordings import first_steps, long_game
    from tests.cli.games_on_disk import home_of, lay
    from tests.cli.terminal import inside
    from tests.web.chromium import visited
    from tests.web.game_forms import offer_of
    from tests.web.pages import served

    for steps, goal in PAINTS.items():
        game = lay(folder / f"long-{steps}" / "game", first_steps(long_game(), steps))
        home = home_of(folder / f"{steps}", "anna")
        assert inside(["status"], home, game)[0] == 0
        with served(home, folder) as page, visited(chromium, page, "") as seen:
            address, looks, boards = f"{page.origin}/table/{offer_of(home)}", list[float](), list[float]()
            before = seconds_of(page.process.pid)
            for _ in range(LOOKS + 1):
                seen.page.goto(address)
                boards.append(seen.page.evaluate(BOARD))
                seen.page.wait_for_timeout(200)  # the browser tells a paint once the frame is out
                looks.append(seen.page.evaluate(PAINTED))
            spent = f"{1000 * (seconds_of(page.process.pid) - before) / len(looks):.0f} ms of the server's CPU a look"
            yield Row(f"first paint at {steps} steps, first look, ms", looks[0], beside="the record is read")
            yield Row(f"first paint at {steps} steps, ms", statistics.median(looks[1:]), goal, beside=spent)
            yield Row("  its board is there, ms", statistics.median(boards[1:]), goal)


def beside(folder: Path, chromium: Any) -> Iterator[Row]:
    """How long an order waits that is tried while another request audits a long game; and a view by itself."""
    from referee.record.store import DataFolder, GameFolder
    from referee.session.session import open_session
    from scripts.bench.recordings import first_steps, long_game
    from tests.cli.games_on_disk import asked, home_of, lay, running
    from tests.cli.terminal import inside
    from tests.web.game_forms import offer_of
    from tests.web.pages import served

    for game, steps in GAMES.items():
        match = running(game, steps)
        place, home = folder / f"beside-{game}", home_of(folder / f"beside-{game}", asked(match))
        laid = lay(place / "game", match.files)
        assert inside(["status"], home, laid)[0] == 0
        with served(home, laid) as page:
            page.enter()
            looks = [_timed(page, f"/data/table/{offer_of(home)}") for _ in range(LOOKS + 2)]
            yield Row(f"a view of {game}, warm, ms", statistics.median(looks[2:]), VIEW)
    laid = lay(folder / "beside" / "game", first_steps(long_game(), AUDITED))
    position = open_session(GameFolder(laid), DataFolder(home_of(folder / "beside", "anna"))).position
    home = home_of(folder / "beside", position.table.names[position.asked[0].seat])
    assert inside(["status"], home, laid)[0] == 0
    with served(home, laid) as page:
        page.enter()
        path = f"/data/table/{offer_of(home)}"
        view = json.loads(page.ask(path)[1])
        tried = {"stamp": view["stamp"], "orders": [view["choices"][0]["id"]]}
        alone = [_timed(page, f"{path}/try", tried) for _ in range(LOOKS + 2)][2:]
        waits, lasted = list[float](), 0.0
        for _ in range(AUDITS):
            with ThreadPoolExecutor(1) as other:
                audit = other.submit(_timed, page, f"{path}/audit", {"secret": ""})
                while not audit.done():
                    waits.append(_timed(page, f"{path}/try", tried))
                lasted = max(lasted, audit.result())
        yield Row("an order is tried, nothing beside, ms", statistics.median(alone))
        said = f"{len(waits)} clicks in {AUDITS} audits of at most {lasted:.0f} ms"
        yield Row("  while an audit runs beside, median, ms", statistics.median(waits), BESIDE, beside=said)
        yield Row("  while an audit runs beside, longest, ms", max(waits), BESIDE)


def _timed(page: Any, path: str, body: object = None) -> float:
    """Milliseconds until an answer was read."""
    begun = time.perf_counter()
    status = page.ask(path)[0] if body is None else page.json(path, body)[0]
    assert status == 200, (path, status)
    return 1000 * (time.perf_counter() - begun)


def shift(folder: Path, chromium: Any) -> Iterator[Row]:
    """What moves by itself: in every room as it is opened, and once an order is chosen."""
    from tests.web.open_rooms import FREE, PIECE
    from tests.web.test_room_in_browser import SHIFT

    for game in GAMES:
        with room(game, folder, chromium) as found:
            yield Row(f"layout shift as the table of {game} opens", found.tab.evaluate(SHIFT), 0)
            if found.tab.locator(PIECE).count():
                found.click(PIECE)
            found.tab.wait_for_selector(FREE, state="attached")
            found.click(FREE)
            found.tab.wait_for_timeout(700)
            yield Row("  once something is chosen", found.tab.evaluate(SHIFT), 0)
            for path in ("/", "/new", "/settings") if game == "tigris" else ():
                found.tab.goto(f"{found.page.origin}{path}")
                found.tab.wait_for_selector("main h1")
                yield Row(f"layout shift as {path} opens", found.tab.evaluate(SHIFT), 0)


def weight(folder: Path, chromium: Any) -> Iterator[Row]:
    """All that a room asks for, each file compressed."""
    for game in GAMES:
        with room(game, folder, chromium, 34 if game == "civilization" else 84) as found:
            for path in ("/", "/new", "/settings", "") if game == "tigris" else ("",):
                sizes: list[int] = []

                def hear(response: Any, sizes: list[int] = sizes) -> None:
                    if "/events" not in response.url and response.status < 300:
                        sizes.append(len(gzip.compress(response.body(), 6, mtime=0)))

                found.tab.on("response", hear)
                found.tab.context.clear_cookies(name="none")
                found.tab.goto(f"{found.page.origin}{path}" if path else found.address)
                found.tab.wait_for_timeout(800)
                found.tab.remove_listener("response", hear)
                yield Row(f"bytes of {path or f'the table of {game}'}, compressed", sum(sizes), HEAVIEST)


def axe(folder: Path, chromium: Any) -> Iterator[Row]:
    """What axe-core finds in every room, in both windows and both schemes."""
    from tests.web.chromium import SCHEMES, resize
    from tests.web.open_rooms import FREE, PIECE

    for game, scheme in product(GAMES, SCHEMES):
        with room(game, folder, chromium, color_scheme=scheme, bypass_csp=True) as found:
            for width in (1280, 390):
                resize(found.tab, {"width": width, "height": 844})
                yield Row(f"axe, {game}, {scheme}, {width}", len(found.seen.axe()[0]), 0)
            if found.tab.locator(PIECE).count():
                found.click(PIECE)
            found.tab.wait_for_selector(FREE, state="attached")
            found.tab.locator(FREE).first.focus()
            found.tab.keyboard.press("Enter")
            found.tab.wait_for_selector(":is(.strip, .chosen) li")
            yield Row(f"axe, {game}, {scheme}, something is chosen", len(found.seen.axe()[0]), 0)
            for path in ("/", "/new", "/settings") if game == "tigris" else ():
                found.tab.goto(f"{found.page.origin}{path}")
                found.tab.wait_for_selector("main h1")
                yield Row(f"axe, {path}, {scheme}", len(found.seen.axe()[0]), 0)


def processor(found: Any) -> float:
    """Milliseconds of processor that the server of a room has taken."""
    return 1000 * seconds_of(found.page.process.pid)


def seconds_of(pid: int) -> float:
    """Seconds of processor that a process has taken; 0 where the system does not tell."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0
    fields = stat.read_text("utf-8").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


ROWS: dict[str, Callable[[Path, Any], Iterator[Row]]] = {
    "shares": shares,
    "clicks": clicks,
    "answers": answers,
    "paint": paint,
    "beside": beside,
    "shift": shift,
    "weight": weight,
    "axe": axe,
}

if __name__ == "__main__":
    enter("requirements/dev.txt")
    main(sys.argv[1:])
