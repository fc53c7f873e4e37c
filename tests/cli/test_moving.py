"""`referee replay --svg`: the game, or some of its steps, as one picture that moves by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.games_on_disk import asked, home_of, running
from tests.cli.terminal import inside

MATCH = running()
LAST = MATCH.host.step

Types = Callable[..., tuple[int, str, str]]


@pytest.fixture
def types(game: Path, tmp_path: Path) -> Types:
    home = home_of(tmp_path, asked(MATCH))
    return lambda *words: inside(words, home, game)


@pytest.mark.parametrize(
    "steps, first, last",
    [("", 0, LAST), ("2-4", 2, 4), ("3-", 3, LAST), ("-2", 0, 2), ("-", 0, LAST), ("3", 3, 3), ("1-9999", 1, LAST)],
)
def test_it_shows_the_steps_that_are_named(types: Types, steps: str, first: int, last: int) -> None:
    code, out, errors = types("replay", "--svg", "-", *(["--steps", steps] if steps else []))
    told = ElementTree.fromstring(out).find("{http://www.w3.org/2000/svg}desc")
    times = set(re.findall(r"animation:film\d+ (\d+)s", out))

    assert code == 0, errors
    assert told is not None and told.text == f"Tigris & Euphrates, steps {first} to {last} as an animation"
    assert times == ({str(2 * (last - first + 3))} if first < last else set())


def test_a_script_reads_which_steps_they_are(types: Types) -> None:
    told = json.loads(types("replay", "--svg", "moving.svg", "--steps", "2-4", "--json")[1])

    assert (told["step"], told["steps"], told["hand"], told["size"] > 1000) == (4, 3, False, True)


@pytest.mark.parametrize("steps", ["5-2", "x", "1-2-3", f"{LAST + 1}-", "٣", "1 2", "9999999"])
def test_steps_that_there_are_not_are_refused_and_nothing_is_written(types: Types, game: Path, steps: str) -> None:
    code, _, errors = types("replay", "--svg", "moving.svg", f"--steps={steps}")

    assert (code, f"this game has 0 to {LAST}" in errors) == (3, True)
    assert not (game / "moving.svg").exists()


@pytest.mark.parametrize("more", [["--hand"], ["--jottings"], ["--open"], ["--html", "page.html"]])
def test_a_hand_is_in_no_picture_that_moves(types: Types, game: Path, more: list[str]) -> None:
    code, _, errors = types("replay", "--svg", "moving.svg", *more)

    assert (code, "never shows a hand" in errors) == (2, True)
    assert not list(game.glob("*.svg")) + list(game.glob("*.html"))


def test_steps_alone_say_where_they_belong(types: Types) -> None:
    assert "--steps works with --svg" in types("replay", "--steps", "2-4", "--html", "page.html")[2]
