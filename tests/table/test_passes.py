"""How long was waited before a seat was let pass: from what the host says of two steps, in every kind of game."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from referee.messages.skip_text import days_apart, skip_sentence
from referee.messages.step_news import news_of_step
from referee.protocol.agreements.table_lines import days_between, minute_of
from referee.protocol.history.read_record import read_history
from referee.protocol.step.position import Pass, Position
from referee.record.file_names import step_name
from tests.support.rehearse import Match, open_match
from tests.table.small_games import copy_of

UNDATED = "by the host's clock; no deadline was agreed"
ASKED_AT, DAYS = "2026-11-18T18:00Z", (("deadline", "7"), ("grace", "3"))


@cache
def begun(*terms: tuple[str, str]) -> Match:
    return open_match("tigris", 3, "passes", terms)


def told(one: Pass, *terms: tuple[str, str], lang: str = "en") -> list[str]:
    return [said.told(lang) for said in skip_sentence(begun(*terms).host, one)]


@pytest.mark.parametrize(
    ("closed", "days"),
    [
        (ASKED_AT, 0),
        ("2026-11-19T17:59Z", 0),
        ("2026-11-19T18:00Z", 1),
        ("2026-12-18T18:00Z", 30),
        ("2027-11-18T18:00Z", 365),
        ("2026-11-18T17:59Z", None),
        ("2026-11-31T18:00Z", None),
        ("2026-02-30T00:00Z", None),
        ("0001-01-01T00:00Z", None),
        ("", None),
    ],
)
def test_the_days_lie_between_what_the_host_says_of_two_steps(closed: str, days: int | None) -> None:
    assert days_between(ASKED_AT, closed) == days
    assert days_between("", closed) is None


def test_a_leap_year_has_its_day() -> None:
    assert minute_of("2028-03-01T00:00Z") - minute_of("2028-02-28T00:00Z") == 2 * 24 * 60
    assert not minute_of("2027-02-29T00:00Z")


@pytest.mark.parametrize("other", ["2026-11-17T18:00Z", "2026-11-19T18:00Z", "", "2026-11-31T00:00Z"])
def test_clocks_that_differ_by_a_day_at_most_are_not_told(other: str) -> None:
    assert not days_apart(ASKED_AT, other)
    assert days_apart(ASKED_AT, "2026-11-17T17:59Z")


@pytest.mark.parametrize(
    ("one", "terms", "said"),
    [
        (Pass(2, 0, ASKED_AT, "2026-11-18T18:20Z"), DAYS, "after 0 days (10 agreed), by the host's clock"),
        (Pass(2, 0, ASKED_AT, "2026-11-19T18:20Z"), (), f"after 1 day, {UNDATED}"),
        (Pass(2, 0, "", "2026-11-19T18:20Z"), DAYS, "the host does not say after how long"),
    ],
)
def test_a_let_pass_says_how_long_was_waited(one: Pass, terms: tuple[tuple[str, str], ...], said: str) -> None:
    (sentence,) = told(one, *terms)
    assert sentence.removeprefix(begun(*terms).table.called[0]) in (f" was skipped {said}", f" was skipped; {said}")


def test_the_words_of_others_are_told_in_the_place_of_a_clock() -> None:
    one = Pass(2, 0, ASKED_AT, ASKED_AT, words=("bert",), without=("carl",), counts=False)
    name, *_ = begun().table.called

    assert told(one) == [
        f"Bert reports that the deadline of {name} is over, and {name} was skipped",
        f"left out: Carl, who did not report about {name}",
        "at most half of you have reported it: it counts for this turn only",
    ]


def test_a_position_keeps_whose_words_stand_behind_a_let_pass() -> None:
    match = copy_of(begun(*DAYS, ("absence", "agreed")))
    name = match.table.names[match.host.asked[0].seat]
    others = [other for other in match.table.names if other != name]
    match.decide(f"absent {name}", consents=[match.consent(other, f"silent {name}") for other in others])
    (one,) = match.host.passes_here

    assert (one.words, one.without, one.counts) == (tuple(others), (), True)
    (said,) = news_of_step(match.host, match.signed_notes[step_name(1)], "en").decided
    speaking, silent = ", ".join(other.title() for other in others), name.title()
    assert said == f"{speaking} report that the deadline of {silent} is over, and {silent} was skipped"


def passed_twice() -> Match:
    """Whoever is asked is let pass twice, ten days and a minute after one another."""
    match = copy_of(begun(*DAYS))
    for moment in (ASKED_AT, "2026-11-28T18:01Z"):
        name = match.table.names[match.host.asked[0].seat]
        match.decide(f"time {moment}", f"absent {name}")
    return match


def test_a_position_keeps_who_was_let_pass_and_between_which_moments() -> None:
    match = passed_twice()
    first, second = match.host.past.passes

    assert (first.step, first.asked, first.closed) == (1, "", ASKED_AT)
    assert (second.step, second.asked, second.closed) == (2, ASKED_AT, "2026-11-28T18:01Z")
    assert match.host.past.moment == "2026-11-28T18:01Z"
    assert match.host.passes_here == (second,)


def test_everybody_reads_the_same_days() -> None:
    match = passed_twice()
    position = read_history(match.files).position
    assert isinstance(position, Position)
    (said, closed) = news_of_step(position, match.signed_notes[step_name(2)], "en").decided

    assert said.endswith("was skipped after 10 days (10 agreed), by the host's clock")
    assert closed == "closed 2026-11-28 18:01 UTC, according to the host"


def test_when_a_step_was_closed_is_told_where_it_matters_alone() -> None:
    match = copy_of(begun(*DAYS))
    bare = replace(match.host.past, moment=ASKED_AT)

    assert not news_of_step(replace(match.host, past=bare), (), "en").decided
