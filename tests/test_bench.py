"""The bench measures what its table says: no time is tested here, only that the right things would be timed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from referee.games.tigris.board import COLUMNS, labels
from referee.games.tigris.legal import tile_spaces
from scripts.bench.clock import ratio, rounds
from scripts.bench.sources import _MAKERS, naive_legality, picture_of
from scripts.bench.table import ROWS, Row, table
from scripts.rehearse import open_match, play_out


def test_every_reading_of_the_table_has_its_source() -> None:
    given = {reading for give, _ in _MAKERS for reading in give}
    wanted = {reading for row in ROWS for reading in (row.above, row.below) if reading is not None}

    assert wanted == given & wanted


def test_a_ratio_is_the_median_of_the_ratios_of_the_rounds() -> None:
    """Not the ratio of the medians: a slow moment hits both sides of one round."""
    assert ratio({"ours": [1.0, 9.0, 2.0], "theirs": [1.0, 3.0, 1.0]}, "ours", "theirs") == 2.0
    assert ratio({"ours": [1.0]}, "ours", "theirs") is None


def test_everything_is_measured_once_a_round_after_one_round_that_does_not_count() -> None:
    asked: list[str] = []

    def source(name: str) -> dict[str, float]:
        asked.append(name)
        return {name: float(len(asked))}

    found = rounds({"a": lambda: source("a"), "b": lambda: source("b")}, 3)

    assert sorted(asked) == ["a"] * 4 + ["b"] * 4
    assert {name: len(values) for name, values in found.items()} == {"a": 3, "b": 3}


def test_the_table_says_what_is_met_and_why_something_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        Row("T1", "time", "ours", "theirs", 1.5, 1.1),
        Row("T2", "rate", "ours", "theirs", 0.5, 1.0, most=True),
        Row("T3", "another program", "ours", "theirs elsewhere", 1.0, 0.5),
    ]

    table(rows, {"ours": [1.2], "theirs": [1.0]}, {"theirs elsewhere": "it is not installed"})

    assert capsys.readouterr().out.splitlines() == [
        "id     ratio     goal  stretch  met      what",
        "T1       1.2      1.5      1.1  goal     time",
        "T2       1.2      0.5        1  stretch  rate",
        "T3         -        1      0.5  -        another program",
        "not measured: it is not installed",
    ]


def test_the_naive_legality_finds_what_the_rules_find() -> None:
    """R8 compares the time of two answers, so they must be the same answer."""
    for state in _positions():
        naive = {f"{COLUMNS[column]}{row + 1}" for row, column in naive_legality(*picture_of(state))}

        assert naive == set(labels(sum(tile_spaces(state))))


def _positions() -> Iterator[Any]:
    match = open_match("tigris", 4, "bench test")
    for number in range(8):
        play_out(match, f"bench test {number}", steps=5)
        yield match.host.state
