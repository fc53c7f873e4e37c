"""Games that earlier releases finished: their bytes stay, and they audit clean for ever."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.games import built_in, versions
from referee.kernel.errors import RefereeError
from scripts.freeze import digest_of, pair_of, version_of, write_finished_games
from scripts.freeze import main as freeze

FROZEN = Path(__file__).parents[1] / "frozen"
GAMES: dict[str, str] = json.loads((FROZEN / "games.json").read_text("utf-8"))


def files_of(game: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (FROZEN / game / "record").iterdir()}


def test_every_frozen_game_is_known_here() -> None:
    assert sorted(path.parent.relative_to(FROZEN).as_posix() for path in FROZEN.glob("*/*/record")) == sorted(GAMES)


def test_every_rules_version_of_every_game_has_a_frozen_game() -> None:
    there = {version_of(FROZEN / game) for game in GAMES}

    for name in built_in():
        for game in versions(name):
            missing = (
                f"write the finished game of rules version {game.info.rules_version}: scripts/freeze.py --game {name}"
            )
            assert (name, game.info.rules_version) in there, missing


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_of_an_earlier_release_keeps_its_bytes(game: str) -> None:
    assert digest_of(files_of(game)) == GAMES[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_of_an_earlier_release_is_clean(game: str) -> None:
    report = audit(files_of(game))

    assert (report.verdict, report.depth, report.findings) == ("clean", 5, ())


def without(place: Path, game: str) -> Path:
    """A copy of the frozen games in which one is missing."""
    shutil.copytree(FROZEN / "notes-1", place / "notes-1", ignore=shutil.ignore_patterns(game))
    (place / "games.json").write_text(json.dumps({of: told for of, told in GAMES.items() if of != f"notes-1/{game}"}))
    return place


def test_a_finished_game_is_written_for_a_version_that_has_none(tmp_path: Path) -> None:
    place = without(tmp_path, "ur-3p")
    before = {path: path.read_bytes() for path in (place / "notes-1").rglob("*.*")}

    (folder,) = write_finished_games("ur", frozen=place)
    files = {path.name: path.read_bytes() for path in (place / folder / "record").iterdir()}
    report = audit(files)

    assert version_of(place / folder) == ("ur", 1)
    assert (report.verdict, report.depth, report.findings) == ("clean", 5, ())
    assert json.loads((place / "games.json").read_text("utf-8"))[folder] == digest_of(files)
    assert {path: path.read_bytes() for path in before} == before
    assert write_finished_games("ur", frozen=place) == []


def test_no_finished_game_is_written_where_all_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert freeze(["--game", "ur"]) == 0
    assert capsys.readouterr().out == "nothing is missing\n"


@pytest.mark.parametrize("option", ["war", "war=none", "nothing=1"])
def test_an_option_that_a_game_does_not_have_writes_nothing(option: str, tmp_path: Path) -> None:
    place = without(tmp_path, "ur-3p")
    before = sorted(place.rglob("*"))

    with pytest.raises((RefereeError, ValueError)):
        write_finished_games("ur", [pair_of(option)], place)
    assert sorted(place.rglob("*")) == before
