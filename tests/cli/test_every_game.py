"""Every command that looks at a game looks at any game, whoever brought it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from referee.games import find
from tests.cli.games_on_disk import asked, home_of, lay
from tests.cli.terminal import inside, run
from tests.games.known import GAMES, rules
from tests.support.rehearse import Match, open_match, play_out


@cache
def running(game: str) -> Match:
    return play_out(open_match(game, find(game).info.seats[0], "door"), "door", steps=3)


@pytest.fixture(params=GAMES)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    match = running(request.param)
    home_of(tmp_path, asked(match)).rename(tmp_path / "home")
    return request.param, lay(tmp_path / "game", match.files)


def said(folder: Path, *arguments: str) -> tuple[int, str, str]:
    return inside(arguments, folder.parent / "home", folder)


@pytest.mark.parametrize("command", ["status", "show", "moves", "log", "letter", "hand", "rule", "audit"])
def test_a_command_that_looks_finds_its_words(folder: tuple[str, Path], command: str) -> None:
    code, out, errors = said(folder[1], command)

    assert (code, errors) == (0, "")
    assert out.strip()


def test_a_rule_is_found_by_its_number_in_the_folder_of_its_game(folder: tuple[str, Path]) -> None:
    game, place = folder
    rule = next(iter(rules(game)["rules"]))
    number = rule.partition(" ")[2]

    found = said(place, "rule", number)

    assert found[0] == 0
    assert found[1].startswith(f"[{rule}] {rules(game)['rules'][rule]['en']}")
    assert said(place, "rule", rule) == said(place, "rule", rule.lower().replace(" ", "")) == found


@pytest.mark.parametrize("game", GAMES)
def test_a_process_of_its_own_offers_the_game(game: str, tmp_path: Path) -> None:
    home, seats = home_of(tmp_path, "host"), str(find(game).info.seats[0])

    code, out, errors = run(["offer", game, "--seats", seats, "--folder", tmp_path / "new"], home)

    assert (code, errors) == (0, b"")
    assert find(game).info.title in out.decode()
