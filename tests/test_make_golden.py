"""What `scripts/make_golden.py` writes is a golden game for each way to end, which the suite can play again."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import make_golden
from tests.games import known
from tests.games.contract.golden import retold


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the golden games of a game that has none yet."""
    monkeypatch.setattr(known, "home", lambda name: tmp_path)
    return tmp_path / "golden"


def test_each_way_to_end_gets_a_game_that_can_be_played_again(golden: Path) -> None:
    make_golden.main(["oxo"])
    texts = {path.stem: path.read_text("utf-8") for path in golden.iterdir()}

    assert sorted(texts) == ["full", "line"]
    assert {ending: text.splitlines()[-1].partition(":")[0] for ending, text in texts.items()} == {
        "full": "full",
        "line": "line",
    }
    assert {ending: retold("oxo", text) for ending, text in texts.items()} == texts


def test_a_golden_game_that_is_there_is_left_alone(golden: Path) -> None:
    golden.mkdir()
    (golden / "mine.txt").write_text("Mine.\n\nline: anna is number 1, bert is number 2\n", "utf-8")
    make_golden.main(["oxo"])

    assert sorted(path.name for path in golden.iterdir()) == ["full.txt", "mine.txt"]


def test_an_ending_that_was_not_found_is_told(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        make_golden.main(["oxo", "--seeds", "1"])

    assert left.value.code == 1
    assert capsys.readouterr().err == "no game of 1 ended with full; try more --seeds or other options\n"


def test_golden_games_are_told_anew_from_their_orders(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_golden.main(["oxo"])
    texts = {path: path.read_text("utf-8") for path in golden.iterdir()}
    (golden / "line.txt").write_text(texts[golden / "line.txt"].replace("marked anna", "put anna"), "utf-8")
    capsys.readouterr()
    make_golden.main(["oxo", "--again"])

    assert {path: path.read_text("utf-8") for path in golden.iterdir()} == texts
    assert capsys.readouterr().out == f"{golden / 'line.txt'}\n"


@pytest.mark.parametrize(("game", "option"), [("ur", "war=anywhere"), ("cards", "withdraw=allowed")])
def test_a_golden_game_of_before_an_option_reads_the_same_once_there_is_one(game: str, option: str) -> None:
    """Under the default of a later option every play is as it was; the head tells what could be chosen then."""
    texts = [path.read_text("utf-8") for path in sorted((known.home(game) / "golden").glob("*.txt"))]
    former = [text.replace(f" {option}", "", 1) for text in texts if f" {option}" in text]

    assert former
    assert [retold(game, text) for text in former] == former
