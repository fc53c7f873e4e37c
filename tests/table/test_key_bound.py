"""A new key of a seat leaves nobody out who was let pass less than three times."""

from __future__ import annotations

from functools import cache

import pytest

from referee.audit.recompute import audit
from referee.kernel.errors import OutOfOrder
from referee.protocol.agreements import new_key as rekeying
from referee.protocol.step.position import AWAY
from referee.record.note import SignedNote
from tests.support.rehearse import Match, open_match
from tests.table import second_checker
from tests.table.new_seat_keys import REFEREE, agreed, asks, closed, with_key
from tests.table.signatures import checked_apart
from tests.table.small_games import asked, copy_of, order


@cache
def let_pass(times: int) -> Match:
    """A game in which bert was let pass so many times, and anna is asked who has her key still."""
    match = copy_of(open_match("tigris", 3, "let pass"))
    while match.host.missed_by(1) < times or asked(match) != "anna":
        if asked(match) == "bert" and match.host.missed_by(1) < times:
            match.decide("absent bert")
        else:
            order(match, "pass", "pass")
    return match


def wanted(match: Match) -> tuple[SignedNote, tuple[SignedNote, ...]]:
    """A key of an accomplice for the seat of anna, and the consents of host and carl."""
    rekey = asks(match, "anna")
    return rekey, agreed(match, rekey, REFEREE, "carl")


@pytest.mark.parametrize("times", range(AWAY))
def test_host_and_accomplice_take_no_seat_while_another_was_let_pass_less_than_three_times(times: int) -> None:
    match = let_pass(times)
    with pytest.raises(OutOfOrder) as refused:
        closed(match, "anna", *wanted(match))

    assert (refused.value.code, refused.value.values["missing"]) == ("consents-missing", "bert")


def test_for_who_was_let_pass_three_times_nobody_waits_at_a_new_key() -> None:
    match = with_key(let_pass(AWAY), "anna", *wanted(let_pass(AWAY)))

    assert match.host.table.seats[0].since == match.host.step


def test_every_reader_finds_a_key_without_whoever_was_let_pass_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(rekeying, "seats_missing_consent", lambda position, note, given: ())
        match = with_key(let_pass(1), "anna", *wanted(let_pass(1)))
    match.decide("end agreed", consents=[match.consent(name, "end agreed") for name in match.table.names])
    match.acknowledge()
    report, at = audit(match.files), f"{match.host.step - 1:04d}.step"

    assert (report.verdict, [(one.at, one.code) for one in report.findings]) == ("fault", [(at, "consents-missing")])
    assert second_checker.check(match.files) == f"Wrong: {at}: not all have agreed to a key"


def test_the_second_checker_agrees_with_a_key_without_whoever_was_let_pass_three_times() -> None:
    match = with_key(let_pass(AWAY), "anna", *wanted(let_pass(AWAY)))
    match.decide("end agreed", consents=[match.consent(name, "end agreed") for name in match.table.names])
    match.acknowledge()

    assert (audit(match.files).verdict, checked_apart(match.files)) == ("clean", None)


def alone() -> Match:
    """A game in which all but anna have left."""
    match = copy_of(open_match("tigris", 3, "alone"))
    for seat in ("bert", "carl"):
        match.decide(f"left {seat}", consents=[match.consent(seat, "left")])
    return match


def test_the_host_alone_takes_no_seat_when_all_others_have_left() -> None:
    match = alone()
    rekey = asks(match, "anna")
    with pytest.raises(OutOfOrder) as refused:
        closed(match, "anna", rekey, agreed(match, rekey, REFEREE))

    assert (refused.value.code, refused.value.values["missing"]) == ("consents-missing", "anna")


def test_every_reader_finds_a_key_that_the_host_alone_has_put_on_the_last_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    match = alone()
    rekey = asks(match, "anna")
    with monkeypatch.context() as patch:
        patch.setattr(rekeying, "seats_missing_consent", lambda position, note, given: ())
        match = with_key(match, "anna", rekey, agreed(match, rekey, REFEREE))
    report = audit(match.files)

    assert [one.code for one in report.findings] == ["consents-missing"]
    assert (second_checker.check(match.files) or "").endswith("not all have agreed to a key")


def test_the_last_seat_rotates_its_key_by_itself() -> None:
    match = alone()
    rekey = asks(match, "anna")
    match = with_key(match, "anna", rekey, agreed(match, rekey, "anna"))

    assert match.host.table.seats[0].since == match.host.step
