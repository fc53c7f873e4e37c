"""What data says of letters that were sent, to a host alone; who was sent which is tried where mails are sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.table.test_leaks_host import asked_again, at_home

MATCH = running()


def status(game: Path, home: Path) -> dict[str, Any]:
    code, out, errors = inside(["status", "--json"], home, game)
    assert code == 0, errors
    return dict(json.loads(out))


@pytest.mark.parametrize("who", ["anna", "stranger"])
def test_who_does_not_host_is_told_of_no_letters(tmp_path: Path, who: str) -> None:
    assert status(lay(tmp_path / "game", MATCH.files), home_of(tmp_path, who))["letters"] == []


def test_a_host_who_plays_is_sent_none(tmp_path: Path) -> None:
    game, home = at_home(tmp_path, asked_again("world 29"), "world 29")

    assert [one["seat"] for one in status(game, home)["letters"]] == ["bert"]
