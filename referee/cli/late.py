"""Who is late by the days of the charter and the clock of this machine, and what can be done about it."""

from __future__ import annotations

from datetime import datetime

from referee.cli.context import Context
from referee.cli.printing.moments import span_days
from referee.table.desk.answers import unanswered
from referee.table.desk.desk import Desk
from referee.table.desk.task import Todo
from referee.table.telling.people import people_told


def awaited(desk: Desk) -> list[str]:
    """The seats for which all wait; the host knows which of several has answered already."""
    position, names = desk.position, desk.table.names
    asked = [names[request.seat] for request in position.asked if request.seat not in position.left]
    late = set(unanswered(desk)) if desk.is_host and len(position.asked) > 1 else asked
    return [name for name in asked if name in late]


def late_todos(context: Context, desk: Desk, waited: datetime) -> tuple[Todo, ...]:
    """What the reader may do about others who are asked since the moment `waited`, longer than the charter gives: a
    reminder, or once the days of grace are over the host lets them pass, unless the charter says that all wait.
    """
    terms = desk.table.terms
    if terms.deadline is None or span_days(waited) < terms.deadline:
        return ()
    seats = [name for name in awaited(desk) if name != desk.role]
    if not seats:
        return ()
    names = people_told(desk.table, seats)
    may_pass = desk.is_host and terms.absence == "skip" and span_days(waited) >= terms.deadline + terms.grace
    code, word = ("late-let-pass", "absent") if may_pass else ("late-remind", "remind")
    said = context.sentence(code, names=names, count=terms.deadline)
    return (Todo(code, said, f"referee {word} {' '.join(seats)}"),)
