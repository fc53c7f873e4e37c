"""Whom a game with a masked deck waits for is told in one line, the reader's own tiles first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.masked_story import Evening, dealt
from tests.support.dishonest.light import light

NAMES = ("anna", "bert", "carl", "dora")


@pytest.fixture(autouse=True)
def in_numbers() -> Iterator[None]:
    with light():
        yield


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

    assert _lines(evening.does(who)) == [f"and 2 face down: no answer yet from the computer of {away.title()}"]
    assert _lines(evening.does(who, "status", "--full")) == [
        f"some of your tiles are still face down: no answer yet from the computer of {away.title()}"
    ]
    for name in others:
        said = f"tiles of {who.title()} are still face down: no answer yet from the computer of {away.title()}"
        assert _lines(evening.does(name)) == [said]
        assert _lines(evening.does(name, "status", "--full")) == [said]
    for name in (who, *others):
        (row,) = json.loads(evening.does(name, "games", "--json"))["games"]
        assert row["owing"] == [away]
        assert f", the computer of {away.title()} " in evening.does(name, "games")
    evening.look((away, who))
    assert _lines(evening.does(who) + evening.does(who, "games")) == []


def test_before_the_deal_the_seat_that_mixes_is_waited_for(tmp_path: Path) -> None:
    evening = Evening(tmp_path, NAMES[:3], host_plays=False).opens()
    evening.look((evening.host, "anna", evening.host, "bert", "bert"))

    for name in (evening.host, "anna"):
        evening.look((name,))
        (row,) = json.loads(evening.does(name, "games", "--json"))["games"]
        assert row["asked"] == ["carl"], row
    assert "all wait for the mix of Carl" in evening.does("anna", "status")
