"""A story of a feature stands within a screen, begins at a table that is laid, and is the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.errors import IllegalMove
from tests.support import ROOT
from tests.support.stories import Table, table, table_named
from tests.support.transcripts import commands

STORIES = sorted((ROOT / "tests" / "stories").glob("*.md"))
LINES = 40
"""A screen: a heading, a sentence, and about twenty lines of what is typed and seen."""


def test_there_is_a_story_for_forty_features() -> None:
    assert len(STORIES) >= 40


@pytest.mark.parametrize("page", STORIES, ids=lambda page: page.stem)
def test_a_story_is_short_and_shows_all_that_it_does(page: Path) -> None:
    text = page.read_text("utf-8")

    assert len(text.splitlines()) <= LINES
    assert text.startswith("# ") and "<!--" not in text
    assert any("referee " in command.text for command in commands(text))


def test_whoever_is_asked_plays_the_orders_of_a_table_and_then_goes_on() -> None:
    dealt = table("tigris", seats=3)
    first = dealt.asked()
    moved = dealt.plays("pass; pass")

    assert (dealt.match().host.step, moved.match().host.step, moved.goes_on(2).match().host.step) == (0, 1, 3)
    assert first and moved.asked() not in ("", first)
    assert table("ur", seats=3).to_the_end().asked() == ""
    with pytest.raises(IllegalMove):
        dealt.plays("leader king A1").match()


def test_a_table_with_a_masked_deck_is_played_like_any_other() -> None:
    assert table("tigris", deck="masked").plays("pass; pass").match().host.step == 1


def test_a_line_of_a_page_names_a_table() -> None:
    assert table_named("tigris seats=3 steps=5 deadline=7") == table("tigris", 3, deadline="7").goes_on(5)
    assert table_named("ur seats=3 steps=end") == table("ur", 3).to_the_end()
    assert table_named("tigris deck=masked") == table("tigris", deck="masked") == Table("tigris", 2, "masked")


def test_everybody_at_a_table_has_a_folder_and_a_home_that_are_the_same_each_time(tmp_path: Path) -> None:
    laid = []
    for place in (tmp_path / "one", tmp_path / "two"):
        table("tigris", seats=2).goes_on(1).lay(place)
        laid.append({path.relative_to(place): path.read_bytes() for path in place.rglob("*") if path.is_file()})

    assert {path.parts[0] for path in laid[0]} == {"anna", "bert", "host", "homes"}
    assert laid[0] == laid[1]
