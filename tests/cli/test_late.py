"""Somebody is late: `referee` alone says what the reader may do about it, by the days of the charter."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from tests.cli.games_on_disk import home_of, lay, remember
from tests.cli.terminal import inside
from tests.support.rehearse import open_match

TERMS = (("deadline", "7"), ("grace", "3"))
LATE = "the 7 days for an answer are over for {}; send a reminder:\n  referee remind {}\n"
OVER = "deadline and grace period are over for {}; skip the turn to continue:\n"


def shown(place: Path, who: str, days: float, options: tuple[tuple[str, str], ...] = TERMS, *words: str) -> str:
    """What `who` reads days after the deal of a game of three in which it is not their turn."""
    match = open_match("tigris", 3, "late", options)
    asked = match.asked()
    assert asked is not None
    reader = who if who == "host" else next(seat for seat in match.table.names if (seat == asked) == (who == "asked"))
    game, then = lay(place / "game", match.files), time.time() - days * 86_400
    os.utime(game / "record" / "0000.deal", (then, then))
    code, out, errors = inside([*words, "status"], home_of(place, reader), game)
    assert code == 0, errors
    return out.replace(match.table.called[match.table.seat(asked)], "{}").replace(asked, "{}")


@pytest.mark.parametrize("who", ["host", "other"])
def test_once_the_days_are_over_whoever_waits_is_told_how_to_remind(tmp_path: Path, who: str) -> None:
    assert LATE in shown(tmp_path, who, 7.1)


def test_once_the_days_of_grace_are_over_the_host_is_told_how_to_let_the_seat_pass(tmp_path: Path) -> None:
    assert OVER + "  referee absent {}\n" in shown(tmp_path, "host", 10.1)


def test_a_player_who_waits_is_not_told_that_there_is_nothing_to_do_while_a_reminder_helps(tmp_path: Path) -> None:
    seen = shown(tmp_path, "other", 10.1)

    assert LATE in seen and "nothing for you" not in seen


@pytest.mark.parametrize(
    "who, days, options",
    [
        pytest.param("host", 6.9, TERMS, id="in-time"),
        pytest.param("asked", 20, TERMS, id="asked"),
        pytest.param("host", 20, (), id="no-days-agreed"),
    ],
)
def test_nobody_is_hurried_in_time_or_where_no_days_are_agreed_nor_by_oneself(
    tmp_path: Path, who: str, days: float, options: tuple[tuple[str, str], ...]
) -> None:
    assert "days for an answer" not in shown(tmp_path, who, days, options)


def test_a_host_whose_charter_says_pause_is_told_to_remind_however_long_it_takes(tmp_path: Path) -> None:
    assert LATE in shown(tmp_path, "host", 30, (*TERMS, ("absence", "pause")))


def test_a_script_reads_what_can_be_done_about_who_is_late(tmp_path: Path) -> None:
    first = json.loads(shown(tmp_path, "host", 10.1, TERMS, "--json"))["next"][0]

    assert (first["code"], first["command"]) == ("late-let-pass", "referee absent {}")


def away(place: Path, *words: str, lang: str = "en") -> tuple[int, str, str]:
    """What the host reads who types `words` when somebody is asked again who was let pass and is not back."""
    match = open_match("tigris", 2, "away")
    first = match.asked()
    assert first is not None
    game, home = lay(place / "game", match.files), home_of(place, "host")
    remember(game, home, match, 0)
    for name in (first, next(seat for seat in match.table.names if seat != first)):
        code, _, errors = inside(["absent", name, "--yes"], home, game)
        assert code == 0, errors
    code, out, errors = inside([*words, "--lang", lang], home, game)
    called = match.table.called[match.table.seat(first)]
    return code, out.replace(called, "{}"), errors.replace(called, "{}")


AGAIN = {
    "en": "skipped before and not back yet: {}; skip again:\n  referee absent\n",
    "it": "turno già saltato, nessun ritorno: {}; salta di nuovo:\n  referee absent\n",
}


@pytest.mark.parametrize("lang", AGAIN)
def test_the_host_is_told_that_who_was_let_pass_is_asked_again_without_coming_back(tmp_path: Path, lang: str) -> None:
    assert AGAIN[lang] in away(tmp_path, "status", lang=lang)[1]


def test_without_a_name_the_host_lets_those_pass_who_were_let_pass_before(tmp_path: Path) -> None:
    code, out, errors = away(tmp_path, "absent", "--yes")

    assert (code, out.splitlines()[0]) == (0, "recorded as step 3; send this letter to everyone:")
    assert "{} is skipped: pass, pass; hand, points and pieces stay" in errors.splitlines()


def test_without_a_name_nobody_is_let_pass_who_is_only_asked(tmp_path: Path) -> None:
    match = open_match("tigris", 3, "late", TERMS)
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "host")
    remember(game, home, match, 0)
    code, _, errors = inside(["absent", "--yes"], home, game)

    assert (code, "name the player" in errors, (game / "record" / "0001.step").exists()) == (5, True, False)


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "this game has no deadline"), ("it", "in questa partita non è fissato un termine")]
)
def test_the_host_hears_before_a_let_pass_that_no_days_were_agreed(tmp_path: Path, lang: str, told: str) -> None:
    for terms in ((), TERMS):
        match = open_match("tigris", 3, "late", terms)
        place = tmp_path / str(len(terms))
        game, home = lay(place / "game", match.files), home_of(place, "host")
        remember(game, home, match, 0)
        code, _, errors = inside(["absent", match.asked() or "", "--lang", lang], home, game)

        assert (code, told in errors, (game / "record" / "0001.step").exists()) == (5, not terms, False)
