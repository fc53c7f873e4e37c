"""Who is waited for is one answer, wherever it is asked; for whoever has left nobody waits."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import home_of, lay, remember
from tests.cli.terminal import inside
from tests.support.rehearse import Match
from tests.table.simultaneous_game import SEATS, asking
from tests.table.small_games import HOST, copy_of

GONE = SEATS[2]
WAITED = list(SEATS[:2])


@cache
def left() -> Match:
    """Three were asked at once, and the last of them has left."""
    match = copy_of(asking())
    match.decide(f"left {GONE}", consents=[match.consent(GONE, "left")])
    return match


class Reader:
    """Somebody with the folder of that game."""

    def __init__(self, place: Path, name: str) -> None:
        self.home, self.game = home_of(place, name), lay(place / "game", left().files)
        if name == HOST:
            remember(self.game, self.home, left(), left().host.step)

    def run(self, *words: str) -> str:
        code, out, errors = inside(words, self.home, self.game)
        assert code == 0, (words, errors)
        return out

    def told(self, *words: str) -> Any:
        return json.loads(self.run(*words, "--json"))


@pytest.fixture(params=[*SEATS, HOST])
def reader(request: pytest.FixtureRequest, tmp_path: Path) -> Reader:
    return Reader(tmp_path, request.param)


def test_every_command_names_those_for_whom_all_wait(reader: Reader) -> None:
    status = reader.told("status")
    asked = {
        "status": [question["seat"] for question in status["questions"]],
        "mails of status": status["mails"],
        "games": reader.told("games")["games"][0]["asked"],
        "audit": reader.told("audit", ".")["asked"],
    }

    assert asked == dict.fromkeys(asked, WAITED)


def test_no_sentence_names_who_has_left_as_waited_for(reader: Reader) -> None:
    pages = "\n".join([reader.run("status"), reader.run("letter"), reader.run()])
    lines = [line for line in pages.splitlines() if GONE in line.casefold()]

    assert [line for line in lines if "wait" in line or "needs" in line or "asked" in line] == []


def test_a_refusal_names_those_for_whom_all_wait(tmp_path: Path) -> None:
    reader = Reader(tmp_path, HOST)
    code, _, errors = inside(["remind", GONE], reader.home, reader.game)

    assert (code, errors.split("; ")[-1]) == (5, f"it is waiting for: {', '.join(WAITED).title()}\n")
