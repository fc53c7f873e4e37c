"""Whom a game with a masked deck waits for is told in one line, the reader's own tiles first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from referee.record.file_names import step_name
from referee.record.store import DataFolder
from referee.service.dates import day_words, local_time, time_text
from referee.service.reader import Reader
from referee.service.table import open_table
from referee.service.views.view import View, view_table
from tests.cli.masked_story import Evening, dealt
from tests.support.dishonest.light import light

NAMES = ("anna", "bert", "carl", "dora")


@pytest.fixture(autouse=True)
def in_numbers() -> Iterator[None]:
    with light():
        yield


def _silent(evening: Evening, name: str, away: str) -> str:
    """What is said of the computer of somebody, by when the first step came to `name`."""
    came = local_time(evening.session(name).folder.written(step_name(1)))
    return f"{away.title()}'s computer has not answered since {time_text('en', came)}"


def _view(evening: Evening, name: str) -> View:
    reader = Reader(DataFolder(evening.home(name)))
    return view_table(open_table(reader, evening.session(name).table.offer_id))


def _lines(said: str, word: str = "computer") -> list[str]:
    return [line for line in said.splitlines() if word in line]


def test_a_program_that_does_not_answer_is_named_in_one_line_to_each_reader() -> None:
    """Dora is away; somebody has drawn, and everybody else has looked."""
    evening = dealt(NAMES)
    who = evening.asked()
    away = next(name for name in reversed(NAMES) if name not in (who, evening.host))
    others = [name for name in NAMES if name not in (who, away)]
    own = evening.session(who).own
    assert own is not None
    evening.does(who, "move", "swap", *own.hand[:2], "--yes")
    for looks in (who, evening.host, *others, who, *others):
        evening.look((looks,))

    drawn = evening.session(who).position.step
    assert _lines(evening.does(who)) == [f"and 2 face down: {_silent(evening, who, away)}"]
    said = [f"2 of your tiles are still face down: {_silent(evening, who, away)}"]
    assert _lines(evening.does(who, "status", "--full")) == said
    assert [task.sentence for task in _view(evening, who).tasks if task.code == "own-tiles-face-down"] == said
    for name in others:
        said = [f"tiles of {who.title()} are still face down: {_silent(evening, name, away)}"]
        assert _lines(evening.does(name)) == said
        assert _lines(evening.does(name, "status", "--full")) == said
        assert [task.sentence for task in _view(evening, name).tasks if task.code == "tiles-face-down"] == said
    for name in (who, *others):
        (row,) = json.loads(evening.does(name, "games", "--json"))["games"]
        since = datetime.fromisoformat(row["owing_since"])
        assert row["owing"] == [away] and since.timestamp() == int(evening.session(name).folder.written(step_name(1)))
        assert f", {away.title()}'s computer (since {day_words('en', since)})" in evening.does(name, "games")
        status = json.loads(evening.does(name, "status", "--json"))
        assert (status["locks"], status["drawn"]) == ({who: [away]}, {who: drawn})
    evening.look((away, who))
    assert _lines(evening.does(who) + evening.does(who, "games")) == []


def test_who_owes_what_its_computer_sends_is_reminded_and_not_skipped() -> None:
    """Dora is asked nothing; the tiles of who has drawn wait for her."""
    evening = dealt(NAMES)
    who = evening.asked()
    away = next(name for name in reversed(NAMES) if name not in (who, evening.host))
    own = evening.session(who).own
    assert own is not None
    evening.does(who, "move", "swap", *own.hand[:2], "--yes")
    evening.look((who, evening.host, who))
    evening.days = 3
    before = sorted(path.name for path in evening.game(evening.host).rglob("*") if path.is_file())

    code, _, errors = evening.types(evening.host, "absent", away, "--yes")
    assert code == 5 and _silent(evening, evening.host, away) in errors and f"referee remind {away}" in errors
    assert sorted(path.name for path in evening.game(evening.host).rglob("*") if path.is_file()) == before
    evening.does(evening.host, "remind", away)
    (mail,) = (evening.game(evening.host) / "letters").glob(f"*-remind-{away}.eml")
    assert "something that your program sends automatically" in " ".join(mail.read_text().split())
    evening.look((away, evening.host))
    code, _, errors = evening.types(evening.host, "remind", away)
    assert code == 5 and "the game is not waiting for" in errors


def test_before_the_deal_the_seat_that_mixes_is_waited_for(tmp_path: Path) -> None:
    evening = Evening(tmp_path, NAMES[:3], host_plays=False).opens()
    evening.look((evening.host, "anna", evening.host, "bert", "bert"))

    for name in (evening.host, "anna"):
        evening.look((name,))
        (row,) = json.loads(evening.does(name, "games", "--json"))["games"]
        assert row["asked"] == ["carl"], row
    assert "waiting for Carl to shuffle the deck" in evening.does("anna", "status")
