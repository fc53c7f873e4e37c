"""The room of a table in a browser: a turn is clicked together, read and signed, and nothing is ever loaded anew."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.long_runs import of
from tests.web.chromium import TOOLS, resize
from tests.web.open_rooms import FREE, PIECE, room_of

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)

GAMES = ("tigris", "cards", "ur", "civilization")
WINDOWS = ((1280, 900), (1366, 768), (1920, 1080), (820, 1180), (390, 844))
LEAST = {
    "tigris": (50, 54, 61, 45, 32),
    "cards": (37, 0, 0, 0, 0),
    "ur": (52, 40, 40, 29, 44),
    "civilization": (52, 54, 64, 45, 32),
}
"""Of each window the board takes at least so many hundredths."""

HEADLINE = "document.querySelector('#headline').textContent"
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
READ = """() => {
  const gold = document.querySelector("#gold").getBoundingClientRect();
  return [document.querySelector("#tab-shown").clientHeight, gold.top >= 0 && gold.bottom <= innerHeight];
}"""
SHIFT = """() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()
  .reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)))
  .observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))"""
SHARE = """() => {
  const { width, height } = document.querySelector("svg.board").getBoundingClientRect();
  return 100 * width * height / (innerWidth * innerHeight);
}"""
LACKS = """() => {
  const seen = (each) => each?.checkVisibility() && each.getBoundingClientRect().right <= innerWidth;
  const bar = [...document.querySelectorAll(".bar > a, .bar > button")];
  const board = document.querySelector("svg.board");
  const { width, height } = board.getBoundingClientRect();
  const { width: wide, height: tall } = board.viewBox.baseVal;
  const near = board.classList.contains("near");
  return Object.entries({
    "rules, light and settings": bar.filter(seen).length >= 4,
    "a map that fills its frame": !near || Math.abs(width / height - wide / tall) < 0.02,
    "a sign beside the colour of points": [...document.querySelectorAll(".points .pt")]
      .every((each) => seen(each.querySelector("svg"))),
  }).filter(([, there]) => !there).map(([what]) => what);
}"""
FILLED = f"() => !({LACKS})().includes('a map that fills its frame')"
GOLD = """() => {
  const { bottom, top } = document.querySelector("#gold").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


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


def test_a_turn_says_where_it_begins_until_something_is_chosen(tmp_path: Path, chromium: Any) -> None:
    """In Tigris, where no answer stands in the panel at first; in Civilization answers do."""
    begins = "Choose one of your pieces, or a place on the board"
    with room_of("tigris", tmp_path, chromium, 20) as room:
        panel = room.tab.locator(".ask")
        before = panel.inner_text()
        room.click(PIECE)
        room.tab.wait_for_selector(FREE)
        picked = panel.inner_text()
    with room_of("civilization", tmp_path / "civilization", chromium) as room:
        rows = room.tab.locator(".ask").inner_text()

    assert [begins in said for said in (before, picked, rows)] == [True, False, False]


def test_a_signed_move_says_how_it_gets_to_the_others_and_names_no_file(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        room.choose(1)
        room.choose(2)
        room.click("#gold")
        room.tab.wait_for_selector(".mails")
        said = room.tab.locator("main").inner_text()

        assert "I have sent it" in said
        assert [word for word in (".move", "referee ", str(room.folder)) if word in said] == []
        assert room.tab.locator("pre").count() == 0


CONFLICTS = {
    "the defender of a revolt": (84, (), ".tiles button:has-text('1')", ["commit 1"]),
    "the attacker, in the turn that begins it": (
        42,
        ('.hit[data-place="M5"]', '.hit[data-place="G4"]'),
        ".tiles button:has-text('1')",
        ["leader farmer G4", "commit 1"],
    ),
}


@pytest.mark.parametrize("case", CONFLICTS)
def test_a_conflict_shows_both_sums_and_how_each_answer_ends(case: str, tmp_path: Path, chromium: Any) -> None:
    steps, clicks, answer, orders = CONFLICTS[case]
    with room_of("tigris", tmp_path, chromium, steps) as room:
        for selector in clicks:
            room.click(selector)
        room.tab.wait_for_selector(".versus")
        before = room.tab.locator(".versus b").all_inner_texts()
        enough = room.tab.locator(".ask").inner_text()
        room.click(answer)
        room.tab.wait_for_selector(f":is(.strip, .chosen) li:nth-child({len(orders)})")
        after = room.tab.locator(".versus b").all_inner_texts()
        room.click("#gold")
        room.tab.wait_for_selector(".ask.wait")

        assert (room.clicks, int(after[0]) - int(before[0]), after[1]) == (len(clicks) + 2, 1, before[1])
        assert "tie" in enough
        assert room.signed() == orders


def test_a_note_is_written_beside_the_board_and_what_each_did_last_stands_at_their_name(
    tmp_path: Path, chromium: Any
) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        room.tab.locator("#tab-notes").click()
        room.tab.locator("#note").fill("Carl has no farm")
        room.tab.keyboard.press("Enter")
        room.tab.wait_for_selector("#tab-shown li:has-text('Carl has no farm')")
        room.tab.locator(".seat small").nth(2).wait_for()
        last = room.tab.locator(".seat small").all_inner_texts()

        assert [name for name, said in zip(("Anna", "Bert", "Carl"), sorted(last), strict=True) if not said] == []
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


@pytest.mark.long
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


def test_a_program_that_stops_before_its_first_news_is_said_to_have_stopped(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        room.tab.route("**/events", lambda route: route.abort())
        room.tab.reload()
        room.page.process.kill()
        room.page.process.wait(20)
        room.tab.wait_for_selector(".stopped", timeout=15_000)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_pushed_aside_and_the_button_is_in_every_window(game: str, tmp_path: Path, chromium: Any) -> None:
    with room_of(game, tmp_path, chromium) as room:
        assert room.tab.evaluate(SHIFT) == 0
        for (width, height), least in zip(WINDOWS, LEAST[game], strict=True):
            resize(room.tab, {"width": width, "height": height})
            room.tab.wait_for_function(FILLED)  # the map is told of its size once it has been laid out
            share = room.tab.evaluate(SHARE)

            assert (room.tab.evaluate(SIDEWAYS), room.tab.evaluate(GOLD)) == (0, True), (game, width)
            assert room.tab.evaluate(LACKS) == [], (game, width)
            assert share >= least, (game, width, share)
        resize(room.tab, {"width": 1280, "height": 800})
        room.tab.locator("#tab-table").click()
        room.tab.wait_for_selector("#tab-shown .menu")
        read, gold = room.tab.evaluate(READ)

        assert (read >= 190, gold) == (True, True), read


FRESH, CHOSEN = (0, 9), (7, 14)
"""What axe looks at in a usual run: rooms before a click, and rooms with an order chosen. A long one looks at both of
each game, width and scheme.
"""
LOOKED_AT = [
    pytest.param(number, *seen, marks=() if number in (*FRESH, *CHOSEN) else pytest.mark.long)
    for number, seen in enumerate(product(GAMES, (390, 1280), ("light", "dark")))
]


@pytest.mark.parametrize(("number", "game", "width", "scheme"), LOOKED_AT)
@pytest.mark.needs("axe.min.js")
def test_axe_finds_nothing_in_the_room(
    number: int, game: str, width: int, scheme: str, tmp_path: Path, chromium: Any
) -> None:
    """Before a click, and with an order chosen."""
    with room_of(game, tmp_path, chromium, color_scheme=scheme, bypass_csp=True) as room:
        resize(room.tab, {"width": width, "height": 844})
        found = [room.seen.axe()] if number not in of(CHOSEN, ()) else []
        if room.tab.locator(PIECE).count():
            room.click(PIECE)
        room.tab.wait_for_selector(FREE, state="attached")  # the board is drawn once more after the click
        room.click(FREE)
        room.tab.wait_for_selector(":is(.strip, .chosen) li")
        found += [room.seen.axe()] if number not in of(FRESH, ()) else []

        assert [violations for violations, _ in found] == [[]] * of(1, 2)
        assert room.seen.faults == []
