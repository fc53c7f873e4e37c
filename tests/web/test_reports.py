"""Pages of reports in a real browser: for everybody, on paper, and nothing has to be pushed aside on a telephone."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import home_of
from tests.cli.reported_games import crooked, reported
from tests.cli.terminal import inside
from tests.web.chromium import TOOLS, opened, resize

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

pytestmark = pytest.mark.needs(*TOOLS)


@pytest.mark.parametrize("command", ["audit", "stats", "judge"])
def test_a_report_fits_a_telephone(command: str, tmp_path: Path, chromium: Any) -> None:
    path, example = tmp_path / "page.html", EXAMPLES / ("tigris-4p" if command != "judge" else "dispute")
    game = shutil.copytree(example, tmp_path / "game")
    about = [str(game)] if command != "judge" else [str(game / "carls-mail.txt"), "--game", str(game)]
    code, _, errors = inside([command, *about, "--html", str(path)], home_of(tmp_path, "anna"), tmp_path)
    assert code == (1 if command == "judge" else 0), errors
    with opened(chromium, path, width=320) as page:
        for width in (320, 390):
            resize(page.page, {"width": width, "height": 844})
            assert page.page.evaluate("document.documentElement.scrollWidth") == width


BROKEN = """[...document.querySelectorAll(".grid th")].filter(head => {
  const inside = document.createRange()
  inside.selectNodeContents(head)
  return inside.getClientRects().length > head.textContent.split(" ").length
}).map(head => head.textContent)"""
"""The heads of tables of which a word is broken in two."""


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.needs("openskill")
def test_tables_of_a_club_fit_a_telephone_and_break_no_word(lang: str, tmp_path: Path, chromium: Any) -> None:
    """Before, a head was broken wherever it met the edge: `pla ce`, `rati ng`."""
    home, players = home_of(tmp_path, "anna"), {name: f"SHA256:{name:x<43}" for name in NAMES}
    tables = [[NAMES[at : at + 4] for at in (0, 4)], [NAMES[at::3][:4] for at in (0, 1)]]
    rounds = "".join(f"[[rounds]]\ntables = {json.dumps(played)}\n" for played in tables)
    called = "".join(f'{name} = "{key}"\n' for name, key in players.items())
    (tmp_path / "spring.toml").write_text(f'game = "tigris"\nseats = 4\n[players]\n{called}{rounds}', "utf-8")
    shown = (["league", "spring.toml", "--next"], ["stats", str(EXAMPLES / "tigris-4p"), "--rating"])
    for words in shown:
        code, _, errors = inside([*words, "--html", "page.html", "--lang", lang], home, tmp_path)
        assert code == 0, errors
        with opened(chromium, tmp_path / "page.html", width=320) as page:
            for width in (320, 390):
                resize(page.page, {"width": width, "height": 844})
                assert page.page.evaluate("document.documentElement.scrollWidth") == width
                assert width < 390 or page.page.evaluate(BROKEN) == []


NAMES = ("Anna", "Bert", "Carl", "Dora", "Elio", "Fay", "Gil", "Hugo", "Ida", "Jo", "Kim", "Lea")


def judgement(tmp_path: Path, lang: str = "en") -> None:
    """Write the report of the dispute that lies among the examples."""
    folder = shutil.copytree(EXAMPLES / "dispute", tmp_path / "game")
    mail = shutil.copy(folder / "carls-mail.txt", tmp_path / "carls-mail.txt")
    code, *_ = reported(folder, home_of(tmp_path, "mallory"), "judge", str(mail), lang=lang)
    assert code == 1


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("kind", ["an audit", "a judgement"])
def test_a_report_prints_on_two_a4_pages(tmp_path: Path, kind: str, lang: str, chromium: Any) -> None:
    if kind == "a judgement":
        judgement(tmp_path, lang)
    else:
        reported(crooked(tmp_path), tmp_path / "home", "audit", lang=lang)
    with opened(chromium, tmp_path / "report.html") as page:
        data = page.page.pdf(prefer_css_page_size=True)

    assert re.findall(rb"/Type /Pages\s.*?/Count (\d+)", data, re.DOTALL) in ([b"1"], [b"2"])
    assert {tuple(map(round, map(float, box.split()))) for box in re.findall(rb"/MediaBox \[([^]]*)\]", data)} == {
        (0, 0, 595, 842)
    }


@pytest.mark.needs("axe.min.js")
@pytest.mark.parametrize("kind", ["a fault", "clean", "a judgement"])
def test_axe_finds_nothing_in_a_report(tmp_path: Path, kind: str, chromium: Any) -> None:
    if kind == "a judgement":
        judgement(tmp_path)
    else:
        folder = crooked(tmp_path) if kind == "a fault" else shutil.copytree(EXAMPLES / "ur-3p", tmp_path / "game")
        reported(folder, tmp_path / "home", "audit")
    with opened(chromium, tmp_path / "report.html") as page:
        violations, passes = page.axe()

    assert violations == [] and passes > 15
