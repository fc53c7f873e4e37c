"""What a table says to those who are not asked, to its host, and at its end; and where its earlier addresses lead."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.terminal import inside
from tests.support.rehearse import open_match
from tests.web.in_process_page import page_of
from tests.web.rooms import PLAYERS, at_table, read, table_of

pytestmark = pytest.mark.needs("starlette")

LATE = (("deadline", "7"), ("grace", "3"))


def waiting() -> str:
    """A player who is not asked in the running game."""
    return next(name for name in PLAYERS if name != asked(running()))


def seen_at(home: Path, game: Path, lang: str = "en") -> Any:
    """What the room of the only game of a home shows."""
    with page_of(home, game, lang) as page:
        return page.start(table_of(home))["view"]


@pytest.mark.parametrize(("lang", "said"), [("en", "Turn 6: {}"), ("it", "Turno 6: {}")])
def test_who_is_not_asked_reads_whose_turn_it_is_and_is_offered_no_answer(lang: str, said: str, tmp_path: Path) -> None:
    view = seen_at(*at_table(tmp_path, waiting()), lang)

    assert said.format(running().table.called_by_seat[asked(running())]) in view["headline"]
    assert (view["question"], view["choices"], view["ask"]) == (None, [], None)
    assert [one["seat"] for one in view["can"]["waited"]] == [asked(running())]


def test_a_host_reads_what_came_what_it_led_to_and_who_is_asked_now(tmp_path: Path) -> None:
    home, game = at_table(tmp_path, "host")
    with page_of(home, game) as page:
        view = page.start(table_of(home))["view"]
        post = json.loads(page.ask(f"/data{table_of(home)}/post").text)["items"]

    step = running().host.step
    (note,) = (signed.note() for signed in running().signed_notes[f"{step:04d}.step"] if signed.type == "move")
    (news,) = view["news"]
    assert (news["step"], news["orders"][0][0]) == (step, note.seat)
    assert news["told"][0].startswith(f"{note.seat.title()} places ")
    assert [seat["id"] for seat in view["seats"] if seat["asked"]] == [asked(running())]
    assert {item["name"].casefold() for item in post if item["state"] != "sent"} == {*PLAYERS}  # each gets a letter
    assert (view["dock"], view["choices"]) == ([], [])


@pytest.mark.parametrize(
    ("days", "code", "line", "press"),
    [
        (1, "", "", ""),
        (8, "late-remind", "the 7 days for an answer are over for %s; send a reminder", "Remind %s"),
        (11, "late-let-pass", "deadline and grace period are over for %s; skip the turn", "Skip %s"),
    ],
)
def test_a_host_reads_who_is_late_and_what_can_be_done(
    days: int, code: str, line: str, press: str, tmp_path: Path
) -> None:
    match = open_match("tigris", 3, "late", LATE)
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "host")
    then = time.time() - days * 86_400
    os.utime(game / "record" / "0000.deal", (then, then))
    assert inside(["status"], home, game)[0] == 0
    late = [task for task in seen_at(home, game)["tasks"] if task["code"].startswith("late-")]

    name = asked(match).title()
    assert [task["code"] for task in late] == ([code] if code else [])
    assert all(task["sentence"].startswith(line.replace("%s", name)) for task in late)
    assert all(task["label"] == press.replace("%s", name) for task in late)


def test_a_game_that_is_over_says_who_has_won_and_what_is_left_to_do(tmp_path: Path) -> None:
    match, said = finished(), []
    game = lay(tmp_path / "game", match.files)
    for reader in (*match.table.names, "host"):
        home = home_of(tmp_path, reader)
        assert inside(["status"], home, game)[0] == 0
        view = seen_at(home, game)
        said.append((view["result"]["told"][1], "acknowledge-end" in [task["code"] for task in view["tasks"]]))

    assert view["result"]["ranks"]["anna"] == 1
    assert said == [(said[0][0], True)] * 3 + [(said[0][0], False)]
    assert said[0][0].startswith("Anna wins with 10 points")


def test_the_points_of_a_game_are_drawn_at_its_end_and_not_before_it(tmp_path: Path) -> None:
    """The same to everybody, the names at the ends of their lines; of a running game they are hidden."""
    drawn = []
    for number, match in enumerate((finished(), finished("tigris"), running())):
        game, home = lay(tmp_path / f"{number}" / "game", match.files), home_of(tmp_path / f"{number}", "bert")
        assert inside(["status"], home, game)[0] == 0
        with page_of(home, game) as page:
            picture = page.ask(f"{table_of(home)}/points.svg")
        drawn.append((picture.status, len(re.findall(">(Anna|Bert|Carl)<", picture.text))))

    assert drawn == [(200, 3), (200, 3), (404, 0)]


@pytest.mark.parametrize(("game_name", "spoken"), [("tigris", "lion"), ("ur", ""), ("civilization", "")])
def test_each_seat_has_a_sign_of_its_own(game_name: str, spoken: str, tmp_path: Path) -> None:
    match = running(game_name)
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "anna")
    assert inside(["status"], home, game)[0] == 0
    seats = seen_at(home, game)["seats"]

    assert len({seat["sign"] for seat in seats}) == len(match.table.names)
    assert next(seat["spoken"] for seat in seats if seat["id"] == "anna") == spoken


@pytest.mark.parametrize("room", ["", "/board", "/turn", "/post"])
def test_an_earlier_address_of_a_game_leads_to_its_table(room: str, tmp_path: Path) -> None:
    home, game = at_table(tmp_path, "anna")
    with page_of(home, game) as page:
        led = page.ask(f"{table_of(home).replace('table', 'game')}{room}")
        odd = page.ask(f"/game/%2F%2Fevil.example{room}")
        reached = page.ask(led.headers["location"]).status

    assert (led.status, led.headers["location"], reached) == (303, table_of(home), 200)
    assert odd.status in (303, 404) and not odd.headers.get("location", "/table/").startswith(("//", "http"))


def test_the_reader_of_these_tests_sees_what_a_browser_shows() -> None:
    page = read('<h1>One</h1><p class="bad" hidden>two</p><p role="alert">three<br>and <b>four</b></p>')

    assert (page.text, page.heading, page.red) == ("One three and four", "One", ["three and four"])
    with pytest.raises(AssertionError, match="not closed"):
        read("<p>one")
