"""A declared holiday: days that a seat has signed, entered beside a move, counted in what everybody can check."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.protocol.agreements.consent import consent_note
from referee.protocol.agreements.holidays import check_holiday, holidays_of, remaining_days
from referee.protocol.agreements.table_lines import Holiday, read_table_line, write_table_line
from referee.protocol.history.read_record import read_history
from referee.record.file_names import step_name
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.record.notes import Consent
from referee.record.store import effects
from referee.session.agreements.proposals import pending_holidays
from referee.session.agreements.skip_seat import publish_skip, skip_seats
from referee.session.pending import store_pending
from referee.session.send import OutgoingNote, send
from referee.session.todo.status import HolidayStatus, known_holidays
from tests.long_runs import of
from tests.support.rehearse import Match, open_match, play_out
from tests.table.killed_processes import KILLED, Laid, dies_at, run_in_a_child
from tests.table.players_on_disk import Person, materialize, snapshot
from tests.table.signatures import checked_apart
from tests.table.small_games import HOST, asked, copy_of, key_of, order
from tests.table.test_tampered_people import drawn

SUMMER, WINTER = "2026-08-01 2026-08-14", "2026-12-24 2026-12-30"


@cache
def begun(options: tuple[tuple[str, str], ...] = (("holiday", "21"),)) -> Match:
    return play_out(open_match("tigris", 3, "holiday", options), "holiday", steps=2)


ASKED = asked(begun())
OTHER, THIRD = (name for name in begun().table.names if name != ASKED)


def declared(match: Match, seat: str, days: str = SUMMER) -> SignedNote:
    return match.consent(seat, f"holiday {days}")


def enter(match: Match, *rows: tuple[str, str]) -> Match:
    """These holidays, entered with the pass of whoever is asked."""
    given = [declared(match, *row) for row in rows]
    lines = [f"holiday {seat} {days}" for seat, days in rows]
    match.decide(*lines, consents=given, moves=[match.write(asked(match), ["pass", "pass"])])
    return match


def refused(match: Match, *rows: tuple[str, str]) -> str:
    with pytest.raises(RefereeError) as refusal:
        enter(copy_of(match), *rows)
    return refusal.value.code


@pytest.fixture
def people(tmp_path: Path) -> dict[str, Person]:
    return materialize(begun(), tmp_path, (*begun().table.names, HOST))


def says(person: Person, days: str = SUMMER) -> bytes:
    session = person.session()
    signed = consent_note(session.position, session.signer(), f"holiday {days}")
    store_pending(session.folder, signed)
    return render_bundle((signed,))


def away(person: Person) -> tuple[HolidayStatus, ...]:
    return known_holidays(person.session())


def goes_on(people: dict[str, Person]) -> None:
    """Whoever is asked passes, the host enters it, and all take the step in."""
    host = people[HOST]
    position = host.session().position
    mover = position.table.names[position.awaited[0].seat]
    host.take(people[mover].move("pass", "pass"))
    for name, person in people.items():
        if name != HOST:
            person.take(host.letter(position.step + 1))


# Days


@pytest.mark.parametrize(
    "days", ["2026-08-01", "2026-08-02 2026-08-01", "2026-02-29 2026-03-01", "2026-8-1 2026-8-2", f"{SUMMER} x", "a b"]
)
def test_what_is_no_row_of_days_is_no_holiday(days: str) -> None:
    with pytest.raises(Unreadable):
        read_table_line(f"holiday {OTHER} {days}")


def test_the_calendar_is_that_of_every_other_program() -> None:
    first = date(2000, 1, 1)
    for at in range(0, 36_525, 7):
        day = first + timedelta(days=at)
        line = read_table_line(f"holiday {OTHER} 2000-01-01 {day.isoformat()}")
        assert isinstance(line, Holiday) and line.days == at + 1
    with pytest.raises(Unreadable):
        read_table_line(f"holiday {OTHER} 2000-01-01 2100-01-01")


def test_both_ends_are_days_of_it_and_it_has_one_spelling() -> None:
    line = read_table_line("holiday anna 2028-02-28 2028-03-01")
    assert isinstance(line, Holiday)
    assert (line.days, write_table_line(line)) == (3, "holiday anna 2028-02-28 2028-03-01")


# In the record


def test_days_are_counted_over_the_game_and_the_audit_and_the_second_checker_see_nothing_wrong() -> None:
    match = enter(copy_of(begun()), (OTHER, SUMMER))
    assert [remaining_days(match.host, seat) for seat in (OTHER, THIRD)] == [7, 21]
    enter(match, (OTHER, WINTER))

    assert remaining_days(match.host, OTHER) == 0
    assert holidays_of(match.host, OTHER) == (Holiday(OTHER, *SUMMER.split()), Holiday(OTHER, *WINTER.split()))
    assert audit(match.files).findings == ()
    assert checked_apart(drawn(match).match.files) is None
    assert read_history(match.files).position.past.holidays == match.host.past.holidays  # type: ignore[union-attr]


def test_one_that_was_signed_for_an_earlier_step_is_entered_for_both_checkers() -> None:
    match = copy_of(begun())
    said = declared(match, OTHER)
    order(match, "pass", "pass")
    match.decide(f"holiday {OTHER} {SUMMER}", consents=[said], moves=[match.write(asked(match), ["pass", "pass"])])

    assert audit(drawn(match).match.files).verdict == "clean"
    assert checked_apart(drawn(match).match.files) is None


def test_a_holiday_changes_nothing_of_the_game() -> None:
    plain, match = order(copy_of(begun()), "pass", "pass"), enter(copy_of(begun()), (OTHER, SUMMER))

    assert (match.host.state, match.host.asked) == (plain.host.state, plain.host.asked)
    assert (match.host.missed, match.host.left) == (plain.host.missed, plain.host.left)


def test_what_the_charter_does_not_give_is_refused() -> None:
    match = enter(copy_of(begun()), (OTHER, SUMMER))

    assert refused(copy_of(begun(())), (OTHER, SUMMER)) == "holiday-not-given"
    assert refused(copy_of(begun((("holiday", "0"),))), (OTHER, SUMMER)) == "holiday-not-given"
    assert refused(match, (OTHER, "2026-12-24 2026-12-31")) == "holiday-overdrawn"
    assert refused(match, (OTHER, "2026-09-01 2026-09-04"), (OTHER, "2026-10-01 2026-10-04")) == "holiday-overdrawn"
    assert refused(match, (OTHER, "2026-08-14 2026-08-15")) == "holiday-twice"
    assert refused(match, (OTHER, SUMMER)) == "holiday-twice"


def test_no_step_stands_on_a_holiday_alone() -> None:
    match = copy_of(begun())
    with pytest.raises(OutOfOrder) as refusal:
        match.decide(f"holiday {OTHER} {SUMMER}", consents=[declared(match, OTHER)])
    assert refusal.value.code == "step-decides-nothing"


def test_a_step_back_gives_no_day_back() -> None:
    match = enter(copy_of(begun()), (OTHER, SUMMER))
    match.decide("back 3", consents=[match.consent(seat, "back 3") for seat in match.table.names])

    assert remaining_days(match.host, OTHER) == 7
    assert refused(match, (OTHER, SUMMER)) == "holiday-twice"
    assert checked_apart(drawn(match).match.files) is None


def test_who_has_left_has_no_holiday() -> None:
    match = copy_of(begun())
    match.decide(f"left {OTHER}", consents=[match.consent(OTHER, "left")])
    with pytest.raises(OutOfOrder) as refusal:
        check_holiday(match.host, Holiday(OTHER, *SUMMER.split()))
    assert refusal.value.code == "seat-has-left"


def test_a_charter_without_it_is_the_same_byte_for_byte() -> None:
    with_none, zero = begun(()), begun((("holiday", "0"),))
    assert b"holiday" not in b"".join(with_none.files.values())
    assert with_none.table.game_id != zero.table.game_id


# By mail


def test_a_holiday_outlives_its_step_and_is_entered_with_a_later_move(people: dict[str, Person]) -> None:
    """It is sent to the others first, and reaches the host after the step that it was signed for is closed."""
    letter = says(people[OTHER])
    told = people[THIRD].take(letter)
    goes_on(people)
    assert away(people[THIRD]) == (HolidayStatus(OTHER, *SUMMER.split(), False),)
    assert away(people[HOST]) == ()
    people[HOST].take(letter)
    goes_on(people)

    assert told == [f"{OTHER.title()} is on holiday from 2026-08-01 until 2026-08-14; the next move records it"]
    for person in people.values():
        assert away(person) == (HolidayStatus(OTHER, *SUMMER.split(), True),)
        assert [name for name in person.folder.list_pending() if "holiday" in name] == []
    last = people[HOST].session().history.signed_notes[step_name(4)]
    assert [signed.type for signed in last] == ["consent", "move", "step"]


def test_taken_in_again_it_is_here_already_and_never_entered_twice(people: dict[str, Person]) -> None:
    letter = says(people[OTHER])
    first, again = people[HOST].take(letter), people[HOST].take(letter)
    goes_on(people)
    later = people[HOST].take(letter)
    goes_on(people)

    assert (len(first), again, later) == (1, later, again)
    assert people[HOST].session().position.past.holidays == ((begun().table.seat(OTHER), *SUMMER.split()),)


def test_what_is_too_much_or_another_key_is_refused_by_mail_and_nothing_is_kept(people: dict[str, Person]) -> None:
    host = people[HOST]
    host.take(says(people[OTHER]))
    before = host.files()
    position = begun().host
    at = {"game": position.table.game_id, "step": position.step + 1, "head": position.head, "seat": OTHER}

    def note(days: str, key: str = OTHER) -> bytes:
        return render_bundle((sign_note(Consent(**at, to=f"holiday {days}"), key_of(key)),))  # type: ignore[arg-type]

    for mail, error, code in (
        (note("2026-12-24 2026-12-31"), OutOfOrder, "holiday-overdrawn"),
        (note("2026-08-14 2026-08-16"), OutOfOrder, "holiday-twice"),
        (note("2026-08-14"), Unreadable, "bad-table-line"),
        (note(WINTER, THIRD), NotAuthentic, "consent-other-key"),
    ):
        with pytest.raises(error) as refusal:
            host.take(mail)
        assert (refusal.value.code, host.files()) == (code, before)


def test_who_is_let_pass_on_a_holiday_is_let_pass_and_both_stand_in_the_record(people: dict[str, Person]) -> None:
    """No clock decides: the table sees what was declared and what the host has done, and no checker accuses anybody."""
    host = people[HOST]
    host.take(says(people[ASKED]))
    session = host.session()
    passing = skip_seats(session, [ASKED], "2026-08-10T18:00Z")
    publish_skip(session, passing, lang="en")

    assert passing.lines == ("time 2026-08-10T18:00Z", f"absent {ASKED}", f"holiday {ASKED} {SUMMER}")
    assert audit(host.record()).findings == ()
    letter = host.letter(3).decode()
    assert f"{ASKED.title()} is away from 2026-08-01 until 2026-08-14: 14 of 21 days of holiday" in " ".join(
        letter.split()
    )
    assert f"{ASKED.title()} was skipped" in letter


def test_the_second_checker_has_nothing_against_a_seat_let_pass_on_a_holiday() -> None:
    match = copy_of(begun())
    match.decide(f"absent {ASKED}", f"holiday {ASKED} {SUMMER}", consents=[declared(match, ASKED)])
    assert checked_apart(drawn(match).match.files) is None


def test_two_declared_by_two_machines_are_entered_as_far_as_there_are_days(people: dict[str, Person]) -> None:
    host = people[HOST]
    for days in (SUMMER, "2026-08-10 2026-08-20"):
        store_pending(host.folder, begun().consent(OTHER, f"holiday {days}"))

    assert [write_table_line(line) for line in pending_holidays(host.session())] == [f"holiday {OTHER} {SUMMER}"]
    goes_on(people)
    assert len(host.session().position.past.holidays) == 1
    goes_on(people)


# Stopped anywhere


def declares(people: dict[str, Person]) -> None:
    person = people[OTHER]
    session = person.session()
    signed = consent_note(session.position, session.signer(), f"holiday {SUMMER}")
    name = f"consent-holiday-{OTHER}-{SUMMER.replace(' ', '-')}.note"
    send(session, OutgoingNote(None, "", lambda _: (signed,), name))
    store_pending(session.folder, signed)


def enters(people: dict[str, Person]) -> None:
    move = begun().write(ASKED, ["pass", "pass"])
    people[HOST].take(render_bundle((declared(begun(), OTHER),)), render_bundle((move,)))


@pytest.mark.parametrize("work", [declares, enters])
def test_killed_before_any_change_on_disk_a_second_run_ends_as_a_calm_one(
    tmp_path: Path, work: Callable[[dict[str, Person]], None]
) -> None:
    """Attack 29: also where the host has signed the step and not written it, and the mail comes once more."""
    laid = Laid(work, lambda root: materialize(begun(), root, (OTHER, HOST)), tmp_path, (OTHER, HOST), of(6, 1))
    for number, effect in laid.disturbed():
        people = laid.copy(f"killed-{number}")

        def dying(people: dict[str, Person] = people, number: int = number) -> None:
            effects.append(dies_at(number))
            work(people)

        assert run_in_a_child(dying) == KILLED, effect
        work(people)
        assert snapshot(tmp_path / f"killed-{number}") == laid.after, effect


def test_what_comes_between_a_signed_step_and_its_file_waits_for_the_next(tmp_path: Path) -> None:
    """The step that was signed is written as it was: with the holiday that came since it would be another one."""
    host = materialize(begun(), tmp_path, (HOST,))[HOST]
    move = render_bundle((begun().write(ASKED, ["pass", "pass"]),))

    def dying() -> None:
        effects.append(lambda effect: os._exit(KILLED) if effect.startswith("link") else None)
        host.take(move)

    assert run_in_a_child(dying) == KILLED
    host.take(render_bundle((declared(begun(), OTHER),)), move)

    assert host.session().position.past.holidays == ()
    assert [write_table_line(line) for line in pending_holidays(host.session())] == [f"holiday {OTHER} {SUMMER}"]
