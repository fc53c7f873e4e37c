"""Recorded games of an independent implementation agree, and the tool that says so can find a difference."""

from __future__ import annotations

import gzip
import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HERE = Path(__file__).parent
RECORDED = tuple(sorted((HERE / "traces").glob("*.jsonl.gz")))
Game = dict[str, Any]


def load_script() -> ModuleType:
    path = HERE.parents[2] / "scripts" / "check_traces.py"
    spec = importlib.util.spec_from_file_location("check_traces", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = load_script()


def recorded(name: str) -> Game:
    text = gzip.decompress((HERE / "traces" / f"{name}.jsonl.gz").read_bytes()).decode()
    game: Game = json.loads(text)
    return game


@pytest.mark.parametrize("path", RECORDED, ids=[path.name for path in RECORDED])
def test_a_recorded_game_agrees_to_its_end(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert SCRIPT.main([str(path)]) == 0
    assert "steps agree" in capsys.readouterr().out


def a_point_more(game: Game) -> None:
    step = next(step for step in game["steps"][40:] if step["accepted"])
    step["state"]["points"][0][2] += 1


def a_tile_missing(game: Game) -> None:
    step = next(step for step in game["steps"][60:] if step["accepted"])
    row = step["state"]["board"][4]
    step["state"]["board"][4] = row.replace("R", ".", 1)


def another_draw(game: Game) -> None:
    step = next(step for step in game["steps"] if step.get("draws"))
    step["draws"][0]["tiles"] += "R"


def another_question(game: Game) -> None:
    step = next(step for step in game["steps"] if step["accepted"] and step["state"]["to_act"]["for"] == "support")
    step["state"]["conflict"]["attacker"]["base"] += 1


def a_refusal_where_none_is(game: Game) -> None:
    step = next(step for step in game["steps"] if step["accepted"])
    step |= {"accepted": False, "why": "occupied"}


def an_acceptance_where_none_is(game: Game) -> None:
    step = next(step for step in game["steps"] if not step["accepted"])
    step |= {"accepted": True, "state": game["initial"]}


def another_ranking(game: Game) -> None:
    game["end"]["final"][0]["rank"], game["end"]["final"][1]["rank"] = 1, 1


def another_ending(game: Game) -> None:
    game["end"]["reason"] = "treasures"


@pytest.mark.parametrize(
    "change",
    [
        a_point_more,
        a_tile_missing,
        another_draw,
        another_question,
        a_refusal_where_none_is,
        an_acceptance_where_none_is,
        another_ranking,
        another_ending,
    ],
    ids=lambda change: change.__name__,
)
def test_a_changed_record_is_found(
    change: Callable[[Game], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = recorded("std-2p")
    change(game)
    path = tmp_path / "changed.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(game).encode()))

    assert SCRIPT.main([str(path)]) == 1
    assert "std-2p-1: differs" in capsys.readouterr().out
