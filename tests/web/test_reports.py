"""Pages of reports in a real browser: nothing of them has to be pushed aside on a telephone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.terminal import inside
from tests.web.chromium import TOOLS, browser, opened

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

pytestmark = pytest.mark.needs(*TOOLS)


@pytest.mark.parametrize("command", ["audit", "stats"])
def test_a_report_fits_a_telephone(command: str, tmp_path: Path) -> None:
    path, example = tmp_path / "page.html", EXAMPLES / "tigris-4p"
    code, _, errors = inside([command, str(example), "--html", str(path)], tmp_path / "home", tmp_path)
    assert code == 0, errors
    with browser() as started:
        for width in (320, 390):
            with opened(started, path, width=width) as page:
                assert page.page.evaluate("document.documentElement.scrollWidth") == width
