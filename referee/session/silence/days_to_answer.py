"""Since when a seat is waited for, and how many days it has, where words of others are asked.

The clock is the reader's: no rule asks it. By it a program knows when it may say that nothing has arrived, and people
are told how long was waited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from referee.kernel.errors import RefereeError
from referee.protocol.agreements.table_lines import Absent, Time, read_table_lines, table_lines_of
from referee.protocol.masked import key_share_notes
from referee.protocol.masked.note_rules import public_counts
from referee.protocol.seating import author_role
from referee.record.file_names import PENDING, name_prefix, names_with_prefix, step_name
from referee.record.note import Notes, SignedNote, read_bundle
from referee.record.notes import Unlock
from referee.session.session import Session
from referee.session.todo.status import known_holidays

DAY = 86400.0
"""Seconds of a day."""


class Clock(msgspec.Struct, frozen=True):
    """The clock of this computer, in seconds since 1970: what it `shows` now; when a day `begins` here that is written
    as `2026-11-20`, or the one so many days after it; and when a `moment` was that a step names, 0 for one that no
    calendar has.
    """

    shows: float
    begins: Callable[[str, int], float]
    moment: Callable[[str], float]


def agreed_days(session: Session) -> int | None:
    """The days of the charter for an answer, with those of grace, one at least; None where none are agreed."""
    terms = session.table.terms
    return None if terms.deadline is None else terms.deadline + grace_of(session)


def grace_of(session: Session) -> int:
    """The days of grace, one at least: so long every program can have what another one has handed on."""
    return max(1, session.table.terms.grace)


def days_of(session: Session, name: str) -> int | None:
    """How many days a seat has that is asked: those of the charter and of grace. If the last step for which it was
    asked skipped it, and nothing from it has arrived since, only those of grace, or none after the skips of `repeat`.
    None where no days are agreed.
    """
    usual, seat = agreed_days(session), session.table.seat(name)
    if usual is None:
        return None
    for step in range(session.position.step, 0, -1):
        if step - 1 in session.seen and session.seen[step - 1].request_of(seat) is not None:
            gone = name in (line.seat for line in lines_passing(session, step))
            if not gone or has_come_since(session, name, step):
                return usual
            often = session.table.terms.repeat
            return 0 if often and session.position.missed_by(seat) >= often else grace_of(session)
    return usual


def is_left_out_still(session: Session, name: str) -> bool:
    """Whether the last step that skipped somebody else left this seat's word out, and nothing from it has arrived
    since.
    """
    for step in range(session.position.step, 0, -1):
        lines = [line for line in lines_passing(session, step) if line.seat != name]
        if lines:
            return any(name in line.without for line in lines) and not has_come_since(session, name, step)
    return False


def lines_passing(session: Session, step: int) -> tuple[Absent, ...]:
    """The lines by which a step of the record has skipped seats."""
    lines = read_table_lines(table_lines_of(session.history.signed_notes[step_name(step)]))
    return tuple(line for line in lines if isinstance(line, Absent))


def has_come_since(session: Session, name: str, step: int) -> bool:
    """Whether anything that a key of a seat has signed has arrived here since that step, recorded or not."""
    keys = {party.key for party in session.table.ever if party.role == name}
    for later in range(step + 1, session.position.step + 1):
        if any(signed.key in keys for signed in session.history.signed_notes[step_name(later)]):
            return True
    came = session.folder.written(step_name(step))
    later_files = (file for file in session.folder.list_pending() if session.folder.pending_since(file) > came)
    return any(signed.key in keys for file in later_files for signed in notes_in(session, file))


def notes_in(session: Session, file: str) -> Notes:
    """The notes in a file of `pending/`, () where it has none."""
    try:
        return read_bundle(session.folder.read_pending(file))
    except RefereeError:  # it is none of notes, or somebody has changed it
        return ()


def asked_here(session: Session, clock: Clock) -> float:
    """When the latest step came here, which asks the present question; or the moment it names, if that is later and not
    in the future: a clock that was put right meanwhile makes no days.
    """
    came = session.folder.written(step_name(session.position.step))
    lines = read_table_lines(table_lines_of(session.history.signed_notes[step_name(session.position.step)]))
    said = next((clock.moment(line.moment) for line in lines if isinstance(line, Time)), 0.0)
    return said if came < said <= clock.shows else came


def counted_here(session: Session, name: str, clock: Clock, days: int) -> float:
    """From when the days of a seat count that has so many: it is asked, a holiday that began before they were over has
    ended, and the last lock that waits for what it holds came here, which puts them off by twice the days at most.
    """
    asked = asked_here(session, clock)
    since, term = asked, days * DAY
    for first, until in sorted((one.first, one.until) for one in known_holidays(session) if one.seat == name):
        begins_at, ends_at = clock.begins(first, 0), clock.begins(until, 1)
        if begins_at <= since + term and ends_at > since:
            since = ends_at
    return max([since, *(min(came, asked + 2 * term) for came in _locks_came(session, name))])


def is_on_holiday(session: Session, name: str, clock: Clock) -> bool:
    """Whether a seat has declared to be away today."""
    here = (
        (clock.begins(one.first, 0), clock.begins(one.until, 1)) for one in known_holidays(session) if one.seat == name
    )
    return any(begins_at <= clock.shows < ends_at for begins_at, ends_at in here)


def _locks_came(session: Session, name: str) -> Iterator[float]:
    """When the unlocks came here that wait and open what a seat holds."""
    if session.table.deck.keeper == "host":
        return
    hand = {*public_counts(session.position.knowledge).hands[session.table.seat(name)]}
    for file in names_with_prefix(session.folder.list_pending(), name_prefix(PENDING, "unlock")):
        for signed in notes_in(session, file):
            if _opens(signed, name) and hand & {*key_share_notes.positions_in(signed.read(Unlock))}:
                yield session.folder.pending_since(file)


def _opens(signed: SignedNote, name: str) -> bool:
    return signed.type == "unlock" and author_role(signed) != name
