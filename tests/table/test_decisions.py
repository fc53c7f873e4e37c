"""What the table decides beside what players order: who is let pass, who leaves, whether a game ends early."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256

import pytest

from referee import games
from referee.audit.recompute import audit
from referee.kernel.dice import stream
from referee.kernel.errors import RefereeError, Unreadable
from referee.protocol.agreements.table_lines import read_table_lines, write_table_line
from referee.protocol.step.position import AWAY
from referee.protocol.step.record_step import record_step_file
from referee.record.file_names import step_name
from referee.record.note import SignedNote, sign_note
from referee.record.notes import End, Step
from referee.record.notes.codec import render
from referee.session.close_step import close_together
from tests.games.known import GAMES
from tests.support.policies import sensible_order
from tests.support.rehearse import Match, open_match, play_out
from tests.table.simultaneous_game import asking
from tests.table.small_games import STRANGER, asked, changed, copy_of, key_of, running, steps_of, with_stranger
from tests.table.test_leaks import other_hidden

NEUTRAL = [name for name in GAMES if games.find(name).neutral is not None]


ASKED = asked(running())
OTHER = next(name for name in running().table.names if name != ASKED)


@cache
def begun(game: str) -> Match:
    """Some way into a game of as many as it takes."""
    seats = games.find(game).info.seats[-1]
    dealt = with_stranger(open_match(game, seats, "people"))
    match = play_out(dealt, "people", steps=3, policy=sensible_order)
    while len(match.host.asked) > 1:
        match = play_out(match, "on", steps=1, policy=sensible_order)
    return match


def last_step(match: Match) -> Step:
    return steps_of(match)[-1]


def end_of(match: Match) -> End:
    note = match.signed_notes[step_name(match.host.step)][-1].note()
    assert isinstance(note, End)
    return note


def refused(match: Match, *lines: str, consents: Sequence[SignedNote] = ()) -> str:
    """The code with which the referee's own program refuses a step of these table lines."""
    with pytest.raises(RefereeError) as refusal:
        copy_of(match).decide(*lines, consents=consents)
    return refusal.value.code


def test_what_is_asked_of_several_games_has_an_order_that_does_nothing_in_all_four() -> None:
    assert {"tigris", "cards", "ur", "civilization"} <= set(NEUTRAL)


@pytest.mark.parametrize("game", NEUTRAL)
def test_whoever_is_waited_for_in_vain_does_what_does_nothing_and_the_game_goes_on(game: str) -> None:
    match = copy_of(begun(game))
    seat = asked(match)
    match.decide("time 2026-11-21T18:00Z", f"absent {seat}")

    assert {did.seat for did in last_step(match).did} == {seat}
    assert match.host.over or match.asked() != seat or len(match.host.asked) > 1
    assert {position.head for position in match.players.values()} == {match.host.head}
    assert match.host.missed[match.table.seat(seat)] == 1
    assert audit(match.files).findings == ()


@pytest.mark.parametrize("game", NEUTRAL)
def test_who_leaves_plays_on_by_the_neutral_order_for_good(game: str) -> None:
    match = copy_of(begun(game))
    seat = asked(match)
    match.decide(f"left {seat}", consents=[match.consent(seat, "left")])
    for _ in range(12):
        if match.host.over:
            break
        assert match.asked() != seat
        order_of_asked(match)

    assert match.host.left == (match.table.seat(seat),)
    assert audit(match.files).findings == ()


def order_of_asked(match: Match) -> None:
    """Whoever is asked does what does nothing, in person."""
    seat = asked(match)
    position = match.players[seat]
    neutral = match.table.game.neutral
    assert neutral is not None
    move = neutral(position.state, match.table.seat(seat))
    match.enter(match.write(seat, [match.table.game.notation.format_order(move)]))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", ["draw", "agreed"])
def test_every_game_ends_when_all_agree_and_opens_what_was_hidden(game: str, how: str) -> None:
    match = copy_of(begun(game))
    names = match.table.names
    match.decide(f"end {how}", consents=[match.consent(seat, f"end {how}") for seat in names])
    match.players.pop(STRANGER)
    match.acknowledge()
    report = audit(match.files)

    assert (report.verdict, report.reason) == ("clean", how)
    assert report.result == (tuple((seat, 1) for seat in names) if how == "draw" else ())
    assert last_step(match).next == ()


