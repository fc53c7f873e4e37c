"""In a browser: whatever is reloaded, gone back to or left open, nothing is signed that was not on the screen."""

from __future__ import annotations

import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from referee.record.note import read_bundle
from referee.record.notes import Move
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside, run
from tests.web.chromium import TOOLS, visited
from tests.web.game_forms import offer_of
from tests.web.pages import Served, served

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)


def practised(folder: Path) -> tuple[Path, Path]:
    """The home and the folder of a practice game that has begun."""
    home = folder / "home"
    folder.joinpath("here").mkdir()
    assert inside(["practice", "tigris", "--seed=11", "--name=Anna"], home, folder / "here")[0] == 0
    return home, folder / "here" / "practice-tigris"


def moved(game: Path) -> list[str]:
    """What Anna has signed, move by move, with the step it was for."""
    notes = [signed.note() for path in (game / "record").glob("*.step") for signed in read_bundle(path.read_bytes())]
    moves = {note.step: note for note in notes if isinstance(note, Move) and note.seat == "anna"}
    return [f"{step}: {', '.join(moves[step].do)}" for step in sorted(moves)]


def shown(tab: Any) -> str:
    """The step and the orders that stand above the button that signs."""
    text = " ".join(tab.locator(".told").all_inner_texts())
    step = re.search(r"step (\d+)", text)
    order = re.search(r"order\W+(.+?)(?:\n|$)", text)
    assert step is not None and order is not None, text
    return f"{step[1]}: {order[1].strip()}"


def reads(tab: Any, page: Served, at: str, orders: str) -> None:
    """Type orders in the form of a move, and come to where they are read."""
    tab.goto(f"{page.origin}{at}/do/move")
    tab.locator("#f-orders").fill(orders)
    tab.locator("form button.go").click()
    tab.wait_for_selector("h1:has-text('Review, then sign')")


def signs(tab: Any, leads_to: str) -> None:
    tab.get_by_role("button", name="I have read it: sign").click()
    tab.wait_for_selector(f"h1:has-text({leads_to!r})")


def test_two_tabs_a_reload_back_and_a_terminal_sign_what_was_on_the_screen(tmp_path: Path, chromium: Any) -> None:
    """What each signature was for stood on the screen when its button was pressed, and is signed once."""
    home, game = practised(tmp_path)
    at, read = f"/game/{offer_of(home)}", list[str]()
    with served(home, game.parent) as page, visited(chromium, page) as seen:
        first, second = seen.page, seen.page.context.new_page()
        try:
            for tab in (first, second):
                reads(tab, page, at, "pass")
            read.append(shown(first))
            signs(first, "Done")
            first.reload()  # nothing is sent again, and nothing is asked
            first.wait_for_selector("h1:has-text('Done')")
            assert moved(game) == read

            signs(second, "Review, then sign")  # the question of before
            assert "nothing was done by your press" in second.locator("[role=alert]:visible").inner_text()
            assert moved(game) == read
            read.append(shown(second))
            signs(second, "Done")
            assert moved(game) == read

            second.go_back()
            second.wait_for_selector("h1:has-text('Review, then sign')")
            signs(second, "Review, then sign")
            assert moved(game) == read

            first.go_back()
            first.wait_for_selector("h1:has-text('Review, then sign')")
            code, said, errors = run(["move", "--yes", "pass"], home, cwd=game)
            assert code == 0, (said, errors)
            typed = moved(game)[len(read) :]
            for tab in (first, second):
                signs(tab, "Review, then sign")
            assert (len(typed), moved(game)) == (1, read + typed)
        finally:
            second.close()
    assert seen.faults == []


@pytest.mark.needs("chromium")
def test_the_history_of_the_browser_has_no_orders(tmp_path: Path, chromium: Any) -> None:
    """A turn that is clicked together and signed, in a browser that keeps a history; its file is read afterwards."""
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, game)[0] == 0
    for who in ("host", *match.table.names):
        if who != asked(match):
            assert inside(["words", "--without", who, "--yes"], home, game)[0] == 0
    at, profile = f"/game/{offer_of(home)}", tmp_path / "profile"
    with served(home, tmp_path) as page:
        kept = chromium.browser_type.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            tab = kept.pages[0]
            tab.goto(f"{page.origin}/#{page.ticket}")
            tab.wait_for_url(f"{page.origin}/")
            tab.goto(f"{page.origin}{at}/turn")
            tab.locator("#words").get_by_role("button", name="swap", exact=True).click()
            tab.locator("#words").get_by_role("button").first.click()
            while not tab.locator("#copy").is_enabled():
                tab.locator("#words").get_by_role("button").first.click()
            line = tab.locator("#move").text_content()
            tab.locator("#copy").click()
            tab.wait_for_selector("h1:has-text('Review, then sign')")
            told = tab.locator(".told").inner_text()
            signs(tab, "Done")
        finally:
            kept.close()
    orders = line.partition('"')[2].partition('"')[0]
    found = [path for path in profile.rglob("History") if path.is_file()]
    urls = [row[0] for path in found for row in sqlite3.connect(path).execute("select url from urls")]

    assert orders.startswith("swap ") and "swap: " in told
    assert any(url.endswith("/turn") for url in urls), "this browser keeps no history"
    assert not any("orders" in url or "swap" in url for url in urls)
    assert not any(b"swap%20" in path.read_bytes() for path in profile.rglob("*") if path.is_file())
