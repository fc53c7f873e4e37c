"""A no to a key: which steps may list it, and that nobody is at fault for a yes and a no."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from referee.audit.recompute import audit
from referee.disputes.judging import judge
from referee.protocol.step.record_step import record_step_file
from referee.record.file_names import step_name
from referee.record.note import SignedNote
from referee.session.close_step import close_together
from tests.support.rehearse import Match, open_match, play_out
from tests.table.new_hosts import SEATS, asks_to_host, plain
from tests.table.new_seat_keys import REFEREE, all_but, asks, consent, rekeyed
from tests.table.signatures import checked_apart
from tests.table.small_games import HOST, asked, copy_of, running, soon_over
from tests.table.test_decisions import refused


def noes(match: Match, rekey: SignedNote, *seats: str) -> tuple[SignedNote, ...]:
    return tuple(consent(match, seat, f"no key {rekey.id}") for seat in seats)


def goes_on(match: Match, consents: Sequence[SignedNote]) -> Match:
    """The game in which the seat that is asked passes, and the step of the host lists these consents as well."""
    match = copy_of(match)
    signed = match.write(asked(match), ["pass"])
    done = close_together(match.host, (signed,), match.host_eyes, match.keys[HOST], consents=consents)
    match.keep(step_name(done.position.step), done.signed_notes)
    match.host = done.position
    for seat in match.players:
        match.players[seat], _ = record_step_file(match.players[seat], done.signed_notes, match.eyes[seat])
    return match


def test_a_step_lists_the_noes_of_all_who_play_and_both_checkers_follow_it_to_a_clean_end() -> None:
    short = play_out(open_match("tigris", 3, "short"), "short", steps=6)
    match = goes_on(short, noes(short, asks_to_host(short), *short.table.names))
    match = soon_over(match, "on")

    assert audit(match.files).verdict == "clean"
    assert checked_apart(match.files) is None


@pytest.mark.parametrize("missing", SEATS)
def test_a_step_lists_no_no_unless_all_say_it_who_still_play(missing: str) -> None:
    match, rekey = plain(), asks_to_host(plain())
    said = noes(match, rekey, *(seat for seat in SEATS if seat != missing))

    assert refused(match, f"absent {asked(match)}", consents=said) == "consents-missing"


def test_nobody_waits_for_the_no_of_a_seat_that_has_left() -> None:
    match = copy_of(plain())
    gone = next(seat for seat in SEATS if seat != asked(match))
    match.decide(f"left {gone}", consents=[match.consent(gone, "left")])
    said = noes(match, asks_to_host(match), *(seat for seat in SEATS if seat != gone))
    match.decide(f"absent {asked(match)}", consents=said)

    assert audit(match.files).findings == ()


def test_a_no_is_listed_in_its_own_step_alone() -> None:
    match = copy_of(plain())
    old = noes(match, asks_to_host(match), *SEATS)
    match.decide(f"absent {asked(match)}")

    assert refused(match, f"absent {asked(match)}", consents=old) == "consent-for-nothing"


def test_the_no_of_the_host_is_listed_nowhere() -> None:
    match, rekey = plain(), asks_to_host(plain())
    said = noes(match, rekey, REFEREE, *SEATS)

    assert refused(match, f"absent {asked(match)}", consents=said) == "consent-for-nothing"


@cache
def taken_back_too_late() -> tuple[Match, tuple[SignedNote, ...]]:
    """A game whose host has entered a key by all consents, and the noes to it that he had not got: one of each step."""
    before, seat = running(), asked(running())
    rekey = asks(before, seat)
    match = rekeyed(before, seat)
    return match, noes(before, rekey, *all_but(before, seat))


def test_neither_who_takes_back_too_late_is_accused_nor_the_host_who_had_not_heard_of_it() -> None:
    match, said = taken_back_too_late()
    consents = [signed for signed in match.signed_notes[step_name(match.host.step)] if signed.type == "consent"]
    step = match.signed_notes[step_name(match.host.step)]

    assert audit(match.files).findings == ()
    assert [verdict for verdict in judge(match.files, (*consents, *said, *step)) if verdict.upheld] == []
