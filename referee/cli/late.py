"""Who is late by the days of the charter and the clock of this machine, who is on holiday by the dates that were
declared, and what can be done about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from referee.cli.context import Context
from referee.cli.printing.moments import at_day, day, is_over, span_days
from referee.kernel.sentence import Sentence
from referee.table.desk.answers import awaited
from referee.table.desk.desk import Desk
from referee.table.desk.status import Away, holidays_here
from referee.table.desk.task import Task, Todo, task_told


def due(desk: Desk, waited: datetime) -> tuple[str, ...]:
    """The seats that the host may let pass without more waiting, if all wait for nobody else: the days of the charter
    and of grace are over since the moment `waited`, or they were let pass before and have not come back. Nobody is due
    on a holiday that was declared, and behind it days count anew.
    """
    position, seats = desk.position, awaited(desk)
    if desk.table.terms.absence == "pause" or {one.seat for one in now_away(desk)} & {*seats}:
        return ()
    away = all(position.missed_by(desk.table.seat(name)) for name in seats)
    return seats if away or _is_over(desk, waited) else ()


def _is_over(desk: Desk, waited: datetime) -> bool:
    terms, since = desk.table.terms, counted_from(desk, awaited(desk), waited)
    return terms.deadline is not None and span_days(since) >= terms.deadline + terms.grace


def overdue(desk: Desk, waited: datetime) -> tuple[str, ...]:
    """The seats that the reader may remind: others, who are asked since the moment `waited`, once the days of the
    charter are over; nobody on a holiday that was declared.
    """
    deadline, away = desk.table.terms.deadline, {one.seat for one in now_away(desk)}
    seats = tuple(name for name in _others_awaited(desk) if name not in away)
    is_late = deadline is not None and span_days(counted_from(desk, seats, waited)) >= deadline
    return seats if is_late else ()


def _others_awaited(desk: Desk) -> tuple[str, ...]:
    return tuple(name for name in awaited(desk) if name != desk.role)


def late_todos(context: Context, desk: Desk, waited: datetime) -> tuple[Todo, ...]:
    """What the reader may do about others who are asked since the moment `waited`: the host lets those pass who are
    due; beyond the days of the charter anybody writes a reminder.
    """
    seats = _others_awaited(desk)
    if not seats:
        return ()
    names, deadline = desk.table.people(seats), desk.table.terms.deadline
    if desk.is_host and due(desk, waited):
        if deadline is not None and _is_over(desk, waited):
            return _told(context, "late-let-pass", f"referee absent {' '.join(seats)}", names=names, count=deadline)
        return _told(context, "late-again", "referee absent", names=names)
    if not (seats := overdue(desk, waited)):
        return ()
    names = desk.table.people(seats)
    return _told(context, "late-remind", f"referee remind {' '.join(seats)}", names=names, count=deadline)


def _told(context: Context, code: str, command: str, **values: object) -> tuple[Todo, ...]:
    signs = Sentence("signs-let-pass", **values) if command.startswith("referee absent") else None
    return (task_told(Task(Sentence(code, **values), command, signs=signs), context.lang, str),)


def counted_from(desk: Desk, seats: Iterable[str], waited: datetime) -> datetime:
    """From which moment the days of the charter count for seats that are asked since the moment `waited`: behind a
    holiday of theirs that has begun before these days were over, they begin anew.
    """
    terms, declared = desk.table.terms, holidays_here(desk)
    term = timedelta(days=(terms.deadline or 0) + terms.grace)
    found = waited
    for seat in seats:
        since = waited
        for away in sorted((one for one in declared if one.seat == seat), key=lambda one: one.first):
            begins, ends = span(away)
            if begins <= since + term and ends > since:
                since = ends
        found = max(found, since)
    return found


def span(away: Away) -> tuple[datetime, datetime]:
    """When a holiday begins and when it is over, in local time."""
    return at_day(away.first), at_day(away.until, later=1)


def now_away(desk: Desk) -> tuple[Away, ...]:
    """The holidays of today."""
    return tuple(one for one in holidays_here(desk) if is_over(span(one)[0]) and not is_over(span(one)[1]))


def away_lines(context: Context, desk: Desk, seats: Iterable[str] | None = None) -> list[str]:
    """Who is away until when, and who will be; of these seats, or of all."""
    here = now_away(desk)
    lines = []
    for one in holidays_here(desk):
        begins, ends = span(one)
        if not is_over(ends) and (seats is None or one.seat in seats):
            last = " ".join(day(context, ends - timedelta(hours=12)).split())
            values = {
                "name": desk.table.person(one.seat),
                "until": last,
                "first": " ".join(day(context, begins).split()),
            }
            lines.append(context.sentence("away-until" if one in here else "away-later", **values))
    return lines
