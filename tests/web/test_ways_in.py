"""A turn of each game by the keyboard alone and by fingers alone; a screen reader's tree; a large view; no motion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.chromium import TOOLS
from tests.web.open_rooms import FREE, PIECE, OpenRoom, room_of

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)

MOST = 90
"""So many keys are pressed at most to come to something."""
ORDERS = ":is(.strip, .chosen) li"

TURNS: dict[str, tuple[int, tuple[tuple[str, int], ...]]] = {
    "tigris": (20, ((PIECE, 0), (FREE, 1), (PIECE, 1), (FREE, 2))),
    "cards": (12, (('.piece[aria-label="king of Anna"]', 0), (FREE, 1))),
    "ur": (20, ((".opt:has-text('Trade')", 1), ('.hit[data-place="c3"]', 1), (".opt:has-text('your tile as A')", 2))),
    "civilization": (33, (('.hit[data-place="sah"]', 1),)),
}
"""Steps before it, what is chosen after one another, and how many orders stand in the panel then."""
GAMES = [pytest.param(game, marks=() if game == "civilization" else pytest.mark.long) for game in TURNS]


def is_at(room: OpenRoom, selector: str) -> bool:
    """Whether the focus is on one of these."""
    return bool(room.tab.locator(selector).evaluate_all("(all) => all.includes(document.activeElement)"))


def come_to(room: OpenRoom, selector: str) -> None:
    """Press Tab until the focus is there; the board lies before all else, and there Page Down leads to what fits."""
    for _ in range(MOST):
        if is_at(room, selector):
            return
        to_board = ".hit" in selector
        room.tab.keyboard.press("PageDown" if to_board and is_at(room, ".hit") else "Shift+Tab" if to_board else "Tab")
    raise AssertionError(selector)


def stands(room: OpenRoom, orders: int) -> None:
    """Wait until so many orders stand there, or something is picked for the next one."""
    room.tab.wait_for_function(
        "([orders, selector]) => document.querySelectorAll(selector).length === orders"
        " && !document.querySelector('[aria-busy=true]')",
        arg=[orders, ORDERS],
    )
    room.tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def sign(room: OpenRoom, orders: int) -> None:
    """Look that what was chosen is signed, and nothing has failed."""
    room.tab.wait_for_selector(".ask.wait")

    assert len(room.signed()) == orders
    assert room.seen.faults == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_played_by_the_keyboard_alone(game: str, tmp_path: Path, chromium: Any) -> None:
    """Tab and Page Down lead everywhere, and Control with Enter to the button, which it does not press."""
    steps, chosen = TURNS[game]
    with room_of(game, tmp_path, chromium, steps) as room:
        for selector, orders in chosen:
            come_to(room, selector)
            room.tab.keyboard.press("Enter")
            stands(room, orders)
        room.tab.wait_for_selector("#gold:enabled[aria-busy=false]")
        room.tab.keyboard.press("Control+Enter")
        assert (is_at(room, "#gold"), room.signed()) == (True, [])
        room.tab.keyboard.press("Enter")
        sign(room, chosen[-1][1])


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_played_by_fingers_alone(game: str, tmp_path: Path, chromium: Any) -> None:
    """On a phone: a tap on a small place brings it closer, the second takes it."""
    steps, chosen = TURNS[game]
    phone = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
    with room_of(game, tmp_path, chromium, steps, **phone) as room:
        for selector, orders in chosen:
            there, box = room.tab.locator(selector).first, room.tab.locator("svg.board").get_attribute("viewBox")
            there.tap()
            room.tab.wait_for_timeout(200)
            if ".hit" in selector and room.tab.locator("svg.board").get_attribute("viewBox") != box:
                there.tap()
            stands(room, orders)
        room.tab.locator("#gold:enabled").tap()
        sign(room, chosen[-1][1])


SPOKEN = """() => {
  const named = (each) => each.getAttribute("aria-label") || each.textContent.trim() || each.title ||
    document.getElementById(each.getAttribute("aria-labelledby"))?.textContent || each.labels?.[0]?.textContent;
  const kinds = "button, a, input, textarea, [role=button], section, [role=group], summary";
  const all = [...document.querySelectorAll(kinds)];
  const marks = ["main", "h1", "[role=status]", "[aria-live=polite]", "header", ".skip"];
  const open = [...document.querySelectorAll(".hit.open")];
  return {
    nameless: all.filter((each) => each.checkVisibility() && !named(each)).map((each) => each.outerHTML.slice(0, 80)),
    missing: marks.filter((each) => !document.querySelector(each)),
    unsaid: open.filter((each) => !/possible|possibile/.test(each.getAttribute("aria-label"))).length,
    closed: [...document.querySelectorAll(".hit:not(.open)")]
      .filter((each) => /possible|possibile/.test(each.getAttribute("aria-label"))).length,
    stops: document.querySelectorAll(".hit[tabindex='0']").length,
    board: document.getElementById("said").textContent.length > 40,
  };
}"""
LARGE = """() => [document.documentElement.scrollWidth - innerWidth,
  [...document.querySelectorAll("button, .seat, h1")].filter((each) => each.checkVisibility() && !each.closest(".seats")
    && each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.textContent)]"""


@pytest.mark.parametrize("game", GAMES)
def test_everything_has_a_name_fits_a_large_view_and_stands_still(game: str, tmp_path: Path, chromium: Any) -> None:
    """What a screen reader is told; at 200 % nothing is pushed aside; whoever wants no motion gets none."""
    steps, ((first, _), *_) = TURNS[game]
    with room_of(game, tmp_path, chromium, steps, reduced_motion="reduce") as room:
        before = room.tab.evaluate(SPOKEN)
        room.tab.locator(first).first.click()
        room.tab.wait_for_selector("[aria-pressed=true], .strip li, .chosen li")
        after = room.tab.evaluate(SPOKEN)
        if room.tab.locator(".cut:not(.older) button").count():
            room.tab.locator(".cut:not(.older) button").click()
            room.tab.wait_for_selector(".back-to-now")
            room.tab.wait_for_timeout(300)
        moving = room.tab.evaluate("document.getAnimations().length")
        room.tab.keyboard.press("x")
        room.tab.set_viewport_size({"width": 640, "height": 450})
        large = room.tab.evaluate(LARGE)

        quiet = {"nameless": [], "missing": [], "unsaid": 0, "closed": 0, "stops": 1, "board": True}
        assert (before, after) == (quiet, quiet)
        assert moving == 0
        assert large == [0, []]
        assert room.seen.faults == []
