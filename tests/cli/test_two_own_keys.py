"""Whoever has two keys with a part in a game looks on without one where none is needed, and names one elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.record.store import DataFolder
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.support.rehearse import test_key as key_called

SEVERAL = "several of your keys belong to this game: anna, bert"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A running game in the folder of somebody with the keys of two of its seats."""
    home, key = DataFolder(home_of(tmp_path, "anna")), key_called("bert")
    home.write_key("bert", format_private(key, "bert"), format_public(key.public, "bert"))
    return lay(tmp_path / "friday", running().files)


def types(game: Path, *words: str, stranger: bool = False) -> tuple[int, str, str]:
    home = game.parent / "home-nobody" if stranger else home_of(game.parent, "anna")
    return inside(list(words), home, game)


@pytest.mark.parametrize(
    "words", [["show"], ["show", "2"], ["log"], ["log", "--last", "2", "--lang", "it"], ["show", "--no-hand"]]
)
def test_what_anybody_may_see_is_shown_as_to_a_stranger(game: Path, words: list[str]) -> None:
    told = types(game, *words)

    assert told == types(game, *words, stranger=True) and told[0] == 0


@pytest.mark.parametrize("words", [["replay"], ["show"]])
def test_a_page_for_everybody_is_written_as_by_a_stranger(game: Path, words: list[str]) -> None:
    codes = [types(game, *words, "--html", "own.html")[0], types(game, *words, "--html", "any.html", stranger=True)[0]]

    assert codes == [0, 0]
    assert (game / "own.html").read_bytes() == (game / "any.html").read_bytes()


NEEDED = (
    ["show", "--hand"],
    ["replay", "--hand", "--html", "x.html"],
    ["log", "--new"],
    ["compose", "--html", "x.html"],
)


@pytest.mark.parametrize("words", NEEDED, ids=" ".join)
def test_what_needs_a_key_asks_which(game: Path, words: list[str]) -> None:
    code, out, errors = types(game, *words)

    assert (code, out, SEVERAL in errors, "choose one with --as" in errors) == (4, "", True, True)


def test_the_list_of_games_names_the_game_that_cannot_be_read(game: Path) -> None:
    types(game, "show")
    types(game, "status", "--as", "anna")
    (line,) = (line for line in types(game, "games")[1].splitlines() if line.startswith("! "))

    assert " ".join(line.split()).startswith(f"! Tigris & Euphrates: {SEVERAL}"), line


def test_a_home_without_keys_says_so_in_the_language_of_its_reader(game: Path, tmp_path: Path) -> None:
    code, _, errors = inside(["--lang", "it", "--as", "bert", "status"], tmp_path / "nobody", game)

    assert (code, errors.splitlines()) == (
        4,
        [
            "referee: non c'è una chiave bert: questo computer non ne ha ancora nessuna",
            "suggerimento: referee key new NOME",
        ],
    )