def test_in_a_draw_who_has_left_comes_last() -> None:
    match = copy_of(running())
    gone, *others = match.table.names
    match.decide(f"left {gone}", consents=[match.consent(gone, "left")])
    match.decide("end draw", consents=[match.consent(seat, "end draw") for seat in others])

    assert {rank.seat: rank.place for rank in end_of(match).rank} == {gone: 4, **dict.fromkeys(others, 1)}


def test_the_last_one_at_the_table_wins_when_the_game_is_ended() -> None:
    match = copy_of(open_match("tigris", 2, "concede"))
    match.decide("left anna", consents=[match.consent("anna", "left")])
    match.decide("end agreed", consents=[match.consent("bert", "end agreed")])

    assert {rank.seat: rank.place for rank in end_of(match).rank} == {"anna": 2, "bert": 1}


def test_nobody_has_to_wait_for_the_consent_of_one_who_was_let_pass_three_times() -> None:
    match = copy_of(open_match("tigris", 2, "gone for good"))
    gone = asked(match)
    (other,) = (seat for seat in match.table.names if seat != gone)
    refusals = []
    while match.host.missed_by(match.table.seat(gone)) < AWAY:
        if asked(match) == gone:
            refusals.append(refused(match, "end draw", consents=[match.consent(other, "end draw")]))
            match.decide(f"absent {gone}")
        else:
            order_of_asked(match)
    match.decide("end draw", consents=[match.consent(other, "end draw")])

    assert refusals == ["consents-missing"] * AWAY
    assert match.host.over


def test_an_own_move_ends_the_mark_of_one_who_was_let_pass() -> None:
    match = copy_of(open_match("tigris", 2, "back again"))
    gone = asked(match)
    match.decide(f"absent {gone}")
    order_of_asked(match)
    marked = match.host.missed_by(match.table.seat(gone))
    while asked(match) != gone:
        order_of_asked(match)
    order_of_asked(match)

    assert (marked, match.host.missed) == (1, (0, 0))


def test_a_step_that_lets_somebody_pass_is_the_same_whatever_the_hands_hold() -> None:
    """Attack 116 for absence: in ten worlds with other hands and another bag nothing public differs, nor any size."""
    match, words = copy_of(running()), stream(sha256(b"absent").digest(), "worlds")
    told = set()
    for _ in range(10):
        position = other_hidden(match, OTHER, words)
        closed = close_together(position, (), match.host_eyes, key_of("host"), lines=[f"absent {ASKED}"])
        step = closed.step_note.read(Step)
        sizes = tuple(sorted((seat, len(data)) for seat, data in step.hand.items()))
        told.add((render(changed(step, hand={})), sizes))

    assert len(told) == 1


def test_where_several_are_asked_at_once_the_answers_of_the_others_count() -> None:
    match = copy_of(asking())
    first, second, third = match.table.names
    match.enter(match.write(first, ["claim red"]))
    match.enter(match.write(second, ["claim low"]))
    match.decide(f"absent {third}")

    assert [line.seat for line in last_step(match).note] == [first, second]
    assert list(dict.fromkeys(did.seat for did in last_step(match).did)) == [first, second, third]
    assert audit(match.files).findings == ()


def test_an_absent_seat_countersigns_nothing() -> None:
    match = copy_of(running())
    gone = asked(match)
    before = match.host.past.signed
    match.decide(f"absent {gone}")

    assert match.host.past.signed == before


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ((f"absent {OTHER}",), "absent-not-asked"),
        (("absent nobody-here",), "no-such-seat"),
        (("time 2026-11-21T18:00Z",), "step-decides-nothing"),
        (("end draw",), "consents-missing"),
        ((f"left {ASKED}",), "consents-missing"),
        ((f"left {ASKED}", "end draw"), "decision-needs-own-step"),
        ((f"absent {ASKED}", "end draw"), "decision-needs-own-step"),
        ((f"absent {ASKED}", "time 2026-11-21T18:00Z"), "table-line-order"),
        (("time yesterday",), "bad-table-line"),
        (("time 2026-13-21T18:00Z",), "bad-table-line"),
        (("end won",), "bad-table-line"),
        (("expel bert",), "no-such-table-line"),
        ((f"absent {ASKED}", f"absent {ASKED}"), "table-line-order"),
    ],
    ids=lambda case: " + ".join(case) if isinstance(case, tuple) else "",
)
def test_what_the_table_may_not_decide_is_refused(lines: tuple[str, ...], code: str) -> None:
    assert refused(running(), *lines) == code


