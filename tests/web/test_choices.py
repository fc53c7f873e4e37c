"""What is chosen about the page itself: its language, and its light."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.web.chromium import COLOURS, SCHEMES, TOOLS, visited
from tests.web.in_process_page import page_of
from tests.web.pages import served
from tests.web.rooms import table_of

pytestmark = pytest.mark.needs("starlette", "uvicorn")


def home_with_a_game(folder: Path) -> Path:
    match = running()
    game, home = lay(folder / "game", match.files), home_of(folder, asked(match))
    assert inside(["status"], home, game)[0] == 0
    return home


ROOMS = ("/", "/new", "/settings", "/nowhere")


def test_the_language_is_chosen_for_every_room_and_kept_by_no_browser(tmp_path: Path) -> None:
    home = home_with_a_game(tmp_path)
    with page_of(home, tmp_path) as page:
        pictures = [page.ask(f"{table_of(home)}/picture.svg").text]
        chosen = page.post("/data/settings", {"does": "look", "lang": "it"})
        pictures.append(page.ask(f"{table_of(home)}/picture.svg").text)
        texts = [page.ask(room).text for room in (*ROOMS, table_of(home))]
        page.post("/data/settings", {"does": "look", "lang": "../en"})
        odd = page.ask("/").text
        page.post("/data/settings", {"does": "look", "lang": "en"})
        assert (
            page.post("/data/settings", {"does": "look", "lang": "it"}, origin="http://elsewhere.example").status == 403
        )
        back = page.ask("/").text

    assert "set-cookie" not in chosen.headers
    assert pictures[0] != pictures[1]  # its letters are those of the language
    assert all(' lang="it"' in text for text in (odd, *texts))
    assert ' lang="en"' in back


def test_light_is_chosen_in_the_settings_and_kept_in_the_home(tmp_path: Path) -> None:
    home = home_with_a_game(tmp_path)
    with page_of(home, tmp_path) as page:
        before = page.ask(table_of(home)).text
        chosen = page.post("/data/settings", {"does": "look", "light": "dark"})
        texts = [page.ask(room).text for room in (*ROOMS, table_of(home))]
        foreign = page.post("/data/settings", {"does": "look", "light": "light"}, origin="http://elsewhere.example")
        page.post("/data/settings", {"does": "look", "light": '"><b>'})
    with page_of(home, tmp_path) as page:
        again = page.ask("/").text
        page.post("/data/settings", {"does": "look", "light": "system"})
        system = page.ask("/").text
    (home / "light").write_bytes(b"\xff")
    (home / "light").chmod(0o600)
    with page_of(home, tmp_path) as page:
        damaged = page.ask("/").text

    assert (chosen.status, foreign.status, "set-cookie" in chosen.headers) == (200, 403, False)
    assert all('data-light="dark"' in text for text in (*texts, again))
    assert not any("data-light=" in text for text in (before, system, damaged))


LOOK = """(light) => fetch("/data/settings", {
  method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify({does: "look", light}),
})"""
LAND = "getComputedStyle(document.querySelector('svg.board .land')).fill"


@pytest.mark.needs(*TOOLS)
@pytest.mark.long
@pytest.mark.parametrize("chosen", ["dark", "light"])
def test_what_is_chosen_stands_above_what_the_system_says(chosen: str, tmp_path: Path, chromium: Any) -> None:
    home, system = home_with_a_game(tmp_path), "dark" if chosen == "light" else "light"
    ground = "getComputedStyle(document.body).backgroundColor"
    with served(home, tmp_path) as page, visited(chromium, page, color_scheme=system) as seen:
        tab, found = seen.page, []
        for light in ("", chosen):
            if light:
                tab.evaluate(LOOK, light)
            for room in ("/settings", table_of(home)):
                tab.goto(f"{page.origin}{room}")
                found.append(tab.evaluate(ground))
            tab.wait_for_selector("svg.board .land")
            found.append(tab.evaluate(LAND))

        assert len({found[0], found[1]}) == len({found[3], found[4]}) == 1
        assert found[0] != found[3] and found[2] != found[5]
        assert seen.faults == []


@pytest.mark.long
@pytest.mark.needs(*TOOLS, "axe.min.js")
@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_axe_finds_nothing_in_the_light_that_was_chosen(chosen: str, tmp_path: Path, chromium: Any) -> None:
    """In the rooms in turn, light or dark; in a long run both in all."""
    home = home_with_a_game(tmp_path)
    (home / "light").write_text(f"{chosen}\n")
    (home / "light").chmod(0o600)
    system = "dark" if chosen == "light" else "light"
    with served(home, tmp_path) as page, visited(chromium, page, "", color_scheme=system) as seen:
        rooms = ("/", "/settings", table_of(home), "/nowhere")
        for room in rooms[of(SCHEMES.index(chosen), 0) :: of(2, 1)]:
            seen.page.goto(f"{page.origin}{room}")
            violations, passes = seen.axe(*of(COLOURS, ()))
            assert (violations, passes > 0) == ([], True)
