"""The lines with which a newcomer begins stand on both READMEs, alike; `scripts/check_package.py` types them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from referee import __version__
from referee.games import names
from scripts.newcomers import EVENINGS, Failed, practise, printed_example, typed_lines
from tests.cli.terminal import inside
from tests.long_runs import of

ROOT = Path(__file__).resolve().parents[1]
READMES = ("README.md", "docs/it/leggimi.md")


@pytest.mark.parametrize("page", READMES)
def test_a_readme_tells_how_to_install_by_pipx_uv_and_pip(page: str) -> None:
    assert typed_lines((ROOT / page).read_text("utf-8")) == {
        "pipx": [f"pipx install ./pbem_referee-{__version__}-py3-none-any.whl"],
        "uv": [f"uv tool install ./pbem_referee-{__version__}-py3-none-any.whl"],
        "pip": [
            "python3 -m venv referee-program",
            f"referee-program/bin/pip install ./pbem_referee-{__version__}-py3-none-any.whl",
        ],
    }


def test_a_readme_that_lacks_a_way_is_refused() -> None:
    with pytest.raises(Failed, match="no line tells how to install by uv, pip"):
        typed_lines("    pipx install ./pbem_referee-0.1.0-py3-none-any.whl\n")


def test_what_is_installed_plays_evenings_that_are_kept() -> None:
    played = {page for pages in EVENINGS.values() for page in pages}

    assert {"four-friends.md", "four-friends-it.md", "short-game.md"} == played
    assert all((ROOT / "tests" / "evening" / page).is_file() for page in played)


def test_the_example_of_a_screen_is_found_also_over_two_lines() -> None:
    assert (
        printed_example("Your turn\n  referee move\nor all at once, for example:\n  referee move pass, pass\n")
        == "pass, pass"
    )
    assert (
        printed_example("x\n  referee move take Genius,\n    settle Persia\n\nThe board\n")
        == "take Genius, settle Persia"
    )
    assert printed_example("Your turn\n  referee move\n") == ""


@pytest.mark.parametrize("game", names())
def test_a_practice_game_is_played_by_what_its_screens_show(tmp_path: Path, game: str) -> None:
    """Nothing of the rules is known to who types this; each printed example is taken."""
    most = 2 if game == "oxo" else of(2, 6)  # that one is over sooner
    assert f"{game}, seed 1: {most} moves, Anna " in practise(game, 1, tmp_path, _typed, most=most)


@pytest.mark.long
def test_who_plays_ur_by_the_printed_examples_is_not_last(tmp_path: Path) -> None:
    """By those of the greedy bot it was, against two of its kind: 33 points against 39 and 42."""
    assert "not over" not in (told := practise("ur", 7, tmp_path, _typed)) and "anna 3" not in told


def _typed(words: Sequence[str], folder: Path) -> str:
    home = folder.parent if folder.name == "game" else folder
    code, out, errors = inside(words, home / "home", folder)
    assert code == 0, (words, errors)
    return out
