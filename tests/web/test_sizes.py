"""How large a board is in the page of a turn, measured in a real browser, and what is in sight beside it."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import asked, running
from tests.long_runs import of
from tests.web.chromium import TOOLS, opened, resize
from tests.web.composed_pages import page_at

LEAST = {(1280, 900): 45, (1366, 768): 50, (1920, 1080): 55}
"""Of these windows the board takes at least so many hundredths."""

GAMES = ("tigris", "cards", "ur", "civilization")

MEASURE = """() => {
  const board = document.getElementById("board");
  const { width, height, bottom } = board.getBoundingClientRect();
  const { width: wide, height: high } = board.viewBox.baseVal;
  const scale = Math.min(width / wide, height / high);
  const button = document.getElementById("copy").getBoundingClientRect();
  const share = 100 * scale ** 2 * wide * high / (innerWidth * innerHeight);
  return [share, bottom - innerHeight, button.bottom - innerHeight];
}"""

pytestmark = pytest.mark.needs(*TOOLS)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_the_room_and_the_button_of_the_turn_is_in_sight(game: str, tmp_path: Path, chromium: Any) -> None:
    """In the smallest window, the others in turn; in a long run in all."""
    others = list(LEAST)[1:]
    windows = [next(iter(LEAST)), *of([others[GAMES.index(game) % len(others)]], others)]
    match = running(game)
    path, *_ = page_at(match, tmp_path, asked(match), newest=False)
    with opened(chromium, path, height=900) as page:
        for width, height in windows:
            resize(page.page, {"width": width, "height": height})
            share, board, button = page.page.evaluate(MEASURE)
            fits = (share >= LEAST[width, height], board <= 0, button <= 0)

            assert fits == (True, True, True), (width, height, share, board, button)


WIDTHS = (320, 390, 640, 820, 901, 1024, 1280, 1600, 1920, 2560)
"""Of these each game has every second one; in a long run all."""


@pytest.mark.parametrize("game", GAMES)
def test_no_window_has_to_be_pushed_aside(game: str, tmp_path: Path, chromium: Any) -> None:
    match = running(game)
    path, *_ = page_at(match, tmp_path, asked(match))
    wide = "document.documentElement.scrollWidth"
    with opened(chromium, path) as page:
        for width in WIDTHS[of(GAMES.index(game) % 2, 0) :: of(2, 1)]:
            resize(page.page, {"width": width, "height": 900})

            assert page.page.evaluate(wide) == width


SMALLEST = """() => {
  const board = document.getElementById("board");
  const scale = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
  const seen = [...board.querySelectorAll("text")].filter((each) => each.getBoundingClientRect().width > 0);
  return Math.min(...seen.map((each) => parseFloat(getComputedStyle(each).fontSize) * scale));
}"""


def test_every_word_of_a_map_of_the_world_can_be_read_and_the_small_map_leads_elsewhere(
    tmp_path: Path, chromium: Any
) -> None:
    match = running("civilization")
    path, *_ = page_at(match, tmp_path, asked(match))
    frame = "document.getElementById('board').getAttribute('viewBox')"
    layers = "(all) => [...document.querySelectorAll(all)].map((each) => each.id || each.getAttribute('href').slice(1))"
    for width in (1280, 1920):
        with opened(chromium, path, width=width, height=900) as page:
            assert page.page.evaluate(SMALLEST) >= 9
            large, small = (page.page.evaluate(layers, all_) for all_ in ("#board > [id^=layer]", "#world > use"))
            assert large == small != []
            before = page.page.evaluate(frame)
            page.page.click("#world", position={"x": 180, "y": 100})
            moved = page.page.evaluate(frame)
            page.page.focus("#world")
            page.page.keyboard.press("ArrowLeft")

            assert len({before, moved, page.page.evaluate(frame)}) == 3
            assert page.said == []


LOOKED_AT = [
    pytest.param(game, width, scheme, marks=() if number in (0, 7, 9, 14) else pytest.mark.long)
    for number, (game, width, scheme) in enumerate(product(GAMES, (390, 1280), ("light", "dark")))
]
"""Each game, both widths and both schemes in every run; all of each with all others in a long one."""


@pytest.mark.long
@pytest.mark.parametrize(("game", "width", "scheme"), LOOKED_AT)
@pytest.mark.needs("axe.min.js")
def test_axe_finds_nothing_in_the_page_of_a_turn(
    game: str, width: int, scheme: str, tmp_path: Path, chromium: Any
) -> None:
    match = running(game)
    path, *_ = page_at(match, tmp_path, asked(match))
    with opened(chromium, path, width=width, color_scheme=scheme) as page:
        page.page.keyboard.press("1")
        violations, _ = page.axe()

        assert violations == []
