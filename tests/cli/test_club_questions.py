"""What docs/club.md asks an index: DuckDB and jq answer as `referee stats` does."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from referee.audit.game_index import IndexedSeat, IndexEntry
from referee.cli.main import run
from tests.support import ROOT

PAGE = (ROOT / "docs" / "club.md").read_text("utf-8")
GAMES = ("ur-3p", "cards-2p", "tigris-4p", "tigris-running")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the index of a club: audited examples, and their entries again under other ids and places."""
    folder = tmp_path_factory.mktemp("club")
    assert (
        run(["audit", *(str(ROOT / "examples" / name) for name in GAMES), "--index", str(folder / "club.index")]) == 0
    )
    lines = (folder / "club.index").read_bytes().splitlines()
    entries = [msgspec.json.decode(line, type=IndexEntry) for line in lines]
    random = Random(7)
    more = [_again(entry, number, random) for number in range(40) for entry in entries]
    whole = sorted((*entries, *more), key=lambda entry: entry.game)
    (folder / "club.index").write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in whole))
    return folder


def _again(entry: IndexEntry, number: int, random: Random) -> IndexEntry:
    places = [seated.place for seated in entry.seats]
    random.shuffle(places)
    seats = tuple(
        IndexedSeat(seated.seat, f"{seated.name} {random.randrange(2)}", seated.key, place)
        for seated, place in zip(entry.seats, places, strict=True)
    )
    return msgspec.structs.replace(entry, game=f"{number:02}{entry.game[2:]}", seats=seats)


def players(club: Path, capsys: pytest.CaptureFixture[str]) -> list[tuple[Any, ...]]:
    """What the program counts: (name, games, first, mean place)."""
    capsys.readouterr()
    assert run(["stats", str(club / "club.index"), "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    return [(row["name"], row["games"], row["first"], row["place"]) for row in counted["players"]]


def asked(language: str) -> str:
    """The question of the page in a language."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.needs("duckdb")
def test_duckdb_counts_as_the_program_does(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import duckdb

    monkeypatch.chdir(club)
    counted = players(club, capsys)
    rows = [(name, games, first, round(place, 2)) for name, games, first, place in duckdb.sql(asked("sql")).fetchall()]

    assert rows == counted
    assert len(counted) >= 4


@pytest.mark.needs("jq")
def test_jq_counts_as_the_program_does(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (club / "players.jq").write_text(asked("jq"), "utf-8")
    found = subprocess.run(
        ["jq", "-s", "-f", "players.jq", "club.index"], cwd=club, capture_output=True, text=True, check=True
    )
    rows = [(row["name"], row["games"], row["first"], round(row["place"], 2)) for row in json.loads(found.stdout)]

    assert rows == players(club, capsys)
