"""Only the gold button: four homes play all shapes of a table, and the same game is typed: the same bytes.

`REFEREE_TEST_GOLD=end` plays each shape to its audited end: seven minutes of one core in a long run.
"""

from __future__ import annotations

import os
import secrets
from contextlib import nullcontext
from itertools import product
from pathlib import Path

import pytest

from tests.support.dishonest.light import light
from tests.web.fixed_chance import drawn_in_turn
from tests.web.gold_story import CLEAN, MOST, Cell, Story
from tests.web.typed_twin import TypedTwin, record

pytestmark = pytest.mark.needs("starlette")

MINUTE = "2026-11-28T20:15Z"
"""The minute that stands in the steps; the same game typed takes another one else."""
FEW = (
    (Cell(host_plays=False, by_folder=False, masked=False, lang="en", game="oxo", homes=3), MOST),
    (Cell(host_plays=True, by_folder=True, masked=True, lang="it", homes=2), 2),
)
"""A whole game, and the opening of one whose deck nobody sees with a turn of each."""
TURNS = MOST if os.environ.get("REFEREE_TEST_GOLD") == "end" else 6
ENDED = Cell(host_plays=True, by_folder=False, masked=False, lang="it")
"""The one that every long run plays to its end."""
CELLS = [Cell(*shape) for shape in product((False, True), (False, True), (False, True), ("en", "it"))]
LONG = [pytest.param(cell, MOST if cell == ENDED else TURNS, marks=pytest.mark.long) for cell in CELLS]


@pytest.mark.parametrize(("cell", "turns"), [*FEW, *LONG], ids=str)
def test_who_presses_only_gold_never_gets_stuck_and_signs_what_would_be_typed(
    cell: Cell, turns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("service.incoming.intake", "service.moves.signature_effects"):
        monkeypatch.setattr(f"referee.{module}.now_utc", lambda: MINUTE)
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    story = Story(tmp_path, cell)
    with light() if cell.masked else nullcontext():
        story.open()
        monkeypatch.setattr(secrets, "token_bytes", drawn_in_turn("gold"))
        story.begin()
        story.play(turns)
        verdicts = {home.verdict for home in story.homes.values()}
        made = {name: record(home.games / "friday") for name, home in story.homes.items()}
        monkeypatch.setattr(secrets, "token_bytes", drawn_in_turn("gold"))
        typed = TypedTwin(tmp_path / "typed", cell, tmp_path / "typed" / "shared").type(story.deeds)

    assert verdicts == ({CLEAN[cell.lang]} if turns == MOST else {""})
    assert typed == made
