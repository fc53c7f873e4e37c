"""Pages of reports in a real browser: nothing of them has to be pushed aside on a telephone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.folders import home_of
from tests.cli.terminal import inside
from tests.web.chromium import TOOLS, browser, opened

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

pytestmark = pytest.mark.needs(*TOOLS)


@pytest.mark.parametrize("command", ["audit", "stats", "judge"])
def test_a_report_fits_a_telephone(command: str, tmp_path: Path) -> None:
    path, example = tmp_path / "page.html", EXAMPLES / ("tigris-4p" if command != "judge" else "dispute")
    game = shutil.copytree(example, tmp_path / "game")
    about = [str(game)] if command != "judge" else [str(game / "carls-mail.txt"), "--game", str(game)]
    code, _, errors = inside([command, *about, "--html", str(path)], home_of(tmp_path, "anna"), tmp_path)
    assert code == (1 if command == "judge" else 0), errors
    with browser() as started:
        for width in (320, 390):
            with opened(started, path, width=width) as page:
                assert page.page.evaluate("document.documentElement.scrollWidth") == width
