"""Who is late by the days of the charter and the clock of this machine, and what can be done about it."""

from __future__ import annotations

from datetime import datetime

from referee.cli.context import Context
from referee.cli.printing.moments import span_days
from referee.table.desk.answers import awaited
from referee.table.desk.desk import Desk
from referee.table.desk.task import Todo


def due(desk: Desk, waited: datetime) -> tuple[str, ...]:
    """The seats that the host may let pass without more waiting, if all wait for nobody else: the days of the charter
    and of grace are over since the moment `waited`, or they were let pass before and have not come back.
    """
    position, seats = desk.position, awaited(desk)
    if desk.table.terms.absence == "pause":
        return ()
    away = all(position.missed_by(desk.table.seat(name)) for name in seats)
    return seats if away or _is_over(desk, waited) else ()


def _is_over(desk: Desk, waited: datetime) -> bool:
    terms = desk.table.terms
    return terms.deadline is not None and span_days(waited) >= terms.deadline + terms.grace


def overdue(desk: Desk, waited: datetime) -> tuple[str, ...]:
    """The seats that the reader may remind: others, who are asked since the moment `waited`, once the days of the
    charter are over.
    """
    deadline = desk.table.terms.deadline
    is_late = deadline is not None and span_days(waited) >= deadline
    return _others(desk) if is_late else ()


def _others(desk: Desk) -> tuple[str, ...]:
    return tuple(name for name in awaited(desk) if name != desk.role)


def late_todos(context: Context, desk: Desk, waited: datetime) -> tuple[Todo, ...]:
    """What the reader may do about others who are asked since the moment `waited`: the host lets those pass who are
    due; beyond the days of the charter anybody writes a reminder.
    """
    seats = _others(desk)
    if not seats:
        return ()
    names, deadline = desk.table.people(seats), desk.table.terms.deadline
    if desk.is_host and due(desk, waited):
        if deadline is not None and _is_over(desk, waited):
            said = context.sentence("late-let-pass", names=names, count=deadline)
            return (Todo("late-let-pass", said, f"referee absent {' '.join(seats)}"),)
        return (Todo("late-again", context.sentence("late-again", names=names), "referee absent"),)
    if not overdue(desk, waited):
        return ()
    said = context.sentence("late-remind", names=names, count=deadline)
    return (Todo("late-remind", said, f"referee remind {' '.join(seats)}"),)
