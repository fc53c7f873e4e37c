"""The program has stopped while a page of it is open: the page says so and offers nothing that nobody would do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.record.store import DataFolder
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.web.chromium import TOOLS, visited
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)

ON = "[...document.querySelectorAll('button')].filter((each) => !each.matches(':disabled')).length"
LEADS = "[...document.querySelectorAll('a[href]')].filter((each) => !each.closest('[inert]')).length"

BACK = """() => {
  for (let timer = setTimeout(() => {}); timer > 0; timer -= 1) clearTimeout(timer);
  dispatchEvent(new Event("focus"));
}"""
"""Somebody comes back to the window, before it has asked by itself."""


def test_a_page_whose_program_has_stopped_says_so(tmp_path: Path, chromium: Any) -> None:
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "anna")
    assert inside(["status"], home, game)[0] == 0
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        tab = seen.page
        tab.locator("#paste").click()
        tab.locator("#mail").fill("half a mail")
        with tab.expect_response("**/runs") as asked:
            pass
        assert asked.value.status == 204
        assert not tab.locator("#gone").is_visible()
        assert tab.evaluate(ON) > 1 < tab.evaluate(LEADS)

        page.process.kill()
        page.process.wait(10)
        tab.locator("#gone").wait_for(state="visible", timeout=20_000)

        said = tab.get_by_role("alert").inner_text()
        assert said == "The program has stopped. Nothing is lost: type referee open"
        assert (tab.evaluate(ON), tab.evaluate(LEADS)) == (0, 0)
        tab.locator("#mail").press("End")  # what was typed stays, to be taken along
        assert tab.locator("#mail").input_value() == "half a mail"
        assert seen.faults == []


def test_whether_it_runs_is_told_to_its_own_page_alone(tmp_path: Path) -> None:
    with served(home_of(tmp_path, "anna"), tmp_path) as page:
        assert page.ask("/runs")[0] == 403
        page.enter()
        assert page.ask("/runs")[0] == 204
        assert page.ask("/runs", origin="http://elsewhere.example")[0] == 403


@pytest.mark.parametrize("room", ["board", "turn"])
def test_a_board_whose_program_has_stopped_says_so_and_can_still_be_looked_at(
    room: str, tmp_path: Path, chromium: Any
) -> None:
    """Who comes back is told at once. The way to sign is closed; one can still step, choose, and copy the line."""
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, game)[0] == 0
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        tab = seen.page
        (offer,) = DataFolder(home).games()
        tab.goto(f"{page.origin}/game/{offer}/{room}")
        if room == "turn":
            tab.get_by_role("button", name="pass", exact=True).click()
            assert tab.locator("#copy").is_enabled()
        assert not tab.locator("#gone").is_visible()

        page.process.kill()
        page.process.wait(10)
        tab.evaluate(BACK)
        tab.locator("#gone").wait_for(state="visible", timeout=20_000)

        assert tab.get_by_role("alert").inner_text().startswith("The program has stopped. Nothing is lost")
        assert tab.evaluate("[...document.querySelectorAll('.top a')].every((each) => each.inert)")
        tab.locator("#back").click()
        assert tab.locator("#where").inner_text() == "step 4 of 5"
        if room == "turn":
            assert not tab.locator("#copy").is_enabled()
            assert tab.locator("#move").text_content() == 'referee move "pass"'
        assert seen.faults == []
