"""A turn clicked together in the page of a player who is asked: `referee try` accepts the line that it gives."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from referee.cli.context import Context
from referee.cli.replay.page import page_of
from referee.cli.replay.steps import story
from referee.kernel.dice import stream
from referee.record.store import Folder, Home
from referee.table.desk.desk import sit_down
from referee.table.step.position import Position
from scripts.rehearse import Match
from tests.cli.folders import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.table.test_composing import GAMES, POSITIONS, matches, who
from tests.web.chromium import TOOLS, browser, opened

ORDERS = 2
"""So many orders are clicked; deeper ones are not certain."""

CLICKED = """(chance) => {
  const buttons = () => [...document.querySelectorAll("#words > button:not(.unchecked)")];
  for (let at = 0; at < chance.length && buttons().length; at += 1) buttons()[chance[at] % buttons().length].click();
  return document.querySelector("#move").textContent;
}"""

pytestmark = pytest.mark.needs(*TOOLS)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as started:
        yield started


def page_at(match: Match, folder: Path, name: str) -> tuple[Path, Path, Path]:
    """The page of who is asked, of the newest step alone; the game's folder and the home."""
    seen: list[Position] = []
    game, home = lay(folder / "game", match.files), home_of(folder, name)
    desk = sit_down(Folder(game), Home(home), watch=seen.append)
    path = folder / "page.html"
    path.write_text(page_of(story(Context(), desk, seen[-1:], hand=True)), "utf-8")
    return path, game, home


@pytest.mark.parametrize("game", GAMES)
def test_whole_turns_that_are_clicked_together_are_accepted_as_they_stand(
    game: str, tmp_path: Path, chromium: Any
) -> None:
    words = stream(sha256(f"click {game}".encode()).digest(), "orders")
    lengths = []
    for number, match in enumerate(matches(game)):
        path, folder, home = page_at(match, tmp_path / str(number), who(match))
        with opened(chromium, path) as page:
            line = page.page.evaluate(CLICKED, [word % 2**31 for word in islice(words, 24)])
            assert page.said == []
        command, verb, typed = shlex.split(line)
        code, out, errors = inside(["try", typed, "--json"], home, folder)
        lengths.append(typed.count(";") + 1)

        assert (command, verb, code) == ("referee", "move", 0), (line, errors)
        assert json.loads(out)["do"] or json.loads(out)["sealed"]
    assert len(lengths) == POSITIONS
    assert max(lengths) == ORDERS


def test_a_turn_is_clicked_taken_back_and_copied_by_mouse(tmp_path: Path, chromium: Any) -> None:
    path, _, _ = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path, permissions=["clipboard-read", "clipboard-write"]) as page:
        named = page.page.get_by_role("group", name="Words that can stand next")
        assert page.page.is_disabled("#copy")
        named.get_by_role("button", name="pass", exact=True).click()
        assert page.page.inner_text("#move") == 'referee move "pass"'
        named.get_by_role("button", name="pass", exact=True).click()
        assert page.page.inner_text("#try") == 'referee try "pass; pass"'
        assert "referee try" in page.page.inner_text("#certain")
        page.page.click("#undo")
        page.page.click("#copy")
        page.page.wait_for_function("document.querySelector('#certain').textContent.includes('copied')")

        assert page.page.evaluate("navigator.clipboard.readText()") == 'referee move "pass"'
        assert page.said == []


def test_what_is_not_certain_any_more_looks_and_reads_otherwise(tmp_path: Path, chromium: Any) -> None:
    path, _, _ = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path) as page:
        assert page.count("#words > .unchecked") == 0
        for _ in range(ORDERS):
            page.page.get_by_role("button", name="pass", exact=True).click()

        assert page.count("#words > .unchecked") == page.count("#words > button") > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.needs("axe.min.js")
def test_axe_finds_nothing_while_a_turn_is_clicked(scheme: str, tmp_path: Path, chromium: Any) -> None:
    path, _, _ = page_at(running(), tmp_path, asked(running()))
    with opened(chromium, path, width=390, color_scheme=scheme) as page:
        page.page.get_by_role("button", name="place", exact=True).click()
        violations, _ = page.axe()

        assert violations == []
        assert page.page.evaluate("document.documentElement.scrollWidth") == 390
