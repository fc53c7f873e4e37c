"""What the fuzzer finds is a file that reopens: still broken while the flaw is there, kept once it is mended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.kernel.game import AnyGame
from scripts import fuzz
from tests.games.contract import promises, toy
from tests.games.contract.test_the_contract_itself import careless, peeking
from tests.games.contract.toy import OPTIONS, TOY


@pytest.fixture(autouse=True)
def toy_instead_of_real_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promises, "rule_ids", lambda name: toy.RULES)
    monkeypatch.setattr(fuzz, "option_sets", lambda name: (OPTIONS,))
    monkeypatch.setattr(fuzz, "find", lambda name: TOY)


def crashes(game: AnyGame, folder: Path) -> list[Path]:
    assert fuzz.fuzz(game, count=3, seed=0, positions=8, folder=folder) == 1
    return sorted(folder.glob("fuzz-toy-*.json"))


@pytest.mark.parametrize(
    ("apply", "promise"),
    [(careless, "accepted if and only if enumerated"), (peeking, "a stranger reaches the state of the referee")],
)
def test_a_failure_reopens(
    apply: Any, promise: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    flawed = replace(TOY, apply=apply)
    path = crashes(flawed, tmp_path)[0]

    assert json.loads(path.read_text("utf-8"))["promise"] == promise
    assert fuzz.look_again(path) == 0
    monkeypatch.setattr(fuzz, "find", lambda name: flawed)
    assert fuzz.look_again(path) == 1
    assert f"still broken: {promise}" in capsys.readouterr().out


def test_a_good_game_leaves_no_file(tmp_path: Path) -> None:
    assert fuzz.fuzz(TOY, count=5, seed=0, positions=4, folder=tmp_path) == 0
    assert list(tmp_path.iterdir()) == []
