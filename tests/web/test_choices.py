"""What is chosen about the page itself, and the letters that lead to rooms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.web.chromium import COLOURS, SCHEMES, TOOLS, visited
from tests.web.game_forms import offer_of
from tests.web.in_process_page import page_of
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette", "uvicorn")


def home_with_a_game(folder: Path) -> Path:
    match = running()
    game, home = lay(folder / "game", match.files), home_of(folder, asked(match))
    assert inside(["status"], home, game)[0] == 0
    return home


def test_the_language_is_chosen_for_every_room_and_kept_by_no_browser(tmp_path: Path) -> None:
    home = home_with_a_game(tmp_path)
    at = f"/game/{offer_of(home)}"
    with page_of(home, tmp_path) as page:
        pictures = [page.ask(f"{at}/picture.svg").text]
        chosen = page.press(f"{at}/choices", {"lang": "it"})
        pictures.append(page.ask(f"{at}/picture.svg").text)
        texts = [page.ask(room).text for room in ("/", at, f"{at}/board", f"{at}/post", "/do/offer", "/nowhere")]

        assert "set-cookie" not in chosen.headers
        assert pictures[0] != pictures[1]  # its letters are those of the language
        assert all('<html lang="it"' in text for text in (chosen.text, *texts))
        assert '<html lang="it"' in page.press("/choices", {"lang": "../en", "letters": "<b>", "game": "x"}).text
        assert '<html lang="en"' in page.press("/choices", {"lang": "en"}).text
        assert page.ask("/game/x/choices").status == 404
        assert page.press("/choices", {"lang": "it"}, origin="http://elsewhere.example").status == 403
        assert '<html lang="en"' in page.ask("/").text


@pytest.mark.needs(*TOOLS)
def test_letters_lead_to_rooms_unless_one_types_or_has_put_them_out(tmp_path: Path, chromium: Any) -> None:
    home = home_with_a_game(tmp_path)
    at = f"/game/{offer_of(home)}"
    with served(home, tmp_path) as page, visited(chromium, page) as seen:
        tab = seen.page
        tab.keyboard.press("p")  # no game, no post
        tab.goto(f"{page.origin}{at}/do/words")
        for key, room in (("p", f"{at}/post"), ("g", at), ("t", f"{at}#table"), ("?", f"{at}/choices")):
            tab.keyboard.press(key)
            tab.wait_for_url(f"{page.origin}{room}")
        for room in ("board", "turn"):
            tab.goto(f"{page.origin}{at}/{room}")
            tab.keyboard.press("g")
            tab.wait_for_url(f"{page.origin}{at}")
        tab.keyboard.press("Control+p")
        tab.goto(f"{page.origin}{at}")
        tab.locator("#paste").click()
        tab.locator("#mail").press("p")
        assert (tab.url, tab.locator("#mail").input_value()) == (f"{page.origin}{at}", "p")

        tab.goto(f"{page.origin}{at}/choices")
        tab.locator("#letters").select_option("off")
        tab.get_by_role("button", name="Choose").click()
        tab.wait_for_load_state()
        tab.keyboard.press("g")
        tab.wait_for_timeout(300)

        assert tab.url == f"{page.origin}{at}/choices"
        assert tab.evaluate("localStorage.length + sessionStorage.length") == 0
        assert seen.faults == []


def test_light_is_chosen_in_the_bar_and_kept_in_the_home(tmp_path: Path) -> None:
    home = home_with_a_game(tmp_path)
    at = f"/game/{offer_of(home)}"
    with page_of(home, tmp_path) as page:
        before = page.ask(at).text
        back = page.send("/light", {"light": "dark"}, referer=f"{page.gate.origin}{at}/post?x=1")
        elsewhere = [
            page.send("/light", {"light": "dark"}, referer=referer).headers["location"]
            for referer in ("https://evil.example/", f"{page.gate.origin}//evil.example/", "//evil.example/", "")
        ]
        texts = [page.ask(room).text for room in ("/", at, f"{at}/board", f"{at}/post", "/do/offer", "/nowhere")]
        assert page.press("/light", {"light": "light"}, origin="http://elsewhere.example").status == 403
        assert page.send("/light", {"light": '"><b>'}).status == 303
        assert page.ask("/light").status == 404
    with page_of(home, tmp_path) as page:
        again = page.ask("/").text
        chosen = page.press("/choices", {"light": "system"}).text
    (home / "light").write_bytes(b"\xff")
    (home / "light").chmod(0o600)
    with page_of(home, tmp_path) as page:
        damaged = page.ask("/").text

    assert (back.status, back.headers["location"], elsewhere) == (303, f"{at}/post?x=1", ["/"] * 4)
    assert "set-cookie" not in back.headers
    assert all('<html data-light="dark" lang="en"' in text for text in (*texts, again))
    assert all('<html lang="en"' in text for text in (before, chosen, damaged))


GROUNDS = {"light": "rgb(251, 246, 233)", "dark": "rgb(22, 19, 15)"}
LAND = "getComputedStyle(document.querySelector('#board .land')).fill"


@pytest.mark.needs(*TOOLS)
@pytest.mark.parametrize("chosen", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_what_is_chosen_stands_above_what_the_system_says(chosen: str, tmp_path: Path, chromium: Any) -> None:
    home = home_with_a_game(tmp_path)
    at, system = f"/game/{offer_of(home)}", "dark" if chosen == "light" else "light"
    ground = "getComputedStyle(document.body).backgroundColor"
    with served(home, tmp_path) as page, visited(chromium, page, color_scheme=system) as seen:
        tab = seen.page
        assert tab.evaluate(ground) == GROUNDS[system]
        tab.goto(f"{page.origin}{at}/board")
        lands = [tab.evaluate(LAND)]
        for _ in range(3):
            if tab.evaluate("document.documentElement.dataset.light") == chosen:
                break
            with tab.expect_navigation():
                tab.locator(".top form[action='/light'] button:visible").click()
        assert tab.url.partition("#")[0] == f"{page.origin}{at}/board"
        lands.append(tab.evaluate(LAND))
        for room in (f"{at}/board", at, f"{at}/choices"):
            tab.goto(f"{page.origin}{room}")
            assert tab.evaluate(ground) == GROUNDS[chosen]
        assert tab.evaluate("localStorage.length + sessionStorage.length") == 0
        assert (len({*lands}), seen.faults) == (2, [])


@pytest.mark.needs(*TOOLS, "axe.min.js")
@pytest.mark.parametrize("chosen", GROUNDS)
def test_axe_finds_nothing_in_the_light_that_was_chosen(chosen: str, tmp_path: Path, chromium: Any) -> None:
    """In the rooms in turn, light or dark; in a long run both in all."""
    home = home_with_a_game(tmp_path)
    at = f"/game/{offer_of(home)}"
    (home / "light").write_text(f"{chosen}\n")
    (home / "light").chmod(0o600)
    system = "dark" if chosen == "light" else "light"
    with served(home, tmp_path) as page, visited(chromium, page, color_scheme=system) as seen:
        rooms = ("/", at, f"{at}/post", f"{at}/choices", "/do/offer")
        for room in rooms[of(SCHEMES.index(chosen), 0) :: of(2, 1)]:
            seen.page.goto(f"{page.origin}{room}")
            violations, passes = seen.axe(*of(COLOURS, ()))
            assert (violations, passes > 0) == ([], True)
