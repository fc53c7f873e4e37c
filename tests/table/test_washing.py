"""A key that agrees to its own replacement answers for what it has signed: nothing is washed away by a new one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from referee.disputes.judging import judge
from referee.disputes.verdict import Verdict
from referee.protocol.opening.charter import make_charter
from referee.protocol.seating import REFEREE
from referee.record.file_names import step_name
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Step
from tests.support.rehearse import Match, play_out
from tests.table.new_hosts import escrowed, handed_over, plain, rotated, succeeded
from tests.table.new_seat_keys import agreed, asks, rekeyed, with_key
from tests.table.small_games import HOST, asked, changed, copy_of, key_of

pytestmark = pytest.mark.usefixtures("remembered_proofs")

BY_HIMSELF = {"rotation": rotated, "handed over": handed_over}


@cache
def told_twice() -> tuple[Match, tuple[SignedNote, ...]]:
    """A game up to step 7, and another step 7 of the same host."""
    told = play_out(copy_of(plain()), "told", steps=1)
    other = play_out(copy_of(plain()), "told otherwise", steps=1)
    return told, other.signed_notes[step_name(7)]


def judged(match: Match, *strays: SignedNote) -> Verdict:
    """The verdict on the last of some notes."""
    return judge(match.files, strays)[-1]


@pytest.mark.parametrize("way", BY_HIMSELF)
def test_two_step_notes_stay_two_when_the_host_agrees_to_a_new_key(way: str) -> None:
    match, other = told_twice()
    verdict = judged(BY_HIMSELF[way](match), *other)

    assert (verdict.upheld, verdict.party, verdict.fact.code) == (True, REFEREE, "R-TWO-NOTES")
    assert "step 8 replaced that key with its own consent" in verdict.sentence()


@pytest.mark.parametrize("way", BY_HIMSELF)
def test_a_wrong_ruling_stays_one_when_the_host_agrees_to_a_new_key(way: str) -> None:
    match, (*moves, step) = told_twice()
    wrong = sign_note(changed(step.read(Step), event=()), key_of(HOST))
    verdict = judged(BY_HIMSELF[way](match), *moves, wrong)

    assert (verdict.upheld, verdict.fact.code) == (True, "R-RULING")


@pytest.mark.parametrize("way", BY_HIMSELF)
def test_a_second_charter_stays_one_when_the_host_agrees_to_a_new_key(way: str) -> None:
    match, _ = told_twice()
    offer, *joins, _ = match.signed_notes["charter.note"]
    charter = make_charter(key_of(HOST), offer, joins, match.table.names[::-1])
    verdict = judged(BY_HIMSELF[way](match), charter)

    assert (verdict.upheld, verdict.fact.code) == (True, "R-TWO-CHARTERS")


def two_moves() -> tuple[Match, str, SignedNote]:
    """A game in which a seat has moved, that seat, and another move of it for the same step."""
    seat = asked(plain())
    stray = plain().write(seat, ["pass"])
    match = copy_of(plain())
    match.enter(match.write(seat, ["pass"], say=("the other one",)))
    return match, seat, stray


def test_two_moves_stay_two_when_the_player_agrees_to_a_new_key() -> None:
    match, seat, stray = two_moves()
    verdict = judged(rekeyed(match, seat, parties=(seat,)), stray)

    assert (verdict.upheld, verdict.party, verdict.fact.code) == (True, seat, "P-TWO-NOTES")


def test_two_moves_of_a_key_that_the_others_replaced_count_for_nothing() -> None:
    match, seat, stray = two_moves()

    assert judged(rekeyed(match, seat), stray).fact.code == "U-VOID"


def test_two_step_notes_of_a_host_whom_all_seats_replaced_count_for_nothing() -> None:
    match = play_out(copy_of(escrowed()), "told", steps=1)
    other = play_out(copy_of(escrowed()), "told otherwise", steps=1).signed_notes[step_name(7)]

    assert judged(succeeded(match), *other).fact.code == "U-VOID"


# The consent of a host takes the slot of its step


def forked_by(way: str) -> tuple[Match, Match]:
    """Step 7 told twice by one host: with a move, and with another key in his place."""
    return BY_HIMSELF[way](plain()), play_out(copy_of(plain()), "told", steps=1)


def of_host(match: Match, strays: Sequence[SignedNote]) -> tuple[SignedNote, Verdict]:
    """The consent of the host among the notes of a step, and the verdict on it."""
    verdicts = zip(strays, judge(match.files, strays), strict=True)
    return next((signed, verdict) for signed, verdict in verdicts if signed.key == key_of(HOST).public)


@pytest.mark.parametrize("way", BY_HIMSELF)
def test_a_fork_by_a_new_key_of_the_host_is_two_notes_for_one_step(way: str) -> None:
    under_new, under_old = forked_by(way)
    new, old = under_new.signed_notes[step_name(7)], under_old.signed_notes[step_name(7)]
    of_old, (consent, of_new) = judged(under_new, *old), of_host(under_old, new)

    assert (of_old.upheld, of_old.fact.code, of_old.against) == (True, "R-TWO-NOTES", consent.id)
    assert (of_new.upheld, of_new.fact.code, of_new.against) == (True, "R-TWO-NOTES", old[-1].id)


def test_two_new_keys_for_one_step_are_two_notes_for_it() -> None:
    one, two = rotated(plain()), handed_over(plain())

    assert of_host(one, two.signed_notes[step_name(7)])[1].fact.code == "R-TWO-NOTES"


# What counts and what does not


@pytest.mark.parametrize(("named", "code"), [(True, "P-TWO-NOTES"), (False, "U-VOID")])
def test_what_another_party_has_named_before_the_others_replace_a_key_goes_on_to_count(named: bool, code: str) -> None:
    match, seat, stray = two_moves()
    other = next(name for name in match.table.names if name != seat)
    rekey = asks(match, other, "named", seen=(stray.id,) if named else ())
    told = with_key(match, other, rekey, agreed(match, rekey, other), "named")

    assert judged(rekeyed(told, seat), stray).fact.code == code


@pytest.mark.parametrize("way", BY_HIMSELF)
def test_two_notes_of_a_former_host_for_a_step_that_is_no_more_his_count_for_nothing(way: str) -> None:
    match, other = told_twice()
    late = [changed(other[-1].read(Step), step=9, event=event) for event in ((), other[-1].read(Step).event)]
    strays = [sign_note(note, key_of(HOST)) for note in late]

    assert {verdict.fact.code for verdict in judge(BY_HIMSELF[way](match).files, strays)} == {"U-VOID"}
