"""Whatever is reloaded, gone back to or left open, nothing is signed that was not on the screen."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from referee.record.note import read_bundle
from referee.record.notes import Move
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside, run
from tests.web.chromium import TOOLS
from tests.web.in_process_page import Page, page_of
from tests.web.open_rooms import FREE, PIECE, hear_no_words
from tests.web.pages import served
from tests.web.rooms import table_of

pytestmark = pytest.mark.needs("starlette")


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


def tried(page: Page, at: str, *orders: str) -> Any:
    """What a tab has read and not signed: the body of its gold button."""
    view = json.loads(page.post(f"{at}/try", {"stamp": "", "orders": list(orders)}).text)
    return {"stamp": view["stamp"], "orders": list(orders), "digest": view["ask"]["digest"]}


def test_two_tabs_a_reload_back_and_a_terminal_sign_what_was_on_the_screen(tmp_path: Path) -> None:
    """What each signature was for stood on the screen when its button was pressed, and is signed once."""
    home, game = practised(tmp_path)
    with page_of(home, game.parent) as page:
        at = f"/data{table_of(home)}"
        first, second = tried(page, at, "pass"), tried(page, at, "pass")
        signed = page.post(f"{at}/sign", first)
        read = moved(game)
        again = page.post(f"{at}/sign", second)  # the question of before, in another tab: the same words, another turn
        looks = [page.ask(f"/table{at.removeprefix('/data/table')}").status for _ in range(2)]  # a reload, and Back
        assert (moved(game), looks, len(read)) == (read, [200, 200], 1)

        third = tried(page, at, "pass")
        code, said, errors = run(["move", "--yes", "pass"], home, cwd=game)
        assert code == 0, (said, errors)
        typed = moved(game)
        late = page.post(f"{at}/sign", third)

    assert [json.loads(signed.text)["signed"]["again"], signed.status, again.status, late.status] == [
        False,
        200,
        409,
        409,
    ]
    assert json.loads(late.text)["view"]["stamp"] != third["stamp"]
    assert (len(typed), moved(game)) == (2, typed)


@pytest.mark.needs("uvicorn", "chromium", *TOOLS)
def test_the_history_of_the_browser_has_no_orders(tmp_path: Path, chromium: Any) -> None:
    """A turn that is clicked together and signed, in a browser that keeps a history; its file is read afterwards."""
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, asked(match))
    assert inside(["status"], home, game)[0] == 0
    hear_no_words(match, home, game)
    at, profile = table_of(home), tmp_path / "profile"
    with served(home, tmp_path) as page:
        kept = chromium.browser_type.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            tab = kept.pages[0]
            tab.goto(f"{page.origin}/#{page.ticket}")
            tab.wait_for_url(f"{page.origin}/")
            tab.goto(f"{page.origin}{at}")
            for number in (1, 2):
                tab.locator(PIECE).first.click()
                with tab.expect_response(lambda answer: answer.url.endswith("/try")):  # it draws the room once more
                    tab.locator(FREE).nth(5).click()
                tab.wait_for_selector(f":is(.strip, .chosen) li:nth-child({number})")
            tab.locator("#gold:not(:disabled)").click()
            tab.wait_for_selector(".mail")
        finally:
            kept.close()
    (move,) = (game / "outbox").glob("*.move")
    orders = next(note.do for one in read_bundle(move.read_bytes()) if isinstance(note := one.note(), Move))
    found = [path for path in profile.rglob("History") if path.is_file()]
    urls = [row[0] for path in found for row in sqlite3.connect(path).execute("select url from urls")]

    assert len(orders) == 2 and all(order.startswith("place ") for order in orders)
    assert any(url.endswith(at) for url in urls), "this browser keeps no history"
    assert not any("orders" in url or "place" in url for url in urls)
    for order in orders:
        spelled = (order.encode(), order.replace(" ", "%20").encode())
        assert not any(text in path.read_bytes() for path in profile.rglob("*") if path.is_file() for text in spelled)
