"""What an audit tells of let-passes, of ends that rest on them and of replaced hosts; none of it is a fault."""

from __future__ import annotations

from functools import cache

import pytest

from referee.audit.game_index import index_entry, record_digest
from referee.audit.recompute import Report, audit
from referee.audit.skips import LetPass
from referee.club.ratings import is_rated
from referee.protocol.history.valid_part import ValidPart
from referee.protocol.step.position import AWAY
from referee.record.file_names import step_name
from tests.support.rehearse import Match, open_match
from tests.table.new_hosts import escrowed, succeeded
from tests.table.small_games import asked, copy_of, order, swap_all

pytestmark = pytest.mark.usefixtures("remembered_proofs")

DAYS = (("deadline", "7"), ("grace", "3"))


@cache
def silent(*terms: tuple[str, str]) -> Match:
    """A game of two in which Bert is let pass until nobody has to wait for him; a minute a step."""
    match, minute = copy_of(open_match("tigris", 2, "silence told", terms)), 0
    while not match.host.is_away(match.table.seat("bert")):
        if asked(match) == "bert":
            match.decide(f"time 2026-11-18T18:{minute:02d}Z", "absent bert")
        else:
            order(match, swap_all(match))
        minute += 1
    return match


def ended(match: Match, how: str = "end draw") -> Match:
    """The game once all have agreed to that who must."""
    match = copy_of(match)
    match.decide(how, consents=[match.consent("anna", how)])
    match.acknowledge()
    return match


def told(report: Report, lang: str = "en") -> list[str]:
    return [remark.told(lang) for remark in report.remarks]


def test_a_row_of_let_passes_is_one_remark_and_no_finding() -> None:
    report = audit(silent(*DAYS).files)
    steps = [one.step for one in report.passes]

    assert not report.findings
    assert [one.code for one in report.remarks] == ["passed-row-unsaid"]
    assert told(report)[0].startswith(f"Bert was skipped {AWAY} times in a row, in steps ")
    assert all(str(step) in told(report)[0] for step in steps)
    assert report.passes[0] == LetPass(steps[0], "bert")


def test_the_days_of_a_row_stand_beside_one_another() -> None:
    match = copy_of(open_match("tigris", 2, "in a row", DAYS))
    first = asked(match)
    for day in ("18", "28", "29"):
        match.decide(f"time 2026-11-{day}T18:00Z", f"absent {asked(match)}")
    report = audit(match.files)
    other = next(name for name in match.table.names if name != first)

    assert [one.days for one in report.passes] == [None, 10, 1]
    assert {one.seat for one in report.passes} == {first, other}
    who = match.table.person(first).told("en")
    assert f"{who} was skipped 2 times in a row, in steps 1, 3: after ?, 1 days (10 agreed)" in told(report)[0]


@pytest.mark.parametrize("how", ["end draw", "end agreed"])
def test_an_end_to_which_somebody_has_not_agreed_is_told_and_not_rated(how: str) -> None:
    match = ended(silent(*DAYS), how)
    seen: list[ValidPart] = []
    report = audit(match.files, seen=seen.append)
    entry = index_entry(record_digest(match.files), report, seen[-1])

    assert report.verdict == "clean"
    assert "ended-without" in {one.code for one in report.remarks}
    assert (entry.deal, entry.absence, entry.silent, entry.practice) == ("open", "skip", 1, False)
    assert entry.terms["deadline"] == "7"
    assert not is_rated(entry)


def test_where_all_agree_nobody_is_named() -> None:
    match = copy_of(silent(*DAYS))
    match.decide("end draw", consents=[match.consent(name, "end draw") for name in ("anna", "bert")])
    match.acknowledge()
    report = audit(match.files)

    assert "ended-without" not in {one.code for one in report.remarks}


def test_a_host_who_was_replaced_without_a_word_is_named() -> None:
    match = succeeded(escrowed())
    (remark,) = [one for one in audit(match.files).remarks if one.code == "host-replaced"]

    assert remark.values == {"name": "Gina"}
    assert remark.at == step_name(match.host.step)


def test_a_moment_that_no_calendar_has_is_told_and_the_record_still_holds() -> None:
    match = copy_of(open_match("tigris", 2, "no day", DAYS))
    match.decide("time 2026-02-30T00:00Z", f"absent {asked(match)}")
    report = audit(match.files)

    assert not report.findings
    assert "time-of-no-day" in {one.code for one in report.remarks}
    assert report.passes[0].days is None
