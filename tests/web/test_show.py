"""The page of `referee show --html` in a real browser: silent, whole, and no wider than a telephone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.browser import PROGRAM, browse
from tests.cli.terminal import inside

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("tigris-4p", "cards-2p", "ur-3p", "civilization-2p")
HARNESS = """<!doctype html><iframe id="page" width="390" height="800" src="page.html"></iframe><script>
document.getElementById("page").onload = (event) => {
  const seen = event.target.contentDocument;
  const board = seen.querySelector("#board");
  document.body.dataset.wide = seen.documentElement.scrollWidth;
  document.body.dataset.board = Math.round(board.getBoundingClientRect().width);
  document.body.dataset.ground = seen.defaultView.getComputedStyle(seen.body).backgroundColor;
};
</script>"""

pytestmark = pytest.mark.needs(PROGRAM)


@pytest.fixture(params=GAMES)
def page(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    arguments = ["show", "--html", str(path), "--kingdoms", "--game", str(ROOT / "examples" / request.param)]
    code, _, errors = inside(arguments, tmp_path / "home", tmp_path)
    assert (code, errors) == (0, "")
    return path


def test_a_page_is_read_without_a_complaint_and_shows_its_board_in_the_colours_of_its_sheet(page: Path) -> None:
    read = browse(page, "--dump-dom")

    assert "CONSOLE" not in read.stderr
    assert read.stdout.count("<title>") > 30
    assert "<summary>The board in sentences</summary>" in read.stdout


def test_on_a_telephone_nothing_has_to_be_pushed_aside(page: Path) -> None:
    harness = page.with_name("harness.html")
    harness.write_text(HARNESS)
    read = browse(harness, "--allow-file-access-from-files", "--blink-settings=preferredColorScheme=1", "--dump-dom")
    found = dict(re.findall(r'data-(\w+)="([^"]*)"', read.stdout))

    assert int(found["wide"]) <= 390
    assert 360 <= int(found["board"]) <= 390
    assert found["ground"] == "rgb(251, 246, 233)"
