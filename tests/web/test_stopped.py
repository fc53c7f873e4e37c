"""The program has stopped while a page of it is open: the page says so, what was typed stays; Back leads to a table as
it was left.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.chromium import TOOLS
from tests.web.open_rooms import room_of
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)


def test_a_page_whose_program_has_stopped_says_so(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium) as room:
        tab = room.tab
        tab.get_by_role("tab", name="Memos").click()
        tab.locator("#note").fill("half a thought")
        assert tab.locator(".stopped").count() == 0

        room.page.process.kill()
        room.page.process.wait(10)
        tab.wait_for_selector(".stopped")

        said = tab.locator(".stopped").inner_text()
        assert said == "The program has stopped. Nothing is lost: start it again"
        tab.locator("#note").press("End")  # what was typed stays, to be taken along
        assert tab.locator("#note").input_value() == "half a thought"


def test_an_open_page_goes_on_once_its_program_is_started_again(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        tab = room.tab
        room.choose(1)
        room.page.process.kill()
        room.page.process.wait(10)
        tab.wait_for_selector(".stopped")
        with served(room.home, room.folder.parent) as again:
            assert again.origin == room.page.origin
            other = tab.context.new_page()  # as the program opens one when it starts
            other.goto(f"{again.origin}/#{again.ticket}")
            other.wait_for_selector("main h1")
            tab.wait_for_selector(".stopped", state="detached")
            assert tab.evaluate("window.marked")
            room.choose(2)
            tab.locator("#gold").click()
            tab.wait_for_selector(".ask.wait")

        assert len(room.signed()) == 2


@pytest.mark.long
def test_back_leads_to_the_table_as_it_was_left(tmp_path: Path, chromium: Any) -> None:
    with room_of("tigris", tmp_path, chromium, 20) as room:
        room.choose(1)
        chosen = room.tab.locator(".strip li").inner_text()
        room.tab.click("a[href='/settings']")
        room.tab.wait_for_selector("main h1")
        room.tab.go_back()
        room.tab.wait_for_selector(".strip li")
        assert room.tab.locator(".strip li").inner_text() == chosen
        room.choose(2)
        room.tab.locator("#gold").click()
        room.tab.wait_for_function("() => document.querySelector('.ask.wait')")
        signed = room.signed()
        room.tab.click(".bar a[href='/']")
        room.tab.wait_for_selector("main h1")
        room.tab.go_back()
        room.tab.wait_for_selector(".ask.wait")

        assert len(signed) == 2 and room.signed() == signed
