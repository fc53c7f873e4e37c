"""A game that is over says how it ended where all games stand: as data, and on its card."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.games_on_disk import finished, home_of, lay, running
from tests.cli.terminal import inside
from tests.web.in_process_page import page_of

pytestmark = pytest.mark.needs("starlette")


def test_a_game_that_is_over_says_who_came_where(tmp_path: Path) -> None:
    match = finished()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, you := match.table.names[0])
    assert inside(["status"], home, game)[0] == 0
    audited = json.loads(inside(["audit", "--json", str(game)], home, tmp_path)[1])
    (row,) = json.loads(inside(["games", "--json"], home, tmp_path)[1])["games"]
    with page_of(home, tmp_path) as page:
        (card,) = json.loads(page.ask("/data/lobby").text)["tables"]

    told = row["result"].pop("told")
    assert row["result"] == {"reason": audited["reason"], "ranks": dict(audited["result"])}
    assert "Anna wins with 10 points." in told
    names = row["called"] | {you: "you"}
    places = sorted(audited["result"], key=lambda each: each[1])
    assert card["last"] == [f"{place} {names[seat]}" for seat, place in places]


def test_a_game_that_goes_on_has_no_result(tmp_path: Path) -> None:
    match = running()
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "anna")
    assert inside(["status"], home, game)[0] == 0

    assert json.loads(inside(["games", "--json"], home, tmp_path)[1])["games"][0]["result"] is None
