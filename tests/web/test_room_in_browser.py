"""The room of a table in a browser: a turn is clicked together, read and signed, and nothing is ever loaded anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from referee.record.note import read_bundle
from referee.record.notes import Move
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.web.chromium import TOOLS, Seen, resize, visited
from tests.web.game_forms import offer_of
from tests.web.pages import Served, served

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)

GAMES = ("tigris", "cards", "ur", "civilization")
WINDOWS = ((1280, 900), (1366, 768), (1920, 1080), (820, 1180), (390, 844))
LEAST = {
    "tigris": (50, 54, 61, 45, 32),
    "cards": (37, 0, 0, 0, 0),
    "ur": (52, 40, 40, 29, 44),
    "civilization": (58, 54, 64, 45, 32),
}
"""Of each window the board takes at least so many hundredths."""

PIECE = ".piece:not(.idle, .off, .used)"
FREE = ".hit.open"
HEADLINE = "document.querySelector('#headline').textContent"
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
SHIFT = """() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()
  .reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)))
  .observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))"""
SHARE = """() => {
  const { width, height } = document.querySelector("svg.board").getBoundingClientRect();
  return 100 * width * height / (innerWidth * innerHeight);
}"""
GOLD = """() => {
  const { bottom, top } = document.querySelector("#gold").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


class OpenRoom:
    """The room of a running game in a browser, for the player who is asked."""

    def __init__(self, folder: Path, home: Path, page: Served, seen: Seen) -> None:
        self.folder, self.home, self.page, self.seen = folder, home, page, seen
        self.tab = seen.page
        self.address = f"{page.origin}/table/{offer_of(home)}"
        self.clicks = 0

    def enter(self) -> None:
        """Come in, and mark the document: it is the same one as long as the mark is there."""
        self.tab.goto(self.address)
        self.tab.wait_for_selector("svg.board .hit")
        self.tab.evaluate("window.marked = true")

    def click(self, selector: str, nth: int = 0) -> None:
        self.tab.locator(selector).nth(nth).click()
        self.clicks += 1

    def choose(self, number: int) -> None:
        """Lay the first piece that can be laid on a free place, until the order stands in the panel."""
        self.click(PIECE)
        self.click(FREE, 5)
        self.tab.wait_for_selector(f":is(.strip, .chosen) li:nth-child({number})")

    def signed(self) -> list[str]:
        """The orders of the move that waits to be sent."""
        notes = [one.note() for path in self.folder.rglob("*.move") for one in read_bundle(path.read_bytes())]
        return [order for note in notes if isinstance(note, Move) for order in note.do]


@contextmanager
def room_of(game: str, folder: Path, chromium: Any, steps: int = 5, **options: Any) -> Iterator[OpenRoom]:
    """The room of a game of three after some steps."""
    match = running(game, steps)
    laid, home = lay(folder / "game", match.files), home_of(folder, asked(match))
    assert inside(["status"], home, laid)[0] == 0
    with served(home, folder) as page, visited(chromium, page, **options) as seen:
        room = OpenRoom(laid, home, page, seen)
        room.enter()
        yield room


def test_a_turn_of_two_tiles_takes_five_clicks_and_no_reload(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        room.choose(1)
        room.choose(2)
        read = room.tab.locator(".said").inner_text()
        orders = room.tab.locator(".chosen b").all_inner_texts()
        room.click("#gold")
        room.tab.wait_for_selector(".ask.wait")

        assert (room.clicks, room.tab.evaluate("window.marked")) == (5, True)
        assert [order for order in orders if order.lower() not in read.lower()] == []
        assert len(room.signed()) == 2
        assert room.seen.faults == []


def test_what_is_chosen_can_be_taken_back_and_lasts_through_a_reload(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        room.choose(1)
        room.choose(2)
        room.tab.reload()
        room.tab.wait_for_selector(".chosen li:nth-child(2)")
        room.tab.keyboard.press("Backspace")
        room.tab.wait_for_selector(".strip li:nth-child(1)")
        room.tab.locator(".undo").click()
        room.tab.wait_for_selector(".strip", state="detached")

        assert room.tab.locator("#gold").is_disabled()
        assert room.signed() == []


def test_a_turn_is_played_with_the_keyboard_alone(tmp_path: Path, chromium: Any) -> None:
    """Tab to the pieces, Enter, Tab to the board, arrows, Enter; and Control with Enter goes to the button."""
    with room_of("tigris", tmp_path, chromium, 20) as room:
        for number in (1, 2):
            room.tab.locator(PIECE).first.focus()
            room.tab.keyboard.press("Enter")
            room.tab.locator(FREE).first.focus()
            room.tab.keyboard.press("ArrowRight")
            room.tab.locator(FREE).nth(8 * number).focus()
            room.tab.keyboard.press("Enter")
            room.tab.wait_for_selector(f":is(.strip, .chosen) li:nth-child({number})")
        room.tab.keyboard.press("Control+Enter")
        assert room.tab.evaluate("document.activeElement.id") == "gold"
        assert room.signed() == []
        room.tab.keyboard.press("Enter")
        room.tab.wait_for_selector(".ask.wait")

        assert len(room.signed()) == 2


def test_one_looks_back_and_comes_back_to_now(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        room.tab.keyboard.press("[")
        room.tab.wait_for_selector(".back-to-now")
        assert (room.tab.locator(FREE).count(), room.tab.locator("#gold").count()) == (0, 0)
        room.tab.keyboard.press("]")
        room.tab.wait_for_selector(".back-to-now", state="detached")
        room.tab.locator(".cut:not(.older) button").click()
        room.tab.wait_for_selector(".back-to-now")
        room.tab.keyboard.press("x")
        room.tab.wait_for_selector(".back-to-now", state="detached")
        with room.tab.expect_response("**?step=*"):  # a key ends it before the step has come, too
            room.tab.locator(".cut:not(.older) button").click()
            room.tab.keyboard.press("x")
        room.tab.evaluate("new Promise((done) => setTimeout(done, 200))")

        assert room.tab.locator(".back-to-now").count() == 0
        assert room.seen.faults == []


def test_what_was_signed_in_another_window_is_said_and_nothing_is_signed_twice(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        room.choose(1)
        room.choose(2)
        other = room.tab.context.new_page()
        try:
            other.goto(room.address)
            other.wait_for_selector(".chosen li:nth-child(2)")
            other.locator("#gold").click()
            other.wait_for_selector(".ask.wait")
            room.tab.wait_for_selector(".ask.wait")
        finally:
            other.close()

        assert room.tab.locator(".notice").count() == 1
        assert len(room.signed()) == 2


def test_a_program_that_has_stopped_is_said_within_seconds(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        room.page.process.kill()
        room.page.process.wait(20)
        room.tab.wait_for_selector(".stopped")

        assert room.tab.locator("#gold").is_disabled()
        assert room.tab.locator("svg.board").is_visible()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_pushed_aside_and_the_button_is_in_every_window(game: str, tmp_path: Path, chromium: Any) -> None:
    with room_of(game, tmp_path, chromium) as room:
        assert room.tab.evaluate(SHIFT) == 0
        for (width, height), least in zip(WINDOWS, LEAST[game], strict=True):
            resize(room.tab, {"width": width, "height": height})
            share = room.tab.evaluate(SHARE)

            assert (room.tab.evaluate(SIDEWAYS), room.tab.evaluate(GOLD)) == (0, True), (game, width)
            assert share >= least, (game, width, share)


LOOKED_AT = [
    pytest.param(game, width, scheme, marks=() if number in (0, 7, 9, 14) else pytest.mark.long)
    for number, (game, width, scheme) in enumerate(product(GAMES, (390, 1280), ("light", "dark")))
]


@pytest.mark.parametrize(("game", "width", "scheme"), LOOKED_AT)
@pytest.mark.needs("axe.min.js")
def test_axe_finds_nothing_in_the_room(game: str, width: int, scheme: str, tmp_path: Path, chromium: Any) -> None:
    """Before a click, and with an order chosen."""
    with room_of(game, tmp_path, chromium, color_scheme=scheme, bypass_csp=True) as room:
        resize(room.tab, {"width": width, "height": 844})
        found = [room.seen.axe()]
        if room.tab.locator(PIECE).count():
            room.click(PIECE)
        room.tab.wait_for_selector(FREE, state="attached")  # the board is drawn once more after the click
        room.click(FREE)
        room.tab.wait_for_selector(":is(.strip, .chosen) li")
        found.append(room.seen.axe())

        assert [violations for violations, _ in found] == [[] for _ in found]
        assert room.seen.faults == []
