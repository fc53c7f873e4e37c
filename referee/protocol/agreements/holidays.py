"""A holiday that a player has declared: which days, and how many the charter gives each seat in a game.

It is a consent of the seat that holds until a step enters it. No clock decides anything: counted are the days of all
that steps have recorded, whatever the table goes back over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.kernel.errors import OutOfOrder
from referee.protocol.agreements.consent import HOLIDAY
from referee.protocol.agreements.table_lines import Holiday, read_table_line
from referee.protocol.step.position import Position
from referee.record.notes import Consent


def holiday_in(consent: Consent) -> Holiday:
    """The holiday that a consent declares. Raises Unreadable: its days are none."""
    line = read_table_line(f"{HOLIDAY}{consent.seat} {consent.to.removeprefix(HOLIDAY)}")
    assert isinstance(line, Holiday)
    return line


def holidays_of(position: Position, seat: str) -> tuple[Holiday, ...]:
    """The holidays of a seat that steps have recorded."""
    names = position.table.names
    return tuple(Holiday(seat, first, until) for at, first, until in position.past.holidays if names[at] == seat)


def remaining_days(position: Position, seat: str, besides: Iterable[Holiday] = ()) -> int:
    """How many days of holiday a seat may still declare in this game, `besides` those that wait to be recorded."""
    taken = (*holidays_of(position, seat), *(line for line in besides if line.seat == seat))
    return position.table.terms.holiday - sum(line.days for line in taken)


def check_holiday(position: Position, line: Holiday, besides: Sequence[Holiday] = ()) -> None:
    """Check that a seat may declare a holiday, `besides` others that it has declared and no step has recorded.

    Raises:
        OutOfOrder: the charter gives none, or not so many days; the seat has left; or some of the days are taken.
    """
    table, seat = position.table, position.table.seat(line.seat)
    person = table.person(line.seat)
    if not table.terms.holiday:
        raise OutOfOrder("holiday-not-given")
    if seat in position.left:
        raise OutOfOrder("seat-has-left", seat=person)
    for other in (*holidays_of(position, line.seat), *(one for one in besides if one.seat == line.seat)):
        if line.first <= other.until and other.first <= line.until:
            raise OutOfOrder("holiday-twice", seat=person, first=other.first, until=other.until)
    left = remaining_days(position, line.seat, besides)
    if line.days > left:
        raise OutOfOrder("holiday-overdrawn", seat=person, count=line.days, left=left, most=table.terms.holiday)


def check_holidays(position: Position, lines: Sequence[Holiday]) -> None:
    """Check those that a step enters: each may be declared beside those before it, in seat order and by their days.

    Raises:
        OutOfOrder: as `check_holiday`, or another order.
    """
    for at, line in enumerate(lines):
        check_holiday(position, line, lines[:at])
    places = [(position.table.seat(line.seat), line.first) for line in lines]
    if places != sorted(places):
        raise OutOfOrder("table-seat-order")
