"""A whole game replayed on the page of its table: step by step, at a pace, paused and taken up at any step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.long_runs import of
from tests.web.chromium import TOOLS, resize
from tests.web.open_rooms import room_of

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)

SHOWN = "Number(document.querySelector('.pace input')?.value ?? -1)"
WINDOWS = ((1280, 900), (390, 844), (1366, 768), (1920, 1080), (820, 1180))


def begin(tab: Any) -> None:
    """Replay from the beginning, by the button of the log."""
    tab.click("text=Replay from the beginning")
    tab.wait_for_selector(".pace")


@pytest.mark.parametrize("game", of(("tigris",), ("tigris", "cards", "ur", "civilization")))
def test_a_game_is_replayed_from_its_beginning_to_now(tmp_path: Path, chromium: Any, game: str) -> None:
    with room_of(game, tmp_path, chromium, 5, reduced_motion="no-preference") as room:
        tab = room.tab
        begin(tab)
        assert tab.evaluate(SHOWN) <= 1
        tab.click("text=Fast")
        tab.wait_for_function(f"() => {SHOWN} === 5 && document.querySelector('#runs').textContent === 'Play on'")
        told = tab.locator(".ask .body p.small").count()
        tab.click("text=Back to now")
        tab.wait_for_selector(".pace", state="detached")
        assert told and tab.evaluate("window.marked") and not room.seen.faults
        assert tab.locator(".ask .go, .ask .half").count() == 1


@pytest.mark.long
def test_it_pauses_where_it_is_and_goes_on_from_any_step(tmp_path: Path, chromium: Any) -> None:
    with room_of("ur", tmp_path, chromium, 6, reduced_motion="no-preference") as room:
        tab = room.tab
        begin(tab)
        tab.click("text=Pause")
        at = tab.evaluate(SHOWN)
        tab.wait_for_timeout(900)
        assert tab.evaluate(SHOWN) == at
        tab.locator(".pace input").fill("4")
        tab.wait_for_function(f"() => {SHOWN} === 4")
        tab.click("#runs")
        tab.wait_for_function(f"() => {SHOWN} >= 5")
        tab.keyboard.press("Escape")
        tab.wait_for_function("() => document.querySelector('#runs').textContent === 'Play on'")
        tab.keyboard.press("[")
        tab.wait_for_function(f"() => {SHOWN} <= 5")


@pytest.mark.long
@pytest.mark.needs("axe.min.js")
def test_the_ways_through_a_game_fit_every_window(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 5, reduced_motion="reduce") as room:
        begin(room.tab)
        room.tab.click("text=Pause")
        for width, height in of(WINDOWS[:2], WINDOWS):
            resize(room.tab, {"width": width, "height": height})
            assert room.tab.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
            assert room.seen.axe_at(width) == []
