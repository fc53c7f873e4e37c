"""The room of somebody whose key has a passphrase: once it is typed, all that the room shows and does is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.protected_keys import protected
from tests.cli.terminal import inside
from tests.web.chromium import TOOLS, visited
from tests.web.game_forms import kept
from tests.web.in_process_page import page_of
from tests.web.open_rooms import OpenRoom, hear_no_words, with_bot
from tests.web.pages import served
from tests.web.rooms import table_of

pytestmark = pytest.mark.needs("starlette")

LOOKS = ("", "?step=3", "/log", "/why?step=3", "/menu")
IN_BROWSER = pytest.mark.needs("uvicorn", *TOOLS)


def locked_home(folder: Path, match: Any, who: str = "") -> tuple[Path, Path]:
    """The game and the home of somebody who is asked, or of `who`, whose key needs `open sesame`."""
    who = who or asked(match)
    game, home = lay(folder / "game", match.files), home_of(folder, who)
    assert inside(["status"], home, game)[0] == 0
    hear_no_words(match, home, game, who)
    protected(folder, who)
    return game, home


@contextmanager
def locked_room(folder: Path, chromium: Any, match: Any, who: str = "") -> Iterator[OpenRoom]:
    """The room of a home with a protected key, in a browser, once the passphrase was typed."""
    game, home = locked_home(folder, match, who)
    with served(home, folder) as page, visited(chromium, page, "", viewport={"width": 1280, "height": 900}) as seen:
        room = OpenRoom(game, home, page, seen)
        room.tab.goto(room.address)
        unlock(room.tab)
        yield room


def unlock(tab: Any) -> None:
    """Type the passphrase."""
    tab.locator("#secret").fill("open sesame")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("svg.board .hit")


@IN_BROWSER
def test_the_log_and_earlier_positions_are_there_once_the_passphrase_is_typed(tmp_path: Path, chromium: Any) -> None:
    with locked_room(tmp_path, chromium, running("tigris", 20)) as room:
        tab = room.tab
        tab.wait_for_selector(".log .at[aria-label='Step 1']")
        tab.locator(".log .at[aria-label='Step 1']").click()
        tab.wait_for_selector(".back-to-now")
        tab.locator(".back-to-now").click()
        tab.locator("#tab-table").click()
        tab.wait_for_selector(".menu dd")

        assert tab.locator("#secret").count() == 0
        assert room.seen.faults == []


@IN_BROWSER
def test_a_bots_reason_is_there_once_the_passphrase_is_typed(tmp_path: Path, chromium: Any) -> None:
    with locked_room(tmp_path, chromium, with_bot(), "anna") as room:
        room.tab.locator(".log .why summary").last.click()
        room.tab.wait_for_selector(".why[open] p")


@IN_BROWSER
def test_a_move_that_a_passphrase_signed_is_sent_by_hand(tmp_path: Path, chromium: Any) -> None:
    """Its mail is there at once, as a file too; whoever comes again sees the orders as they were chosen."""
    with locked_room(tmp_path, chromium, running("tigris", 20)) as room:
        tab = room.tab
        room.choose(1)
        tab.reload()
        unlock(tab)
        tab.wait_for_selector(".strip li")
        room.choose(2)
        tab.locator("#gold:not(:disabled)").click()
        tab.wait_for_selector(".mails .mail")
        with tab.expect_download() as mail:
            tab.get_by_text("Save as a file").first.click()
        note, signed = mail.value.path().read_text("utf-8"), room.signed()
        tab.locator("#tab-table").click()
        with tab.expect_download() as zipped:
            tab.locator(".menu a[download]").click()
        archive = ZipFile(zipped.value.path()).namelist()

        assert len(signed) == 2
        assert [order for order in signed if order not in note] == []
        assert any(name.endswith(".step") for name in archive)
        assert tab.locator("#secret").count() == 0
        assert [name for name, data in kept(tmp_path).items() if b"sesame" in data] == []


def test_what_a_room_looks_at_is_answered_for_the_passphrase_alone(tmp_path: Path) -> None:
    """Attack U-29: without it, with another one, or as the address, nothing comes out and nothing is kept."""
    _, home = locked_home(tmp_path, running())
    with page_of(home, tmp_path) as page:
        before, at = kept(tmp_path), f"/data{table_of(home)}"
        said = {
            path: (
                page.ask(f"{at}{path}"),
                page.post(f"{at}{path}", {}),
                page.post(f"{at}{path}", {"secret": "open barley"}),
                page.ask(f"{at}{path}{'&' if '?' in path else '?'}secret=open%20sesame"),
                page.post(f"{at}{path}", {"secret": "open sesame"}),
            )
            for path in LOOKS
        }

    assert {path: [one.status for one in each] for path, each in said.items()} == dict.fromkeys(
        LOOKS, [423] * 4 + [200]
    )
    assert all("sesame" not in one.text for each in said.values() for one in each)
    assert kept(tmp_path) == before
