"""Lessons on the page of a table: what is asked, what can be chosen, the result; and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.games import built_in
from referee.games.game_files import lessons_of
from referee.i18n.catalogue import catalogue_text
from tests.long_runs import of
from tests.web.chromium import TOOLS, resize, visited
from tests.web.in_process_page import FORM, Page, page_of
from tests.web.open_rooms import FREE
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette")

EVERY = [(game, number) for game in built_in() for number, _ in enumerate(lessons_of(game), 1)]
WINDOWS = ((1280, 900), (1366, 768), (1920, 1080), (820, 1180), (390, 844))
LAYOUT = """() => {
  const gold = document.querySelector("#gold").getBoundingClientRect();
  return [document.documentElement.scrollWidth - innerWidth, gold.top >= 0 && gold.bottom <= innerHeight];
}"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("lessons")
    with page_of(folder / "home", folder) as made:
        yield made


def tried(page: Page, game: str, number: int, orders: list[str], *, tries: bool = False) -> Any:
    said = page.post(f"/data/lesson/{game}/{number}", {"orders": orders, "tries": tries})
    assert said.status == 200, said.text
    return json.loads(said.text)


def ids(lesson: Any) -> set[str]:
    """The orders that can be chosen."""
    choices = lesson["view"]["choices"]
    return {f"{choice['id']}{end}" for choice in choices for end in choice.get("ends", [""])}


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_every_lesson_is_solved_by_what_can_be_chosen(page: Page, game: str, number: int) -> None:
    lesson, orders = lessons_of(game)[number - 1], list[str]()
    for order in lesson.solution.split(", "):
        assert order in ids(tried(page, game, number, orders))
        orders.append(order)
    before, done = tried(page, game, number, orders), tried(page, game, number, orders, tries=True)

    assert before["view"]["ask"]["label"] == "Try it" and before["solved"] is None
    assert done["solved"] is True and done["told"][0] == "Correct." and done["rule"] == done["told"][-1]
    assert [order["id"] for order in done["view"]["orders"]] == orders


def test_what_is_not_the_task_is_said_and_taken_back(page: Page) -> None:
    lesson = tried(page, "tigris", 2, ["place settlement C1"], tries=True)

    assert lesson["solved"] is False and "not the task" in lesson["told"][0]
    assert lesson["view"]["orders"] == [] and lesson["view"]["ask"] is None


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_lesson_says_its_task_in_the_language_of_the_reader(tmp_path: Path, lang: str) -> None:
    with page_of(tmp_path / "home", tmp_path, lang) as page:
        start = page.start("/lesson/ur/3")
    name = lessons_of("ur")[2].name

    assert start["lesson"]["task"] == catalogue_text("ur", "lesson", name, lang)
    assert {game["name"] for game in start["games"]} >= set(built_in())
    assert start["lesson"]["gist"] and all(seat["name"] for seat in start["lesson"]["view"]["seats"])


def test_a_lesson_keeps_nothing_and_tells_no_code(page: Page) -> None:
    text = json.dumps(tried(page, "civilization", 1, ["buy cav him +c gan"], tries=True))

    assert "(gan)" not in text and "Ganges" in text


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/data/lesson/tigris/99", {"orders": []}, 422),
        ("/data/lesson/tigris/0", {"orders": []}, 422),
        ("/data/lesson/chess/1", {"orders": []}, 422),
        ("/data/lesson/tigris/1", {"orders": ["place temple A1"] * 300}, 400),
        ("/data/lesson/tigris/1", {"orders": ["x" * 501]}, 400),
        ("/data/lesson/tigris/1", {"orders": ["leader priest A1"]}, 422),
        ("/data/lesson/tigris/1", {"orders": ["pass", "pass", "pass"]}, 422),
        ("/data/lesson/tigris/1", {"orders": ["\x1b[2J<b>"]}, 422),
        ("/data/lesson/tigris/1", {"orders": [], "key": ""}, 400),
        ("/data/lesson/tigris/-1", {"orders": []}, 404),
    ],
)
def test_a_lie_is_answered_by_a_sentence(page: Page, path: str, body: object, status: int) -> None:
    said = page.post(path, body)

    assert said.status == status
    assert status == 404 or json.loads(said.text)["refused"]["sentence"]


@pytest.mark.parametrize(
    "headers", [{"cookie": ""}, {"host": "evil.example"}, {"origin": "http://evil.example"}, {"content_type": FORM}]
)
def test_a_lesson_answers_its_own_page_alone(page: Page, headers: dict[str, str]) -> None:
    assert page.post("/data/lesson/tigris/1", {"orders": []}, **headers).status in (400, 403)


def test_there_is_a_page_for_a_lesson_that_there_is_not(page: Page) -> None:
    start = page.start("/lesson/tigris/99")

    assert start["lesson"] is None and "there are 12" in start["refused"]["sentence"]


@pytest.mark.needs(*TOOLS)
def test_lessons_are_found_and_done_by_clicks(tmp_path: Path, chromium: Any) -> None:
    with served(tmp_path / "home", tmp_path) as page, visited(chromium, page) as seen:
        tab = seen.page
        tab.click("text=Lessons")
        tab.wait_for_selector("svg.board .hit")
        heading, task = tab.inner_text("#headline"), tab.inner_text(".ask > header p")
        tab.evaluate("window.marked = true")
        tab.click(".piece:not(.idle, .off)")
        tab.click(f"{FREE} >> nth=0")
        tab.wait_for_selector(".strip li, .chosen li")
        tab.click("#gold")
        tab.wait_for_selector(".notice.bad")
        wrong = tab.inner_text(".notice.bad b")
        tab.click(".ldr .piece >> nth=0")
        tab.click(f"{FREE} >> nth=0")
        tab.wait_for_selector(".strip li, .chosen li")
        tab.click("#gold")
        tab.wait_for_selector("a#gold")
        said, stayed = tab.inner_text(".notice b"), tab.evaluate("window.marked")
        tab.click("a#gold")
        tab.wait_for_selector("svg.board .hit")
        after, ticks = tab.inner_text("#headline"), tab.locator(".log li svg").count()

    assert (heading, after) == ("Lesson 1 of 12", "Lesson 2 of 12")
    assert "priest" in task and "not the task" in wrong and said == "Correct."
    assert stayed is True and ticks == 1 and not seen.faults


@pytest.mark.long
@pytest.mark.needs(*TOOLS, "axe.min.js")
@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", built_in())
def test_a_lesson_fits_every_window(tmp_path: Path, chromium: Any, game: str, lang: str) -> None:
    found = []
    with (
        served(tmp_path / "home", tmp_path, REFEREE_LANG=lang) as page,
        visited(chromium, page, f"/lesson/{game}/1") as seen,
    ):
        seen.page.wait_for_selector("svg.board .hit")
        for width, height in of(WINDOWS[::4], WINDOWS):
            resize(seen.page, {"width": width, "height": height})
            found.append((width, *seen.page.evaluate(LAYOUT), seen.axe_at(width)))

    assert [one for one in found if one[1:] != (0, True, [])] == []
