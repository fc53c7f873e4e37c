"""`referee holiday`, and what commands say of who is away: by the dates that were declared and the calendar here."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import pytest

from referee.record.file_names import step_name
from tests.cli.games_on_disk import home_of, lay, remember
from tests.cli.terminal import inside
from tests.support.rehearse import Match, open_match

TERMS = (("deadline", "7"), ("grace", "3"), ("holiday", "30"))
Types = Callable[..., tuple[int, str, str]]


@cache
def dealt() -> Match:
    return open_match("tigris", 3, "away", TERMS)


ASKED = str(dealt().asked())
OTHER = next(name for name in dealt().table.names if name != ASKED)
NAME = dealt().table.called[dealt().table.seat(ASKED)]


def at(days: int) -> str:
    return (date.today() + timedelta(days=days)).isoformat()  # noqa: DTZ011 - the calendar of this machine


@pytest.fixture
def types(tmp_path: Path) -> Types:
    """Each party at its own folder of the game; `days` ago it got the deal."""

    def typed(*words: str | Path, who: str = "host", days: float = 0) -> tuple[int, str, str]:
        game = tmp_path / f"game-{who}"
        if not game.exists():
            lay(game, dealt().files)
            if who == "host":
                remember(game, home_of(tmp_path, who), dealt(), 0)
        then = time.time() - days * 86_400
        os.utime(game / "record" / "0000.deal", (then, then))
        return inside(words, home_of(tmp_path, who), game)

    return typed


def declares(types: Types, tmp_path: Path, first: int, until: int, *others: str) -> None:
    """Who is asked declares it, and the others take it in."""
    code, _, errors = types("holiday", "--from", at(first), "--until", at(until), "--yes", who=ASKED)
    assert code == 0, errors
    (file,) = (tmp_path / f"game-{ASKED}" / "outbox").glob("consent-holiday-*.note")
    for who in others:
        assert types("receive", file, who=who)[0] == 0


def test_what_it_costs_is_said_before_it_is_signed_and_where_it_goes(types: Types) -> None:
    asked_first = types("holiday", "--from", "2026-08-01", "--until", "2026-08-14", who=ASKED)
    code, said, told = types("holiday", "--from", "2026-08-01", "--until", "2026-08-14", "--yes", who=ASKED)
    italian = types("holiday", "--from", "2026-09-01", "--until", "2026-09-01", "--lang", "it", "--yes", who=ASKED)

    assert asked_first[0] == 5
    assert code == 0
    assert "away from 2026-08-01 until 2026-08-14, 14 days; that leaves 16 of 30" in told + said
    assert f"outbox/consent-holiday-{ASKED}-2026-08-01-2026-08-14.note to everyone" in said
    assert "in vacanza dal 2026-09-01 al 2026-09-01, 1 giorno; poi ne restano 15 su 30" in italian[1] + italian[2]


@pytest.mark.parametrize(
    ("first", "until", "code", "said"),
    [
        ("2026-08-14", "2026-08-01", 3, "a holiday runs from one day to the"),
        ("tomorrow", "2026-08-01", 3, "got tomorrow and 2026-08-01"),
        ("2026-02-29", "2026-03-01", 3, "a holiday runs from one day to the"),
        ("2026-08-01", "2026-08-31", 5, "would be away for 31 days; 30 of 30 are left"),
    ],
)
def test_days_that_cannot_be_are_refused_with_a_sentence(
    types: Types, tmp_path: Path, first: str, until: str, code: int, said: str
) -> None:
    found = types("holiday", "--from", first, "--until", until, "--yes", who=ASKED)

    assert (found[0], said in found[2]) == (code, True), found
    assert not (tmp_path / f"game-{ASKED}" / "outbox").exists()


def test_a_charter_without_days_of_holiday_and_a_host_are_told_so(types: Types, tmp_path: Path) -> None:
    match = open_match("tigris", 3, "away")
    game, who = lay(tmp_path / "plain", match.files), match.table.names[0]
    none = inside(["holiday", "--from", at(1), "--until", at(2), "--yes"], home_of(tmp_path, who), game)
    host = types("holiday", "--from", at(1), "--until", at(2), "--yes")

    assert (none[0], "no days of holiday" in none[2]) == (5, True)
    assert host[0] == 4


@pytest.mark.parametrize(
    ("lang", "now", "later"),
    [("en", "is away until", "will be away from"), ("it", "è in vacanza fino a", "sarà in vacanza da")],
)
def test_the_status_tells_everybody_who_is_away_and_who_will_be(
    types: Types, tmp_path: Path, lang: str, now: str, later: str
) -> None:
    declares(types, tmp_path, -1, 5, "host", OTHER)
    shown = [types("status", "--lang", lang, who=who)[1] for who in ("host", OTHER, ASKED)]
    data = json.loads(types("status", "--json", who=OTHER)[1])

    assert all(f"{NAME} {now} " in one for one in shown)
    assert data["holidays"] == [{"seat": ASKED, "first": at(-1), "until": at(5), "entered": False}]
    assert data["holiday"] == 30
    types("holiday", "--from", at(9), "--until", at(11), "--yes", who=ASKED)
    assert f"{NAME} {later} " in types("status", "--lang", lang, who=ASKED)[1]


def test_a_holiday_that_is_over_is_told_no_more(types: Types, tmp_path: Path) -> None:
    declares(types, tmp_path, -5, -2, "host")
    assert "away" not in types("status")[1]


def test_days_count_from_the_end_of_a_holiday_that_began_in_time(types: Types, tmp_path: Path) -> None:
    """Asked eleven days ago, away for eight of them until yesterday: nobody is late, and after ten more days one is."""
    assert "referee absent" in types("status", days=11.5)[1]
    declares(types, tmp_path, -8, -1, "host")

    assert "days for an answer" not in types("status", days=11.5)[1]
    assert types("absent", "--yes", days=11.5)[0] == 5
    due = json.loads(types("games", "--json", days=11.5)[1])["games"][0]["due"]
    assert due.startswith(at(7))


def test_a_holiday_that_began_when_the_days_were_over_helps_only_while_it_lasts(types: Types, tmp_path: Path) -> None:
    declares(types, tmp_path, -3, 1, "host")
    during = types("absent", "--yes", days=20)
    assert during[0] == 5
    assert "days for an answer" not in types("status", days=20)[1]


def test_behind_a_late_holiday_the_host_goes_on(types: Types, tmp_path: Path) -> None:
    declares(types, tmp_path, -3, -1, "host")
    assert "referee absent" in types("status", days=20)[1]


def test_whoever_is_on_holiday_needs_no_reminder_unless_named(types: Types, tmp_path: Path) -> None:
    declares(types, tmp_path, -1, 3, OTHER)
    alone, named = types("remind", who=OTHER, days=30), types("remind", ASKED, who=OTHER, days=30)

    assert (alone[0], f"{NAME}: on holiday today" in alone[2]) == (5, True)
    assert named[0] == 0


def test_the_host_may_let_pass_by_name_and_reads_before_what_all_will_see(types: Types, tmp_path: Path) -> None:
    declares(types, tmp_path, -1, 3, "host")
    code, _, told = types("absent", ASKED, days=30)
    done = types("absent", ASKED, "--yes", days=30)
    step = (tmp_path / "game-host" / "record" / step_name(1)).read_text()
    log = types("log", "--last", "1")[1]

    assert code == 5
    assert f"{NAME} is on holiday today" in told
    assert done[0] == 0
    assert f"table holiday {ASKED} {at(-1)} {at(3)}" in step
    assert f"{NAME} is away from {at(-1)} until {at(3)}: 5 of 30 days of holiday" in log
    assert f"{NAME} was skipped; the host does not say after how long" in log


def test_mail_brings_it_to_all_until_a_step_has_entered_it(types: Types, tmp_path: Path) -> None:
    declares(types, tmp_path, 3, 4)
    assert types("mail", who=ASKED)[0] == 0
    drafts = list((tmp_path / f"game-{ASKED}" / "letters").glob("consent-holiday-*.eml"))

    assert len(drafts) == 3


def test_the_invitation_says_how_many_days_there_are(tmp_path: Path) -> None:
    for lang, name, said in (("en", "holiday", ", taken"), ("it", "vacanza", "Ogni giocatore ha 21 giorni di vacanza")):
        made = ["offer", "tigris", "--seats", "3", "--title", "T", "--folder", lang, "--option", f"{name}=21"]
        place = tmp_path / lang
        place.mkdir()
        code, out, errors = inside([*made, "--lang", lang, "--name", "Hanna"], home_of(tmp_path, "host"), place)
        assert (code, said in out + errors) == (0, True), (out, errors)
