"""No room cuts or breaks a word, is wider than its window or hides its gold button, whatever people call themselves."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.web.chromium import TOOLS, Seen, resize, visited
from tests.web.every_room import ODD, lay_tables
from tests.web.layouts import FAULTS
from tests.web.pages import served

pytestmark = pytest.mark.needs("starlette", "uvicorn", *TOOLS)

WINDOWS = ((1920, 1080), (1366, 768), (1280, 900), (820, 1180), (390, 844))
FEW = (("civilization", "agreed"), ("tigris", "asked"), ("cards", "turn"), ("ur", "waiting"))
"""Each game, in another state."""
STATES = ("agreed", "words", "turn", "asked", "waiting", "disputed")
MORE = [
    *(
        (game, state)
        for game, state in product(("tigris", "cards", "ur", "civilization"), STATES)
        if (game, state) not in (*FEW, ("ur", "asked"))  # in Ur nobody is asked out of turn so early
    ),
    ("tigris", "over"),
    ("tigris", "masked"),
]
"""Each game in each state; one game to its end, and one whose deck nobody sees while its first tiles are face down."""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def faults_in(seen: Seen, address: str, named: str) -> list[str]:
    """What is wrong in a room in all windows."""
    found: list[str] = []
    seen.page.goto(address)
    board = "/table/" in address and not named.endswith("agreed")
    seen.page.wait_for_selector("svg.board" if board else "main h1", state="attached")
    for width, height in WINDOWS:
        resize(seen.page, {"width": width, "height": height})
        seen.page.evaluate(DRAWN)
        found += [f"{named}, {width}: {fault}" for fault in seen.page.evaluate(FAULTS)]
    assert not board or "masked" in named or ODD["bert"] in seen.page.inner_text(".seats"), "the names are shown"
    return found + [f"{named}: {fault}" for fault in seen.faults]


@pytest.mark.long
@pytest.mark.parametrize(("game", "state"), MORE)
def test_no_room_of_any_state_cuts_a_word_or_hides_its_button(
    game: str, state: str, tmp_path: Path, chromium: Any
) -> None:
    home, tables = lay_tables(tmp_path, [(game, state)], ODD)
    with served(home, tmp_path, REFEREE_LANG="it") as page, visited(chromium, page, "") as seen:
        found = [fault for named, at in tables.items() for fault in faults_in(seen, page.origin + at, named)]

    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("lang", ["it", pytest.param("en", marks=pytest.mark.long)])
def test_no_room_cuts_a_word_or_hides_its_button(lang: str, tmp_path: Path, chromium: Any) -> None:
    home, tables = lay_tables(tmp_path, FEW, ODD)
    rooms = {**tables, "games": "/", "new": "/new", "settings": "/settings"}
    with served(home, tmp_path, REFEREE_LANG=lang) as page, visited(chromium, page, "") as seen:
        found = [fault for named, at in rooms.items() for fault in faults_in(seen, page.origin + at, named)]

    assert found == []
