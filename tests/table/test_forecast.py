"""Who must write before the turn goes on is told whole: who defends between two others, and all whom a box asks."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.games import find
from referee.session.todo.waiting_for import next_to_write
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.games.known import GAMES
from tests.long_runs import of
from tests.support.rehearse import Match, open_match, play_out


class Moment(NamedTuple):
    """A moment of a rehearsal: so many are asked, and these seats must write from there on, in order."""

    game: str
    seats: int
    label: str
    steps: int
    asked: int
    writers: tuple[str, ...]


MOMENTS = {
    "a war of two others than the seat on turn": Moment("tigris", 4, "b", 38, 1, ("bert", "carl", "anna")),
    "a conflict with which the turn ends": Moment("tigris", 4, "a", 23, 1, ("anna",)),
    "a box that asks one after the other": Moment("civilization", 3, "a", 4, 1, ("bert", "carl", "anna")),
    "a box that asks two at once": Moment("civilization", 3, "c", 8, 2, ("carl", "anna", "bert")),
}
SAID = {
    "en": ("still needed  {first}, then {then} (unless a plan answers)",) * 2,
    "it": (
        "in questo turno  manca {first}, poi {then} (se non basta un suo piano)",
        "in questo turno  mancano {first}, poi {then} (se non basta un suo piano)",
    ),
}


@cache
def at(game: str, seats: int, label: str, steps: int) -> Match:
    match = open_match(game, seats, label)
    for step in range(steps):
        play_out(match, f"{label}{step}", steps=1)
    return match


@pytest.fixture(params=MOMENTS)
def moment(request: pytest.FixtureRequest) -> tuple[Moment, Match]:
    found: Moment = MOMENTS[request.param]
    return found, at(*found[:4])


def test_all_who_must_write_are_forecast_in_their_order(moment: tuple[Moment, Match], tmp_path: Path) -> None:
    found, match = moment
    game = lay(tmp_path / "game", match.files)
    status = json.loads(inside(["status", "--json"], home_of(tmp_path, match.table.names[0]), game)[1])

    assert (len(status["questions"]), tuple(status["mails"])) == (found.asked, found.writers)


@pytest.mark.parametrize("lang", SAID)
def test_the_page_names_all_of_them(moment: tuple[Moment, Match], tmp_path: Path, lang: str) -> None:
    found, match = moment
    game = lay(tmp_path / "game", match.files)
    _, page, errors = inside(["--full", "--lang", lang], home_of(tmp_path, match.table.names[0]), game)
    names = [name.title() for name in found.writers]
    first, then = (", ".join(part) for part in (names[: found.asked], names[found.asked :]))
    line = SAID[lang][found.asked > 1].format(first=first, then=then) if then else ""

    assert line in page, errors
    assert then or "still needed" not in page


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_asked_now_stands_before_those_who_are_asked_later_and_nobody_stands_twice(game: str) -> None:
    match = open_match(game, find(game).info.seats[-1], "forecast")
    for step in range(of(20, 40)):
        if match.host.over:
            break
        position = match.host
        asked = [request.seat for request in position.awaited]
        found = next_to_write(position)

        assert found[: len(asked)] == tuple(asked)
        assert len(set(found)) == len(found)
        play_out(match, f"forecast {step}", steps=1)
