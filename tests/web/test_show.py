"""The page of `referee show --html` in a real browser: silent, whole, and no wider than a telephone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import inside
from tests.web.chromium import TOOLS, opened

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("tigris-4p", "cards-2p", "ur-3p", "civilization-2p")
MEASURE = """() => [
  document.documentElement.scrollWidth,
  Math.round(document.getElementById("board").getBoundingClientRect().width),
  getComputedStyle(document.body).backgroundColor,
]"""

pytestmark = pytest.mark.needs(*TOOLS)


@pytest.fixture(scope="module", params=GAMES)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("show")
    path = folder / "page.html"
    arguments = ["show", "--html", str(path), "--kingdoms", "--game", str(ROOT / "examples" / request.param)]
    code, _, errors = inside(arguments, folder / "home", folder)
    assert (code, errors) == (0, "")
    return path


def test_a_page_is_read_without_a_complaint_and_shows_its_board_in_the_colours_of_its_sheet(
    page: Path, chromium: Any
) -> None:
    with opened(chromium, page) as seen:
        assert (seen.said, seen.requests) == ([], [page.as_uri()])
        assert seen.count("title") > 30
        assert seen.page.locator("summary").all_text_contents().count("The board in words") == 1


def test_on_a_telephone_nothing_has_to_be_pushed_aside(page: Path, chromium: Any) -> None:
    with opened(chromium, page, width=390) as seen:
        wide, board, ground = seen.page.evaluate(MEASURE)

    assert wide <= 390
    assert 360 <= board <= 390
    assert ground == "rgb(251, 246, 233)"