def test_a_consent_holds_for_the_step_it_names_alone() -> None:
    match = copy_of(open_match("tigris", 2, "lapse"))
    consents = [match.consent(seat, "end draw") for seat in match.table.names]
    order_of_asked(match)

    assert refused(match, "end draw", consents=consents) == "consent-lapsed"


def test_a_consent_that_no_line_needs_is_refused() -> None:
    match = running()

    assert refused(match, f"absent {ASKED}", consents=[match.consent(OTHER, "end draw")]) == "consent-for-nothing"


def test_one_word_of_two_seats_is_two_consents() -> None:
    """Attack 115: who has agreed stands in the text, so that no consent serves for another seat."""
    match = running()
    first, second = match.consent(ASKED, "end draw"), match.consent(OTHER, "end draw")

    assert first.id != second.id
    assert refused(match, "end draw", consents=[sign_note(first.note(), key_of(OTHER))]) == "consent-other-key"


def test_a_consent_under_another_key_is_none() -> None:
    match = running()
    forged = sign_note(match.consent(ASKED, "left").note(), key_of(OTHER))

    assert refused(match, f"left {ASKED}", consents=[forged]) == "consent-other-key"


def test_who_has_left_writes_no_move_and_agrees_to_nothing() -> None:
    match = copy_of(running())
    match.decide(f"left {ASKED}", consents=[match.consent(ASKED, "left")])
    late = match.consent(ASKED, "end draw")
    others = [match.consent(seat, "end draw") for seat in match.table.names if seat != ASKED]
    every = sorted([late, *others], key=lambda signed: match.table.seat(signed.note().seat))  # type: ignore[union-attr]

    assert refused(match, "end draw", consents=every) == "consent-for-nothing"
    assert refused(match, f"left {ASKED}", consents=[match.consent(ASKED, "left")]) == "seat-has-left"


def test_nobody_leaves_an_empty_table() -> None:
    match = copy_of(open_match("tigris", 2, "empty"))
    match.decide("left anna", consents=[match.consent("anna", "left")])

    assert refused(match, "left bert", consents=[match.consent("bert", "left")]) == "last-seat-leaves"


def lie(match: Match, step: Step, consents: Sequence[SignedNote] = ()) -> str:
    """The code with which a player's program refuses a step note that the host's key has signed."""
    bundle = (*consents, sign_note(step, key_of("host")))
    with pytest.raises(RefereeError) as refusal:
        record_step_file(match.players[OTHER], bundle, match.eyes[OTHER])
    return refusal.value.code


def honest(match: Match, *lines: str) -> Step:
    closed = close_together(match.host, (), match.host_eyes, key_of("host"), lines=lines)
    note = closed.step_note.note()
    assert isinstance(note, Step)
    return note


def test_a_step_that_lets_somebody_pass_who_is_not_asked_does_not_follow() -> None:
    match = running()
    step = honest(match, f"absent {ASKED}")

    assert lie(match, changed(step, table=(f"absent {OTHER}",))) == "absent-not-asked"  # type: ignore[arg-type]


def test_a_step_that_lets_somebody_do_more_than_nothing_does_not_follow() -> None:
    match = running()
    step = honest(match, f"absent {ASKED}")
    done = changed(step.did[0], order="discard temple")  # type: ignore[arg-type]

    assert lie(match, changed(step, did=(done, *step.did[1:]))) == "order-in-no-note"  # type: ignore[arg-type]


def test_an_end_that_not_all_have_agreed_to_does_not_follow() -> None:
    match = copy_of(running())
    every = [match.consent(seat, "end draw") for seat in match.table.names]
    closed = close_together(match.host, (), match.host_eyes, key_of("host"), lines=["end draw"], consents=every)
    step = closed.step_note.note()
    assert isinstance(step, Step)

    assert lie(match, changed(step, note=step.note[1:]), every[1:]) == "consents-missing"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["time 2026-11-21T18:00Z", "absent bert", "left bert", "end agreed", "end draw", "back 40"]
)
def test_a_table_line_has_one_spelling(text: str) -> None:
    (line,) = read_table_lines([text])

    assert write_table_line(line) == text


@pytest.mark.parametrize("text", ["absent  bert", "absent referee", "absent", "end  draw", "end", "back 040"])
def test_every_other_spelling_of_a_table_line_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_table_lines([text])
